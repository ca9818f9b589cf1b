"""The bracket column of CoNLL-2012 and SemEval-2010, and CRAC's marks: mentions that open and close
token by token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.document import Document, Span
from coindex.core.problems import Problems
from coindex.core.remedies import Remedy, leniently

Place = Callable[[int], tuple[int, int]]
"""Maps a token to the line and column of its bracket cell."""


class Notation(NamedTuple):
    """The characters that open and close a mention and that separate the items of a cell."""

    opening: str = "("
    closing: str = ")"
    separator: str = "|"


COLUMNS = Notation()
"""The notation of CoNLL-2012 and SemEval-2010."""


@lru_cache
def _patterns(notation: Notation) -> tuple[re.Pattern[str], re.Pattern[str]]:
    opening, closing, separator = map(re.escape, notation)
    name = f"([^{opening}{closing}{separator}]+)"
    mark = f"{opening}{name}({closing}?)|{name}{closing}|([0-9]+)"
    return re.compile(mark), re.compile(f"{separator}*")


@lru_cache(maxsize=65536)
def items(cell: str, notation: Notation = COLUMNS) -> tuple[tuple[str, bool, bool], ...]:
    """Entity id, whether a bracket opens, whether it closes; an empty list for a malformed cell. A
    number without a bracket is a word inside a mention, as some programs mark it.
    """
    item, parting = _patterns(notation)
    items, position = [], 0
    while position < len(cell):
        match = item.match(cell, position)
        if match is None:
            return ()
        opened, closed_at_once, closed, inside = match.groups()
        closes = closed is not None or bool(closed_at_once)
        items.append((opened or closed or inside, opened is not None, closes))
        separators = parting.match(cell, match.end())
        position = separators.end() if separators else match.end()
    return tuple(items)


class Brackets:
    """Collects the mentions of one document. Of the brackets of one entity, the last one opened is
    closed first.
    """

    def __init__(
        self, problems: Problems, path: str, place: Place, notation: Notation = COLUMNS
    ) -> None:
        self._problems, self._path, self._place = problems, path, place
        self._notation = notation
        self._open: dict[str, list[int]] = {}
        self._pairs: list[tuple[int, int, str]] = []
        self._several: dict[int, str] = {}

    def cell(self, cell: str, token: int) -> None:
        marks = items(cell, self._notation)
        if not marks:
            self._report(
                "malformed coreference cell", token, repr(cell), leniently("ignores the cell")
            )
        if len(marks) > 1:
            self._several[token] = cell
        for name, opens, closes in marks:
            if opens and closes:
                self._pairs.append((token, -token - 1, name))
            elif opens:
                self._open.setdefault(name, []).append(token)
            elif not closes and self._open.get(name):
                continue
            elif closes and (starts := self._open.get(name)):
                self._pairs.append((starts.pop(), -token - 1, name))
            else:
                self._report(
                    "mention closed but never opened", token, name, leniently("ignores the bracket")
                )

    def annotation(self, document: str) -> Annotation:
        """The collected annotation; brackets that are still open are a problem."""
        for name, starts in self._open.items():
            for token in starts:
                self._report(
                    "mention never closed",
                    token,
                    name,
                    leniently("ignores the bracket", "close it in the same document"),
                )
        self._pairs.sort(key=itemgetter(0, 1))
        groups: dict[str, list[Mention]] = {}
        mentions = []
        for start, minus_end, name in self._pairs:
            mention = Mention((Span(start, -minus_end),))
            mentions.append(mention)
            groups.setdefault(name, []).append(mention)
        entities = tuple(Entity(name, tuple(group)) for name, group in groups.items())
        attributes = ((ORDER, order),) if (order := self._unusual(entities)) else ()
        return Annotation(
            document, mentions=tuple(mentions), entities=entities, attributes=attributes
        )

    def _unusual(self, entities: Iterable[Entity]) -> str:
        """The cells of several brackets that would be written in another order."""
        if not self._several or self._notation is not COLUMNS:
            return ""
        several = self._several
        spans = (
            (entity.id, span)
            for entity in entities
            for mention in entity.mentions
            if (span := mention.parts[0]).start in several or span.end - 1 in several
        )
        ordered = _ordered(spans)
        return " ".join(
            f"{token}={cell}"
            for token, cell in several.items()
            if sorted(cell.split("|")) == sorted(ordered.get(token, ()))
            and cell != "|".join(ordered[token])
        )

    def _report(self, message: str, token: int, detail: str, remedy: Remedy | str) -> None:
        line, column = self._place(token)
        self._problems.report(
            message, path=self._path, line=line, column=column, detail=detail, remedy=remedy
        )


def numbered(
    entities: Sequence[Entity], notation: Notation = COLUMNS, prefix: str = ""
) -> list[str]:
    """Entity ids that can be written inside brackets; others are replaced by the prefix and an
    unused number.
    """
    taken, forbidden = {entity.id for entity in entities}, "".join(notation)
    names, seen, fresh = [], set[str](), 0
    for entity in entities:
        name = entity.id
        if (
            name in seen
            or not name
            or not name.isprintable()
            or any(c in forbidden or c.isspace() for c in name)
        ):
            while f"{prefix}{fresh}" in taken:
                fresh += 1
            name = f"{prefix}{fresh}"
            taken.add(name)
        seen.add(name)
        names.append(name)
    return names


ORDER = "order of brackets"
"""An attribute of an annotation: cells whose brackets are in another order than ours."""


def cells(
    spans: Iterable[tuple[str, Span]], length: int, nothing: str, kept: str = ""
) -> list[str]:
    """The column for entity ids and the tokens they cover: closing brackets, then opening ones,
    longer mentions first; cells in `kept` have the order of the file if they have its brackets.
    """
    column = [nothing] * length
    for token, items in _ordered(spans).items():
        column[token] = "|".join(items)
    for place, _, cell in (one.partition("=") for one in kept.split()):
        token = int(place)
        if token < length and sorted(column[token].split("|")) == sorted(cell.split("|")):
            column[token] = cell
    return column


def _ordered(spans: Iterable[tuple[str, Span]]) -> dict[int, list[str]]:
    """The brackets of each token that has some, in our order."""
    closing: dict[int, list[tuple[int, str]]] = {}
    opening: dict[int, list[tuple[int, str]]] = {}
    for name, span in spans:
        if span.length == 1:
            opening.setdefault(span.start, []).append((-1, f"({name})"))
        else:
            opening.setdefault(span.start, []).append((-span.end, f"({name}"))
            closing.setdefault(span.end - 1, []).append((-span.start, f"{name})"))
    ordered = {}
    for token in {*closing, *opening}:
        first = sorted(closing.get(token, ()), key=_rank)
        then = sorted(opening.get(token, ()), key=_opening_rank)
        ordered[token] = [item for _, item in (*first, *then)]
    return ordered


def _rank(item: tuple[int, str]) -> int:
    return item[0]


def _opening_rank(item: tuple[int, str]) -> tuple[bool, int]:
    return item[0] == -1, item[0]


def word_spans(
    document: Document, entities: Sequence[Entity], *, empty: bool = False
) -> list[tuple[str, Span]]:
    """Each mention as one span over the written words; zeros are dropped unless `empty` tokens are
    written too.
    """
    new = [0]
    for token in document.tokens:
        new.append(new[-1] + (empty or not token.empty))
    names = numbered(entities)
    spans = (
        (name, Span(new[mention.start], new[mention.end]))
        for name, entity in zip(names, entities, strict=True)
        for mention in entity.mentions
    )
    return [(name, span) for name, span in spans if span.length]
