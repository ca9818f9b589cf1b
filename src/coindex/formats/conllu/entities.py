"""CorefUD's notation for mentions, split antecedents and bridging in the MISC column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from coindex.core.annotation import Annotation, Attributes, Entity, Kind, Link, Mention, Reference, Relation
from coindex.core.document import Span, Token

HEADER = ("eid", "etype", "head", "other")
ID_FIELDS = ("eid", "GRP")
KEPT_EMPTY = ("empty fields", "kept")
APPENDED = ("Entity", "last in MISC")
TOLD = ("kind", "min", "ref", "sub", "opt", "ante", "rel", "markable")
"""What our writer adds to `other`: `kind:name`, `min:2..3`, `ante:7` (the number of the antecedent), `opt:1` ..."""

_ITEM = re.compile(r"\([^()]+\)?|[^()]+\)")
_PART = re.compile(r"^(.*)\[(\d{1,4})/(\d{1,4})\]$")
_NONE: tuple[int, ...] = ()
_NOTHING_TOLD: dict[str, str] = {}
_KINDS = {str(kind): kind for kind in Kind}
_REFERENCES = {str(reference): reference for reference in Reference}
_RELATIONS = {str(relation): relation for relation in Relation}


class Reporter(Protocol):
    """Whoever knows which file is being read."""

    def report(self, message: str, line: int, column: int = 1, *, detail: str = "", remedy: str = "") -> None: ...


class Fields(NamedTuple):
    """What an opening bracket says besides the entity's id; the same words come again and again, so they are kept."""

    type: str
    head: int
    minimum: tuple[int, ...]
    attributes: Attributes
    told: dict[str, str]
    kept_empty: bool


class _Draft:
    """A mention; `parts` grows as its brackets close."""

    __slots__ = ("entity", "fields", "line", "parts", "total")

    def __init__(self, entity: str, fields: Fields, total: int, line: int) -> None:
        self.entity, self.fields, self.total, self.line = entity, fields, total, line
        self.parts: list[Span] = []


