"""CorefUD's notation for mentions, split antecedents and bridging in the MISC column."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from coindex.core.annotation import Annotation, Entity, Kind, Link, Mention, Reference, Relation
from coindex.core.document import Span, Token
from coindex.core.messages import Message
from coindex.core.remedies import Remedy, leniently
from coindex.formats.conllu.fields import Fields, Header
from coindex.formats.conllu.lines import ConlluLines

KEPT_EMPTY = ("empty fields", "kept")
APPENDED = ("Entity", "last in MISC")
PLACES = "Entity in MISC"
"""An attribute: tokens whose `Entity=` is at another place among the entries than the style of the
file says, with these places: `7:1 12:0`.
"""

_PART = re.compile(r"^(.*)\[(\d{1,4})/(\d{1,4})\]$")
_KINDS = {str(kind): kind for kind in Kind}
_REFERENCES = {str(reference): reference for reference in Reference}
_UNKNOWN, _UNMARKED = Kind.UNKNOWN, Reference.UNMARKED
_RELATIONS = {str(relation): relation for relation in Relation}


def place_of(entry: str, misc: str, *, appended: bool) -> int:
    """Where an entry stands among others: in alphabetical order if they are sorted, else last."""
    keys = [one.lower() for one in misc.split("|")] if misc else []
    if appended or keys != sorted(keys):
        return len(keys)
    return sum(key < entry.lower() for key in keys)


class Reporter(Protocol):
    """The reader, which knows the file being read."""

    def report(
        self,
        message: str,
        line: int,
        column: int = 1,
        *,
        detail: str = "",
        remedy: Remedy | str = "",
    ) -> None: ...


class _Whole(NamedTuple):
    """A mention of several brackets: the number of the first one, and how many are
    still to come.
    """

    bracket: int
    missing: int


class EntityReader:
    """Collects the mentions of one document cell by cell.

    Brackets are numbered in opening order. For each bracket, `begun` holds its key, fields and
    first token; `ends` the token after its last, 0 while it is open. `later` maps a bracket to the
    first one of the same mention.
    """

    def __init__(self, header: Header, reporter: Reporter, lines: ConlluLines) -> None:
        self.header, self.reporter, self.lines = header, reporter, lines
        self.begun: list[tuple[str, Fields, int]] = []
        self.ends: list[int] = []
        self.open: defaultdict[str, list[int]] = defaultdict(list)
        self.later: dict[int, int] = {}
        self.unfinished: defaultdict[str, list[_Whole]] = defaultdict(list)
        self.relations: list[tuple[str, str, int]] = []
        self.appended = False
        self._inner: list[tuple[int, str, int]] = []

    def cells(self, column: Sequence[str], first: int) -> list[str]:
        """Remove what belongs to coreference from the MISC of consecutive tokens, and return the
        rest.
        """
        rest = list(column)
        for at, misc in enumerate(column):
            if "Entity=" not in misc:
                continue
            before, _, after = misc.partition("Entity=")
            value, bar, behind = after.partition("|")
            others = before + behind if bar else before[:-1]
            if bar:
                self._inner.append((first + at, others, before.count("|")))
            mixed = "Bridge=" in others or "SplitAnte=" in others or "Entity=" in others
            if mixed or (before and before[-1] != "|"):
                rest[at] = self._item_by_item(misc, first + at)
                continue
            self._entity(value, first + at)
            rest[at] = others or "_"
            if before and not self.appended:
                self.appended = before[before.rfind("|", 0, -1) + 1 : -1].lower() > "entity"
        return rest

    def _item_by_item(self, misc: str, token: int) -> str:
        rest: list[str] = []
        for item in misc.split("|"):
            if item.startswith("Entity="):
                self.appended |= bool(rest) and rest[-1].lower() > "entity"
                self._entity(item[7:], token)
            elif item.startswith(("Bridge=", "SplitAnte=")):
                key, _, value = item.partition("=")
                self.relations.append((key, value, token))
            else:
                rest.append(item)
        return "|".join(rest) or "_"

    def _entity(self, value: str, token: int) -> None:
        opened = value.split("(")
        before = opened.pop(0)
        odd = self._close(before, token) if before else False
        for item in opened:
            inside, alone, after = item.partition(")")
            key, _, rest = inside.partition("-")
            if not alone:
                self.open[key].append(len(self.ends))
            if "[" in key:
                key = self._part(key, token)
            self.begun.append((key, self.header[rest], token))
            self.ends.append(token + 1 if alone else 0)
            if after:
                odd |= self._close(after, token)
        if odd or "" in opened:
            remedy = leniently("keeps what it understands")
            self._report(token, "Entity cannot be read", detail=value[:40], remedy=remedy)

    def _close(self, text: str, token: int) -> bool:
        """End the mentions of `e1)e2)`; returns whether the cell contains anything else."""
        *keys, rest = text.split(")")
        odd = bool(rest)
        for key in keys:
            waiting = self.open[key] if key else None
            if waiting:
                self.ends[waiting.pop()] = token + 1
            elif key:
                remedy = leniently("ignores it", "check brackets")
                self._report(
                    token, "a mention ends that did not begin", detail=key[:40], remedy=remedy
                )
            else:
                odd = True
        return odd

    def _part(self, key: str, token: int) -> str:
        """The entity of a bracket that is one of several of its mention."""
        match = _PART.match(key)
        name, part, total = (match[1], int(match[2]), int(match[3])) if match else (key, 1, 1)
        bracket, unfinished = len(self.begun), self.unfinished[name]
        if part > 1 and unfinished:
            first, missing = unfinished.pop()
            self.later[bracket] = first
            if missing > 1:
                unfinished.append(_Whole(first, missing - 1))
            return name
        if part > 1:
            self._report(
                token,
                "a part of a mention without its first part",
                detail=key[:40],
                remedy=leniently("treats it as one"),
            )
        if total > 1:
            unfinished.append(_Whole(bracket, total - 1))
        return name

    def annotation(self, document: str, tokens: Sequence[Token]) -> Annotation:
        """The collected annotation; brackets that are still open are reported."""
        if not self.begun and not self.relations:
            return Annotation(document)
        self._report_open()
        mentions: list[Mention] = []
        groups: defaultdict[str, list[Mention]] = defaultdict(list)
        types: dict[str, str] = {}
        directed: list[tuple[Mention, Mapping[str, str]]] = []
        any_kept = False
        for (name, fields, start), parts in zip(self.begun, self._parts(), strict=True):
            if not parts:
                continue
            mention = _mention_of(parts, fields, tokens)
            kind, head, _, _, ours, kept_empty = fields
            if head and mention.head is None:
                remedy = leniently("leaves the head open")
                self._report(
                    start, "head is not a word of the mention", detail=str(head), remedy=remedy
                )
            # An entity has one type, the first; another one stays with its mention, to be written
            # again.
            if types.setdefault(name, kind) != kind:
                mention = mention._replace(attributes=(*mention.attributes, ("etype", kind)))
            mentions.append(mention)
            any_kept |= kept_empty
            if ours:
                directed.append((mention, ours))
                if "markable" in ours:
                    continue
            groups[name].append(mention)
        entities = tuple(
            [Entity(name, tuple(group), types[name]) for name, group in groups.items()]
        )
        links = (*_directed(mentions, directed), *self._links(groups))
        styles = ((KEPT_EMPTY, any_kept), (APPENDED, self.appended))
        attributes = tuple(style for style, seen in styles if seen)
        places = [
            f"{token}:{place}"
            for token, others, place in self._inner
            if place != place_of("Entity=", others, appended=self.appended)
        ]
        if places:
            attributes += ((PLACES, " ".join(places)),)
        return Annotation(
            document,
            mentions=tuple(mentions),
            entities=entities,
            links=links,
            attributes=attributes,
        )

    def _report(self, token: int, message: str, *, detail: str, remedy: Remedy | str) -> None:
        self.reporter.report(message, self.lines.of(token), detail=detail, remedy=remedy)

    def _report_open(self) -> None:
        for key, waiting in self.open.items():
            for bracket in waiting:
                self._report(
                    self.begun[bracket][2],
                    "a mention does not end in its document",
                    detail=key[:40],
                    remedy=leniently("drops it", "check the brackets"),
                )

    def _parts(self) -> list[tuple[Span, ...]]:
        """For each bracket that begins a mention, the parts of the mention; empty for other
        brackets and for those that do not end.
        """
        parts: list[tuple[Span, ...]] = [
            (Span(start, end),) if end else ()
            for (_, _, start), end in zip(self.begun, self.ends, strict=True)
        ]
        for bracket, first in self.later.items():
            parts[first] = tuple(sorted((*parts[first], *parts[bracket])))
            parts[bracket] = ()
        return parts

    def _links(self, groups: dict[str, list[Mention]]) -> list[Link]:
        """`Bridge=e12<e5:part`, `SplitAnte=e3<e11,e4<e11`: from the mention at this token to the
        nearest one of the other entity.
        """
        links: list[Link] = []
        for key, value, token in self.relations:
            split: dict[str, list[Mention]] = {}
            for item in value.split(","):
                pair, _, subtype = item.partition(":")
                left, sign, right = pair.partition("<")
                anaphor = next((m for m in groups.get(right, ()) if m.start == token), None)
                antecedent = _nearest(groups.get(left, ()), token)
                if not sign or anaphor is None or antecedent is None:
                    self._report(
                        token,
                        Message("{key} names an unknown entity", key=key),
                        detail=item[:40],
                        remedy=leniently("drops the relation"),
                    )
                elif key == "Bridge":
                    links.append(Link(anaphor, (antecedent,), Relation.BRIDGING, subtype))
                else:
                    split.setdefault(right, []).append(antecedent)
            for right, antecedents in split.items():
                anaphor = next(m for m in groups[right] if m.start == token)
                links.append(Link(anaphor, tuple(antecedents)))
        return links


def _nearest(mentions: Sequence[Mention], token: int) -> Mention | None:
    """The last mention that begins before a token, or else the first one."""
    before = [mention for mention in mentions if mention.start < token]
    return before[-1] if before else mentions[0] if mentions else None


def _directed(
    mentions: Sequence[Mention], directed: Sequence[tuple[Mention, Mapping[str, str]]]
) -> Iterator[Link]:
    """The links whose direction is written in `other`."""
    for mention, ours in directed:
        number = ours.get("ante", "")
        if number.isdecimal() and 0 < int(number[:8]) <= len(mentions):
            antecedent = mentions[int(number[:8]) - 1]
            relation = _RELATIONS.get(ours.get("rel", ""), Relation.IDENTITY)
            yield Link(mention, (antecedent,), relation, optional="opt" in ours)


def _mention_of(parts: tuple[Span, ...], fields: Fields, tokens: Sequence[Token]) -> Mention:
    """The mention; words of `head` or `minimum` that are not in it are left out."""
    _, number, numbers, attributes, ours, _ = fields
    if ours or len(numbers) > 1 or len(parts) > 1:
        return _elaborate(parts, fields, tokens)
    start, end = parts[0]
    head, minimum = None, None
    if numbers and start < (after := start + numbers[0]) <= end:
        head, minimum = after - 1, parts[0] if end - start == 1 else Span(after - 1, after)
    elif 0 < number <= end - start:
        head = start + number - 1
    return Mention(parts, head, _UNKNOWN, minimum, "", _UNMARKED, "", attributes)


def _elaborate(parts: tuple[Span, ...], fields: Fields, tokens: Sequence[Token]) -> Mention:
    inside = (
        range(*parts[0]) if len(parts) == 1 else [index for part in parts for index in range(*part)]
    )
    head = inside[fields.head - 1] if 0 < fields.head <= len(inside) else None
    minimum = None
    places = [inside[number - 1] for number in fields.minimum if 0 < number <= len(inside)]
    if places:
        minimum = Span(min(places), max(places) + 1)
        head = _head_in(places, inside, tokens)
    ours = fields.ours
    return Mention(
        parts,
        head,
        _KINDS.get(ours.get("kind", ""), _UNKNOWN),
        _minimum(ours, inside) or minimum,
        "",
        _REFERENCES.get(ours.get("ref", ""), _UNMARKED),
        ours.get("sub", ""),
        fields.attributes,
    )


def _head_in(places: Sequence[int], inside: Sequence[int], tokens: Sequence[Token]) -> int | None:
    """The word of a minimal span that depends on none of the others; of several, the first that
    heads the mention.
    """
    tops = [place for place in places if tokens[place].head not in places]
    outer = [place for place in tops if tokens[place].head not in inside]
    return next(iter(outer or tops), None)


def _minimum(ours: dict[str, str], inside: Sequence[int]) -> Span | None:
    bounds = ours.get("min", "").split("..")
    if len(bounds) != 2 or not all(
        bound.isdecimal() and 0 < int(bound[:6]) <= len(inside) for bound in bounds
    ):
        return None
    first, last = (inside[int(bound[:6]) - 1] for bound in bounds)
    return Span(first, last + 1)
