"""CorefUD's notation for mentions, split antecedents and bridging in the MISC column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol
from urllib.parse import unquote

from coindex.core.annotation import Annotation, Entity, Kind, Link, Mention, Reference, Relation
from coindex.core.document import Span, Token

HEADER = ("eid", "etype", "head", "other")
ITEM = re.compile(r"\([^()]+\)?|[^()]+\)")
PART = re.compile(r"^(.*)\[(\d{1,4})/(\d{1,4})\]$")
ID_FIELDS = ("eid", "GRP")
KEPT_EMPTY = ("empty fields", "kept")
APPENDED = ("Entity", "last in MISC")


class Reporter(Protocol):
    def report(self, message: str, line: int, column: int = 1, *, detail: str = "", remedy: str = "") -> None: ...


class _Open(NamedTuple):
    number: int
    start: int
    line: int


class _Draft:
    """A mention whose end has not been seen yet."""

    __slots__ = ("entity", "fields", "parts", "total")

    def __init__(self, entity: str, fields: tuple[str, ...], total: int) -> None:
        self.entity, self.fields, self.total = entity, fields, total
        self.parts: list[Span] = []


class EntityReader:
    """Collects the mentions of one document cell by cell."""

    def __init__(self, header: list[str], reporter: Reporter) -> None:
        self.header, self.reporter = header, reporter
        self.drafts: list[_Draft] = []
        self.open: dict[str, list[_Open]] = {}
        self.unfinished: dict[str, list[int]] = {}
        self.relations: list[tuple[str, str, int, int]] = []
        self.kept_empty = self.appended = False

    def cell(self, misc: str, token: int, line: int) -> str:
        """Take what belongs to coreference out of a MISC cell; the rest is returned."""
        rest: list[str] = []
        for item in misc.split("|"):
            key, _, value = item.partition("=")
            if key == "Entity":
                self.appended |= bool(rest) and rest[-1].lower() > "entity"
                self._entity(value, token, line)
            elif key in ("Bridge", "SplitAnte"):
                self.relations.append((key, value, token, line))
            else:
                rest.append(item)
        return "|".join(rest) or "_"

    def _entity(self, value: str, token: int, line: int) -> None:
        matched = 0
        for match in ITEM.finditer(value):
            if match.start() != matched:
                break
            matched = match.end()
            item = match[0]
            if item[0] == "(":
                self._begin(item[1:].rstrip(")"), token, line)
                if item[-1] == ")":
                    self._end(item[1:-1].partition("-")[0], token, line)
            else:
                self._end(item[:-1], token, line)
        if matched != len(value):
            self.reporter.report(
                "Entity cannot be read",
                line,
                detail=value[matched : matched + 40],
                remedy="--lenient skips the rest of the cell",
            )

    def _begin(self, item: str, token: int, line: int) -> None:
        fields = tuple(item.split("-"))
        name, part, total = _part(fields[0])
        number = len(self.drafts)
        if total > 1 and part > 1 and self.unfinished.get(name):
            number = self.unfinished[name][-1]
        else:
            if part > 1:
                self.reporter.report(
                    "a part of a mention without its first part",
                    line,
                    detail=fields[0],
                    remedy="--lenient takes it as a mention",
                )
            self.drafts.append(_Draft(name, fields, total))
            if total > 1:
                self.unfinished.setdefault(name, []).append(number)
        self.open.setdefault(fields[0], []).append(_Open(number, token, line))

    def _end(self, key: str, token: int, line: int) -> None:
        waiting = self.open.get(key)
        if not waiting:
            self.reporter.report(
                "a mention ends that did not begin",
                line,
                detail=key[:40],
                remedy="check the brackets; --lenient ignores it",
            )
            return
        opened = waiting.pop()
        draft = self.drafts[opened.number]
        draft.parts.append(Span(opened.start, token + 1))
        if draft.total > 1 and len(draft.parts) >= draft.total:
            numbers = self.unfinished.get(draft.entity, [])
            if opened.number in numbers:
                numbers.remove(opened.number)

    def annotation(self, document: str, tokens: Sequence[Token], line: int) -> Annotation:
        for key, waiting in self.open.items():
            for opened in waiting:
                self.reporter.report(
                    "a mention does not end in its document",
                    opened.line,
                    detail=key[:40],
                    remedy="check the brackets; --lenient drops it",
                )
        mentions: list[Mention] = []
        told: list[dict[str, str]] = []
        groups: dict[str, list[Mention]] = {}
        types: dict[str, str] = {}
        for draft in self.drafts:
            if not draft.parts:
                continue
            etype, mention, ours = self._mention(draft, tokens)
            if types.setdefault(draft.entity, etype) != etype:
                mention = replace(mention, attributes=(*mention.attributes, ("etype", etype)))
            mentions.append(mention)
            told.append(ours)
            if "markable" not in ours:
                groups.setdefault(draft.entity, []).append(mention)
        entities = tuple(Entity(name, tuple(group), types[name]) for name, group in groups.items())
        links = (*_directed(mentions, told), *self._links(groups))
        styles = ((KEPT_EMPTY, self.kept_empty), (APPENDED, self.appended))
        attributes = tuple(style for style, seen in styles if seen)
        return Annotation(document, mentions=tuple(mentions), entities=entities, links=links, attributes=attributes)

    def _mention(self, draft: _Draft, tokens: Sequence[Token]) -> tuple[str, Mention, dict[str, str]]:
        """The entity type, the mention, and what our own writer told in `other`."""
        header = tuple(self.header) or HEADER
        fields = draft.fields
        if len(fields) > len(header):
            fields = (*fields[: len(header) - 1], "-".join(fields[len(header) - 1 :]))
        elif len(fields) == len(header) and not fields[-1]:
            self.kept_empty = True
        parts = tuple(draft.parts) if len(draft.parts) == 1 else tuple(sorted(draft.parts))
        inside = [index for part in parts for index in range(*part)]
        etype, head, minimum = "", None, None
        ours: dict[str, str] = {}
        attributes: list[tuple[str, str]] = []
        for field, given in zip(header[1:], fields[1:], strict=False):
            value = given
            if not value:
                continue
            if field == "etype":
                etype = unquote(value)
                continue
            if field == "head" and value.isdecimal() and 0 < int(value[:6]) <= len(inside):
                head = inside[int(value[:6]) - 1]
                continue
            if field == "minspan":
                minimum, head = _minimum(value, inside, tokens)
                if minimum is not None and value == numbers_in(minimum, inside):
                    continue
            elif field == "other":
                ours, value = _told(value)
                minimum = _told_minimum(ours, inside) or minimum
            if value:
                attributes.append((field, value))
        mention = Mention(
            parts,
            head,
            _KINDS.get(ours.get("kind", ""), Kind.UNKNOWN),
            minimum,
            "",
            _REFERENCES.get(ours.get("ref", ""), Reference.UNMARKED),
            ours.get("sub", ""),
            tuple(attributes),
        )
        return etype, mention, ours

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
                        f"{key} names an unknown entity",
                        line,
                        detail=item[:40],
                        remedy="--lenient drops the relation",
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
    """The last mention that begins before a token, else the first one."""
    before = [mention for mention in mentions if mention.start < token]
    return before[-1] if before else mentions[0] if mentions else None


def _part(name: str) -> tuple[str, int, int]:
    match = PART.match(name)
    return (match[1], int(match[2]), int(match[3])) if match else (name, 1, 1)


def _minimum(value: str, inside: Sequence[int], tokens: Sequence[Token]) -> tuple[Span | None, int | None]:
    """GUM's minimal span: word numbers inside the mention; its head is the word that depends on none of the others."""
    numbers = [int(number[:6]) for number in value.split(",") if number.isdecimal()]
    places = [inside[number - 1] for number in numbers if 0 < number <= len(inside)]
    if not places:
        return None, None
    head = next((place for place in places if tokens[place].head not in places), None)
    return Span(min(places), max(places) + 1), head