class EntityReader:
    """Collects the mentions of one document cell by cell."""

    def __init__(self, header: Sequence[str], known: dict[str, Fields], reporter: Reporter) -> None:
        self.header, self.known, self.reporter = header, known, reporter
        self.drafts: list[_Draft] = []
        self.open: dict[str, list[tuple[_Draft, int]]] = {}
        self.unfinished: dict[str, list[_Draft]] = {}
        self.relations: list[tuple[str, str, int, int]] = []
        self.appended = False

    def cell(self, misc: str, token: int, line: int) -> str:
        """Take what belongs to coreference out of a MISC cell; the rest is returned."""
        start = misc.find("Entity=")
        if not start and "SplitAnte=" not in misc:
            value, _, others = misc.partition("|")
            self._entity(value[7:], token, line)
            return others or "_"
        rest: list[str] = []
        for item in misc.split("|"):
            if item.startswith("Entity="):
                self.appended |= bool(rest) and rest[-1].lower() > "entity"
                self._entity(item[7:], token, line)
            elif item.startswith(("Bridge=", "SplitAnte=")):
                key, _, value = item.partition("=")
                self.relations.append((key, value, token, line))
            else:
                rest.append(item)
        return "|".join(rest) or "_"

    def _entity(self, value: str, token: int, line: int) -> None:
        read = 0
        for item in _ITEM.findall(value):
            read += len(item)
            if item[0] != "(":
                self._end(item[:-1], token, line)
                continue
            alone = item[-1] == ")"
            key, _, rest = (item[1:-1] if alone else item[1:]).partition("-")
            fields = self.known.get(rest) or self._fields(rest)
            if "[" in key:
                draft = self._begin_part(key, fields, line)
            else:
                draft = _Draft(key, fields, 1, line)
                self.drafts.append(draft)
            if alone:
                draft.parts.append(Span(token, token + 1))
                self._complete(draft)
            else:
                self.open.setdefault(key, []).append((draft, token))
        if read != len(value):
            self.reporter.report(
                "Entity cannot be read", line, detail=value[:40], remedy="--lenient takes what it understands"
            )

    def _fields(self, text: str) -> Fields:
        """What a bracket says after the id; field by field, as the header of the document tells."""
        names = self.header[1:] or HEADER[1:]
        values = dict(zip(names, text.split("-", len(names) - 1), strict=False)) if text else {}
        kept_empty = len(values) == len(names) and text.endswith("-")
        head, minimum, told = 0, _NONE, _NOTHING_TOLD
        kind = values.pop("etype", "")
        if "head" in values and values["head"].isdecimal():
            head = int(values.pop("head")[:6])
        if "minspan" in values:
            minimum, contiguous = _minimum(values["minspan"])
            if contiguous:
                del values["minspan"]
        if values.get("other"):
            told, values["other"] = _told(values["other"])
        attributes = tuple([pair for pair in values.items() if pair[1]])
        fields = Fields(unquote(kind) if "%" in kind else kind, head, minimum, attributes, told, kept_empty)
        if len(self.known) < 100_000:
            self.known[text] = fields
        return fields

    def _begin_part(self, key: str, fields: Fields, line: int) -> _Draft:
        match = _PART.match(key)
        name, part, total = (match[1], int(match[2]), int(match[3])) if match else (key, 1, 1)
        if part > 1 and self.unfinished.get(name):
            return self.unfinished[name][-1]
        if part > 1:
            self.reporter.report(
                "a part of a mention without its first part", line, detail=key[:40], remedy="--lenient takes it as one"
            )
        draft = _Draft(name, fields, total, line)
        self.drafts.append(draft)
        if total > 1:
            self.unfinished.setdefault(name, []).append(draft)
        return draft

    def _end(self, key: str, token: int, line: int) -> None:
        waiting = self.open.get(key)
        if not waiting:
            self.reporter.report(
                "a mention ends that did not begin",
                line,
                detail=key[:40],
                remedy="check brackets; --lenient ignores it",
            )
            return
        draft, start = waiting.pop()
        draft.parts.append(Span(start, token + 1))
        self._complete(draft)

    def _complete(self, draft: _Draft) -> None:
        if draft.total > 1 and len(draft.parts) >= draft.total and draft in self.unfinished.get(draft.entity, ()):
            self.unfinished[draft.entity].remove(draft)

    def annotation(self, document: str, tokens: Sequence[Token]) -> Annotation:
        """Everything collected; brackets still open are reported."""
        for key, waiting in self.open.items():
            for draft, _ in waiting:
                self.reporter.report(
                    "a mention does not end in its document",
                    draft.line,
                    detail=key[:40],
                    remedy="check the brackets; --lenient drops it",
                )
        drafts = [draft for draft in self.drafts if draft.parts]
        mentions: list[Mention] = []
        groups: dict[str, list[Mention]] = {}
        types: dict[str, str] = {}
        for draft in drafts:
            mention = _mention(draft, tokens)
            if draft.fields.head and mention.head is None:
                detail, remedy = str(draft.fields.head), "--lenient leaves the head open"
                self.reporter.report("head is not a word of the mention", draft.line, detail=detail, remedy=remedy)
            kind = draft.fields.type
            if types.setdefault(draft.entity, kind) != kind:
                mention = replace(mention, attributes=(*mention.attributes, ("etype", kind)))
            mentions.append(mention)
            if "markable" not in draft.fields.told:
                groups.setdefault(draft.entity, []).append(mention)
        entities = tuple(Entity(name, tuple(group), types[name]) for name, group in groups.items())
        links = (*_directed(mentions, [draft.fields.told for draft in drafts]), *self._links(groups))
        kept = any(draft.fields.kept_empty for draft in drafts)
        styles = ((KEPT_EMPTY, kept), (APPENDED, self.appended))
        attributes = tuple(style for style, seen in styles if seen)
        return Annotation(document, mentions=tuple(mentions), entities=entities, links=links, attributes=attributes)

    def _links(self, groups: dict[str, list[Mention]]) -> list[Link]:
        """`Bridge=e12<e5:part`, `SplitAnte=e3<e11,e4<e11`: from the mention here to the nearest of the other."""
        links: list[Link] = []
        for key, value, token, line in self.relations:
            split: dict[str, list[Mention]] = {}
            for item in value.split(","):
                pair, _, subtype = item.partition(":")
                left, sign, right = pair.partition("<")
                anaphor = next((m for m in groups.get(right, ()) if m.start == token), None)
                antecedent = _nearest(groups.get(left, ()), token)
                if not sign or anaphor is None or antecedent is None:
                    self.reporter.report(
                        f"{key} names an unknown entity", line, detail=item[:40], remedy="--lenient drops the relation"
                    )
                elif key == "Bridge":
                    links.append(Link(anaphor, (antecedent,), Relation.BRIDGING, subtype))
                else:
                    split.setdefault(right, []).append(antecedent)
            for right, antecedents in split.items():
                anaphor = next(m for m in groups[right] if m.start == token)
                links.append(Link(anaphor, tuple(antecedents)))
        return links


