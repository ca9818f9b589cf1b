"""Reading a sentence column by column: several times faster than row by row, but only where nothing is odd."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, chain, repeat
from operator import add

from coindex.core.document import ROOT, Multiword, Span, Token
from coindex.formats.conllu.draft import Draft, bare, circle, word_range

_NUMBERS = tuple(str(number) for number in range(1, 1000))
_VALUES = {"_": -1, **{str(number): number for number in range(1000)}}
_BLANK = {"_": ""}
_new_token = tuple.__new__


def read_columns(draft: Draft, rows: list[str], line: int) -> tuple[Multiword, ...] | None:
    """A sentence of words and of multiword tokens that their words spell. `None`, and nothing done, for any other."""
    split = [row.split("\t") for row in rows]
    ranges = [row for row in split if "-" in row[0]]
    words = [row for row in split if "-" not in row[0]] if ranges else split
    try:
        columns = list(zip(*words, strict=True))
    except ValueError:
        return None
    count, first = len(words), len(draft.tokens)
    if len(columns) != 10 or columns[0] != _NUMBERS[:count]:
        return None
    heads = [_VALUES.get(head, count + 1) for head in columns[6]]
    if max(heads) > count or circle(heads) is not None:
        return None
    forms, misc = columns[1], columns[9]
    gaps = ["" if "SpaceAfter=No" in value else " " for value in misc]
    multiwords = _multiwords(ranges, forms, gaps, first)
    if multiwords is None:
        return None
    if "Entity=" in "".join(misc):
        lines = [line + at for at, row in enumerate(split) if "-" not in row[0]]
        cell = draft.entities.cell
        misc = tuple(
            [cell(value, first + at, lines[at]) if "Entity=" in value else value for at, value in enumerate(misc)]
        )
    starts = list(accumulate(map(add, map(len, forms), map(len, gaps)), initial=draft.length + len(draft.gap)))
    draft.pieces.append(draft.gap)
    draft.pieces.extend(chain.from_iterable(zip(forms, gaps, strict=True)))
    draft.pieces.pop()
    draft.gap, draft.length = gaps[-1], starts[-1] - len(gaps[-1])
    base = first - 1
    fields = zip(
        starts,
        map(add, starts, map(len, forms)),
        forms,
        *map(_blanked, columns[2:6]),
        [head + base if head > 0 else None if head else ROOT for head in heads],
        *map(_blanked, columns[7:9]),
        _blanked(misc),
        repeat(False),
        strict=False,
    )
    draft.tokens.extend(map(_new_token, repeat(Token), fields))
    return multiwords


def _multiwords(
    rows: list[list[str]], forms: tuple[str, ...], gaps: list[str], first: int
) -> tuple[Multiword, ...] | None:
    """Multiword tokens that their words spell; `gaps` is set right. `None` if one is anything else."""
    found: list[Multiword] = []
    for row in rows:
        span = word_range(row[0])
        if len(row) != 10 or span is None or span[1] > len(forms) or "Entity=" in row[9]:
            return None
        start, end = span[0] - 1, span[1]
        if (found and first + start < found[-1].span.end) or "".join(forms[start:end]) != row[1]:
            return None
        gaps[start:end] = [""] * (end - start - 1) + ["" if "SpaceAfter=No" in row[9] else " "]
        found.append(Multiword(Span(first + start, first + end), row[1], bare(row[5]), bare(row[9])))
    return tuple(found)


def _blanked(column: tuple[str, ...]) -> Iterable[str]:
    return map(_BLANK.get, column, column) if "_" in column else column