def numbers_in(minimum: Span, inside: Sequence[int]) -> str:
    """A minimal span as word numbers inside its mention."""
    start, end = minimum
    return ",".join([str(number) for number, place in enumerate(inside, 1) if start <= place < end])


TOLD = ("kind", "min", "ref", "sub", "opt", "ante", "rel", "markable")
"""What our writer adds to `other`: `kind:name`, `min:2..3`, `ante:7` (the number of the antecedent), `opt:1` ..."""


_KINDS = {str(kind): kind for kind in Kind}
_REFERENCES = {str(reference): reference for reference in Reference}
_RELATIONS = {str(relation): relation for relation in Relation}


def _told(other: str) -> tuple[dict[str, str], str]:
    """What our own writer put into `other`, and the rest of it."""
    ours: dict[str, str] = {}
    rest = []
    for item in other.split(","):
        key, _, value = item.partition(":")
        if key in TOLD:
            ours[key] = unquote(value)
        else:
            rest.append(item)
    return ours, ",".join(rest)


def _told_minimum(ours: dict[str, str], inside: Sequence[int]) -> Span | None:
    bounds = ours.get("min", "").split("..")
    if len(bounds) != 2 or not all(bound.isdecimal() and 0 < int(bound[:6]) <= len(inside) for bound in bounds):
        return None
    first, last = (inside[int(bound[:6]) - 1] for bound in bounds)
    return Span(first, last + 1)


def _directed(mentions: Sequence[Mention], told: Sequence[dict[str, str]]) -> Iterator[Link]:
    """Links whose direction is told in `other`."""
    for mention, ours in zip(mentions, told, strict=True):
        number, relation = ours.get("ante", ""), ours.get("rel", "")
        if number.isdecimal() and 0 < int(number[:8]) <= len(mentions):
            antecedent = mentions[int(number[:8]) - 1]
            meaning = _RELATIONS.get(relation, Relation.IDENTITY)
            yield Link(mention, (antecedent,), meaning, optional="opt" in ours)


_RESERVED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%|-(),: \t"})


def escaped(value: str) -> str:
    """A value safe inside an Entity item."""
    return value.translate(_RESERVED)
