"""Splits a chunk, the text between white space, into units and words."""

from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import NamedTuple

from coindex.parsers.token_rules import KINDS, LINK_SIGN, ReadingCondition, TokenRules

Unit = tuple[int, ...]
"""A surface token: where each of its words begins, and where the last one ends.

It has several words if it is a contraction or has a clitic; they are adjacent.
"""


class ChunkReading(NamedTuple):
    """The units of a chunk if `binding` holds, and those if it does not; no units: one word, the
    whole chunk.
    """

    units: tuple[Unit, ...] = ()
    binding: ReadingCondition = ReadingCondition.ALWAYS
    otherwise: tuple[Unit, ...] = ()


_Piece = tuple[str | None, str]
"""Kind and form of a piece."""

_END: _Piece = (None, "")
_WHOLE = ChunkReading()
_APOSTROPHES = str.maketrans("’‘`´", "''''")
_HYPHENS = frozenset("-‐‑")
_ATTACHABLE = _HYPHENS | {"'", "."}
_LONGEST_ITEM_NUMBER = 3
_LONGEST_WITH_CLITICS = 60
"""Characters: no word is longer, and each clitic costs another search of the whole string."""


def read_chunk(chunk: str, rules: TokenRules, start: int = 0) -> ChunkReading:
    """Read a chunk; `start` is the offset of its first character."""
    plain = chunk.translate(_APOSTROPHES)
    if plain.isalpha():
        return _read_letters(plain, rules, start)
    scan = rules.scan.with_links if LINK_SIGN.search(plain) else rules.scan.plain
    pieces: list[_Piece] = [
        (KINDS.get(match.lastgroup or "", match.lastgroup), match[0])
        for match in scan.finditer(plain)
    ]
    pieces += [_END, _END]
    units: list[Unit] = []
    joined, binding = 0, ReadingCondition.ALWAYS
    for index, (piece, (_, following)) in enumerate(pairwise(pieces[:-1])):
        if joined:
            joined -= 1
            continue
        (kind, form), binding = piece, ReadingCondition.ALWAYS
        if form == "'" or (kind != "mark" and following in _ATTACHABLE):
            count, binding = _joined(pieces, index, rules)
            if count > 1:
                kind, joined = "word", count - 1
                form = "".join([form for _, form in pieces[index : index + count]])
        end = start + len(form)
        if kind == "mark" and end > start + 1:
            units.extend(pairwise(range(start, end + 1)))
        else:
            units.append(_unit(form, start, rules) if kind == "word" else (start, end))
        start = end
    return ChunkReading(
        tuple(units), binding, () if binding is ReadingCondition.ALWAYS else _detached(units)
    )


def _read_letters(chunk: str, rules: TokenRules, start: int) -> ChunkReading:
    if chunk in rules.contractions:
        return ChunkReading((_bounds(rules.contractions[chunk], start),))
    if chunk.lower() in rules.cued:
        lengths, _ = rules.cued[chunk.lower()]
        return ChunkReading(
            (_bounds(lengths, start),), ReadingCondition.BEFORE_CUE, ((start, start + len(chunk)),)
        )
    return _WHOLE


def _detached(units: list[Unit]) -> tuple[Unit, ...]:
    """The last character, a full stop or an apostrophe, as a unit of its own."""
    *others, (start, *_, end) = units
    return (*others, (start, end - 1), (end - 1, end))


def _joined(pieces: list[_Piece], index: int, rules: TokenRules) -> tuple[int, ReadingCondition]:
    """How many pieces from `index` on form one unit, and when they do."""
    (kind, form), (_, following), after = pieces[index : index + 3]
    if form == "'":
        alone = index == 0 and after is _END and rules.clitic.match(form + following)
        return (2 if alone or following.lower() in rules.elided else 1), ReadingCondition.ALWAYS
    if following == ".":
        return _with_stop(pieces, index, rules)
    if following == "'":
        return _with_apostrophe(pieces, index, rules)
    return (_hyphenated(pieces, index, rules) if kind == "word" else 1), ReadingCondition.ALWAYS


def _with_stop(pieces: list[_Piece], index: int, rules: TokenRules) -> tuple[int, ReadingCondition]:
    (kind, form), _, after = pieces[index : index + 3]
    if kind == "number" and index == 0 and after is _END and len(form) <= _LONGEST_ITEM_NUMBER:
        return 2, ReadingCondition.AT_LINE_START
    binding = rules.abbreviations.get(form) if kind == "word" else None
    if binding is None:
        return 1, ReadingCondition.ALWAYS
    if after is _END or binding is ReadingCondition.ALWAYS:
        return 2, binding
    kinds = {
        ReadingCondition.BEFORE_NUMBER: ("number",),
        ReadingCondition.BEFORE_NAME: ("word", "mark"),
    }.get(binding, ("mark",))
    return (2 if after[0] in kinds else 1), ReadingCondition.ALWAYS


def _with_apostrophe(
    pieces: list[_Piece], index: int, rules: TokenRules
) -> tuple[int, ReadingCondition]:
    (kind, form), _, after = pieces[index : index + 3]
    if kind != "mark" and rules.clitic.match("'" + after[1]):
        return 3, ReadingCondition.ALWAYS
    if kind == "word" and pieces[0][1] != "'":
        if rules.shortened.search(form[-8:] + "'"):
            return 2, ReadingCondition.ALWAYS
        if after is _END and rules.plural_possessive.search(form[-2:] + "'"):
            return 2, ReadingCondition.OUTSIDE_QUOTES
    return 1, ReadingCondition.ALWAYS


def _hyphenated(pieces: list[_Piece], index: int, rules: TokenRules) -> int:
    count = 1
    while pieces[index + count][1] in _HYPHENS:
        before, (kind, after) = pieces[index + count - 1][1].lower(), pieces[index + count + 1]
        if kind not in ("word", "number"):
            return 2 if index == 0 and count == 1 and rules.broken_off.fullmatch(before) else count
        if before not in rules.prefixes and after.lower() not in rules.suffixes:
            break
        count += 2
    return count


def _unit(form: str, start: int, rules: TokenRules) -> Unit:
    if "'" not in form and form not in rules.contractions:
        return (start, start + len(form))
    return _bounds(rules.contractions.get(form) or _clitic_lengths(form, rules), start)


def _bounds(lengths: Iterable[int], start: int) -> Unit:
    return tuple(accumulate(lengths, initial=start))


def _clitic_lengths(form: str, rules: TokenRules) -> list[int]:
    lengths: list[int] = []
    if len(form) <= _LONGEST_WITH_CLITICS:
        while (match := rules.clitic.search(form)) and match.start():
            lengths.insert(0, len(match[0]))
            form = form[: match.start()]
        if rules.plural_possessive.search(form):
            lengths.insert(0, 1)
            form = form[:-1]
    return [len(form), *lengths]
