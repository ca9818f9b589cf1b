"""The markables of Universal Anaphora's columns, and the entities and links they form."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from coindex.core import chains
from coindex.core.annotation import (
    DEIXIS,
    DEIXIS_PART,
    Annotation,
    Link,
    Mention,
    Reference,
    Relation,
    in_order,
)
from coindex.core.document import Span
from coindex.core.remedies import Remedy, leniently

_PIECE = re.compile(r"\(([^()@]*)|([^()@]*)\)|@")
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_PSEUDO = re.compile(r"[-_]pseudo$", re.I)
_STRUCTURAL = frozenset(("entityid", "markableid", "mentionid", "min", "elementof"))

Fields = dict[str, str]


class Report(Protocol):
    def __call__(self, message: str, line: int, detail: str, remedy: Remedy | str) -> None: ...


class Markable(NamedTuple):
    start: int
    end: int
    line: int
    fields: Fields

    @property
    def name(self) -> str:
        return name_of(self.fields)

    @property
    def entity(self) -> str:
        return self.fields.get("entityid", "")

    @property
    def refers(self) -> bool:
        return not _PSEUDO.search(self.entity)


class Column:
    """The markables of one column: brackets that are closed in reverse order of opening, or by the
    name of the markable before the bracket where markables cross.
    """

    def __init__(self) -> None:
        self.open: list[tuple[int, int, Fields]] = []
        self.markables: list[Markable] = []

    def cell(self, text: str, token: int, line: int) -> str:
        """Read a cell; the result is what is wrong with it, or the empty string."""
        pieces = list(_PIECE.finditer(text))
        if sum(len(piece[0]) for piece in pieces) < len(text) or any(
            piece[0] == "(" for piece in pieces
        ):
            return "malformed cell"
        for piece in pieces:
            if piece[1]:
                self.open.append((token, line, fields_of(piece[1])))
            elif piece[2] is not None and not self._closed(piece[2], token):
                return "mention closed but never opened"
        return ""

    def _closed(self, name: str, token: int) -> bool:
        """Close the last markable that is open, or the last of this name."""
        for place in reversed(range(len(self.open))):
            start, line, fields = self.open[place]
            if not name or name_of(fields) == name:
                del self.open[place]
                self.markables.append(Markable(start, token + 1, line, fields))
                return True
        return False


class Columns(NamedTuple):
    """The content of all columns of one document."""

    identity: Column
    deixis: Column
    bridging: list[tuple[int, Fields]]
    semantics: dict[int, Fields]


Pairs = list[tuple[Markable, Mention]]


class Numbering:
    """Whether word numbers are ids of tokens, or count the words of the document.

    If ids run through the document, both are the same. If they restart in each sentence, minima
    either count through the document nevertheless, as in the scorer of Universal Anaphora, or use
    the ids.
    """

    def __init__(self) -> None:
        self._sentences: list[dict[str, int]] = [{}]
        self._begins = [0]
        self._ids: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._again = False

    def add(self, id: str, token: int) -> None:
        self._again = self._again or id in self._ids
        self._ids[id] = self._sentences[-1][id] = token
        if id.isdigit():
            self._words[str(len(self._words) + 1)] = token

    def end_sentence(self, tokens: int) -> None:
        """Record that the next sentence begins after this number of tokens."""
        self._sentences.append({})
        self._begins.append(tokens)

    def ways(self, token: int) -> Iterator[Mapping[str, int]]:
        """The possible mappings from numbers to tokens, for values in the sentence of a token."""
        yield self._words if self._again else self._ids
        yield self._sentences[bisect_right(self._begins, token) - 1]


class Annotator:
    """Turns markables into an annotation; `numbering` maps numbers to tokens."""

    def __init__(self, columns: Columns, numbering: Numbering, report: Report) -> None:
        self._columns, self._numbering, self._report = columns, numbering, report
        self._longest: dict[int, int] = {}
        for markable in columns.identity.markables:
            self._longest[markable.start] = max(markable.end, self._longest.get(markable.start, 0))

    def annotation(self, document: str, *, deixis: bool) -> Annotation:
        for column in (self._columns.identity, self._columns.deixis):
            for _, line, fields in column.open:
                self._report("mention never closed", line, name_of(fields), leniently("ignores it"))
        pairs = self._mentions(self._columns.identity)
        grouped = [
            (markable.entity, mention)
            for markable, mention in pairs
            if markable.entity and markable.refers
        ]
        types = {
            name: kind
            for name, mention in reversed(grouped)
            if (kind := mention.attribute("Entity_Type"))
        }
        entities = chains.entities(grouped, types)
        first = {entity.id: entity.mentions[0] for entity in entities}
        links = [*self._split(pairs, first), *self._bridges(pairs, first)]
        mentions = [mention for _, mention in pairs]
        if deixis:
            units = [
                (markable, _of_deixis(markable, mention))
                for markable, mention in self._mentions(self._columns.deixis)
            ]
            mentions += [mention for _, mention in units]
            links += _discourse(units)
        return Annotation(
            document, mentions=in_order(mentions), entities=entities, links=tuple(links)
        )

    def _mentions(self, column: Column) -> Pairs:
        """The markables as mentions; several of one name are the parts of one mention."""
        groups: list[list[Markable]] = []
        seen: dict[str, int] = {}
        for markable in sorted(
            column.markables, key=lambda markable: (markable.start, -markable.end)
        ):
            if (place := seen.get(markable.name)) is not None:
                before, *rest = groups[place]
                last = rest[-1] if rest else before
                if before.entity == markable.entity and last.end <= markable.start:
                    groups[place].append(markable)
                    continue
                self._report(
                    "mention id occurs twice", markable.line, markable.name, leniently("keeps both")
                )
            if markable.name:
                seen[markable.name] = len(groups)
            if not markable.entity:
                self._report(
                    "mention without entity",
                    markable.line,
                    markable.name,
                    leniently("leaves it alone"),
                )
            groups.append([markable])
        return [(group[0], self._mention(group)) for group in groups]

    def _mention(self, group: list[Markable]) -> Mention:
        markable = group[0]
        span = Span(markable.start, markable.end)
        parts = tuple(Span(one.start, one.end) for one in group)
        outermost = span.end >= self._longest.get(span.start, 0)
        semantics = self._columns.semantics.get(span.start, {}) if outermost else {}
        attributes = [
            (key, value) for key, value in markable.fields.items() if key not in _STRUCTURAL
        ]
        return Mention(
            parts,
            minimum=self._minimum(markable, parts),
            id=markable.name,
            reference=Reference.UNMARKED if markable.refers else Reference.NONREFERENTIAL,
            subtype="" if markable.refers else markable.fields.get("SemType", ""),
            attributes=(*attributes, *semantics.items()),
        )

    def _minimum(self, markable: Markable, parts: tuple[Span, ...]) -> Span | None:
        text = markable.fields.get("min", "")
        if not text:
            return None
        ends = [end for match in _RANGE.finditer(text) for end in (match[1], match[2] or match[1])]
        for numbering in self._numbering.ways(markable.start):
            tokens = [numbering.get(end, -1) for end in ends]
            if tokens and all(any(token in part for part in parts) for token in tokens):
                return Span(min(tokens), max(tokens) + 1)
        self._report(
            "minimum outside its mention", markable.line, text[:40], leniently("drops the minimum")
        )
        return None

    def _split(self, pairs: Pairs, first: Mapping[str, Mention]) -> Iterator[Link]:
        elements: dict[str, list[Mention]] = {}
        for markable, mention in pairs:
            for whole in filter(None, markable.fields.get("elementof", "").split(",")):
                if whole in first:
                    elements.setdefault(whole, []).append(mention)
                else:
                    self._report(
                        "dangling reference",
                        markable.line,
                        f"ElementOf={whole}",
                        leniently("ignores it"),
                    )
        return (
            Link(first[whole], tuple(parts), subtype="element") for whole, parts in elements.items()
        )

    def _bridges(self, pairs: Pairs, first: Mapping[str, Mention]) -> Iterator[Link]:
        named = {mention.id: mention for _, mention in pairs}
        for line, fields in self._columns.bridging:
            anaphor = named.get(name_of(fields))
            anchor = named.get(fields.get("MentionAnchor", "")) or first.get(
                fields.get("EntityAnchor", "")
            )
            if anaphor and anchor:
                yield Link(anaphor, (anchor,), Relation.BRIDGING, fields.get("Rel", ""))
            else:
                detail = "|".join(f"{key}={value}" for key, value in fields.items())[:80]
                self._report("dangling reference", line, detail, leniently("ignores it"))


def _of_deixis(markable: Markable, mention: Mention) -> Mention:
    """The entities of this column are apart from those of identity, even if they are named alike:
    mentions say to which they belong, and measures of discourse deixis put them together.
    """
    if not markable.refers:
        return mention
    parts = markable.fields.get("elementof", "")
    own = ((DEIXIS, markable.entity), *(((DEIXIS_PART, parts),) if parts else ()))
    return mention._replace(attributes=(*mention.attributes, *own))


def _discourse(units: Pairs) -> Iterator[Link]:
    last: dict[str, Mention] = {}
    for markable, mention in units:
        if markable.entity in last and markable.refers:
            yield Link(mention, (last[markable.entity],), Relation.DISCOURSE)
        last[markable.entity] = mention


def fields_of(text: str) -> Fields:
    """`EntityID=1|Min=2` as a mapping; keys that matter for the structure are spelled in several
    ways, and unified.
    """
    fields: Fields = {}
    for item in filter(None, text.split("|")):
        key, _, value = item.strip().partition("=")
        plain = key.replace("_", "").lower()
        fields[plain if plain in _STRUCTURAL else key] = value
    return fields


def name_of(fields: Fields) -> str:
    return fields.get("markableid", fields.get("mentionid", ""))