def _mention(draft: _Draft, tokens: Sequence[Token]) -> Mention:
    fields = draft.fields
    parts = tuple(draft.parts) if len(draft.parts) == 1 else tuple(sorted(draft.parts))
    start, end = parts[0]
    if len(parts) == 1 and not fields.told and fields.minimum == (1,) and not fields.head:
        return Mention(parts, start, minimum=Span(start, start + 1), attributes=fields.attributes)
    inside: Sequence[int] = range(start, end) if len(parts) == 1 else [i for part in parts for i in range(*part)]
    head = inside[fields.head - 1] if 0 < fields.head <= len(inside) else None
    minimum = None
    places = [inside[number - 1] for number in fields.minimum if 0 < number <= len(inside)]
    if places:
        minimum = Span(min(places), max(places) + 1)
        head = _head(places, inside, tokens)
    if not fields.told:
        return Mention(parts, head, Kind.UNKNOWN, minimum, "", Reference.UNMARKED, "", fields.attributes)
    return Mention(
        parts,
        head,
        _KINDS.get(fields.told.get("kind", ""), Kind.UNKNOWN),
        _told_minimum(fields.told, inside) or minimum,
        "",
        _REFERENCES.get(fields.told.get("ref", ""), Reference.UNMARKED),
        fields.told.get("sub", ""),
        fields.attributes,
    )


def _head(places: Sequence[int], inside: Sequence[int], tokens: Sequence[Token]) -> int | None:
    """The word of a minimal span that depends on none of the others; of several, the first that heads the mention."""
    tops = [place for place in places if tokens[place].head not in places]
    outer = [place for place in tops if tokens[place].head not in inside]
    return next(iter(outer or tops), None)


@lru_cache(maxsize=4096)
def _minimum(value: str) -> tuple[tuple[int, ...], bool]:
    """The numbers of a minimal span, and whether they are all there is to say about it."""
    numbers = tuple(int(number[:6]) for number in value.split(",") if number.isdecimal())
    return numbers, bool(numbers) and value == ",".join(map(str, range(numbers[0], numbers[-1] + 1)))


def _nearest(mentions: Sequence[Mention], token: int) -> Mention | None:
    """The last mention that begins before a token, else the first one."""
    before = [mention for mention in mentions if mention.start < token]
    return before[-1] if before else mentions[0] if mentions else None


def _told(other: str) -> tuple[dict[str, str], str]:
    """What our own writer put into `other`, and the rest of it."""
    told: dict[str, str] = {}
    rest = []
    for item in other.split(","):
        key, _, value = item.partition(":")
        if key in TOLD:
            told[key] = unquote(value)
        else:
            rest.append(item)
    return told, ",".join(rest)


def _told_minimum(told: dict[str, str], inside: Sequence[int]) -> Span | None:
    bounds = told.get("min", "").split("..")
    if len(bounds) != 2 or not all(bound.isdecimal() and 0 < int(bound[:6]) <= len(inside) for bound in bounds):
        return None
    first, last = (inside[int(bound[:6]) - 1] for bound in bounds)
    return Span(first, last + 1)


def _directed(mentions: Sequence[Mention], told: Sequence[dict[str, str]]) -> Iterator[Link]:
    """Links whose direction is told in `other`."""
    for mention, ours in zip(mentions, told, strict=True):
        number = ours.get("ante", "")
        if number.isdecimal() and 0 < int(number[:8]) <= len(mentions):
            antecedent = mentions[int(number[:8]) - 1]
            relation = _RELATIONS.get(ours.get("rel", ""), Relation.IDENTITY)
            yield Link(mention, (antecedent,), relation, optional="opt" in ours)


def numbers_in(minimum: Span, inside: Sequence[int]) -> str:
    """A minimal span as word numbers inside its mention."""
    return ",".join([str(number) for number, place in enumerate(inside, 1) if place in minimum])


_RESERVED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%|-(),: \t"})


def escaped(value: str) -> str:
    """A value safe inside an Entity item."""
    return value.translate(_RESERVED)
