"""Splits raw text into chunks at white space, and these into units and words, with offsets."""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from coindex.language.languages import DEFAULT
from coindex.parsers.word_rules import KINDS, LINK_SIGN, ReadingCondition, TokenRules, word_rules

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
"""Digits of a number that may number an item of a list, *12.*; a year ends a sentence."""
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
    # Two ends, so that every piece has two that follow, which rules of joining look at.
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
    if binding is ReadingCondition.ALWAYS and after[1] == "'":
        clitic = pieces[index + 3 : index + 4]  # *Corp.'s* is one unit of two words
        if clitic and rules.clitic.match("'" + clitic[0][1]):
            return 4, binding
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


_READINGS: dict[str, dict[str, ChunkReading]] = {}

# Longer chunks are hardly seen twice; this many short ones fill some tens of megabytes.
_KEPT_LENGTH = 32
_KEPT_CHUNKS = 50_000
"""Readings that are cached; a full cache is emptied, so that a server does not grow."""

_CHUNK = re.compile(r"\S+")
_NEXT_WORD = re.compile(r"(\s*)(\w{0,20})(\S?)")
_OPENING_QUOTE = re.compile(r"(?<![^\s(\[—])['‘](?=\w)")
_QUOTE_REACH = 200
"""Characters to search back for the opening mark: a bound for lines without end."""
_BLANK_LINES = re.compile(r"(?>\r\n|[\n\r])[^\S\n\r]*+[\n\r]\s*+|[\f\u2029]\s*+")


def tokenise(text: str, language: str = DEFAULT) -> Iterator[Unit]:
    """Units in text order; every character that is not white space is in exactly one word."""
    return _units(text, word_rules(language).tokens, _READINGS.setdefault(language, {}))


def _units(text: str, rules: TokenRules, readings: dict[str, ChunkReading]) -> Iterator[Unit]:
    for match in _CHUNK.finditer(text):
        chunk, offset = match[0], match.start()
        reading = readings.get(chunk)
        if reading is None:
            if len(chunk) > _KEPT_LENGTH:
                reading, offset = read_chunk(chunk, rules, offset), 0
            else:
                if len(readings) >= _KEPT_CHUNKS:
                    readings.clear()
                reading = readings[chunk] = read_chunk(chunk, rules)
        chosen, binding, otherwise = reading
        if not chosen:
            yield match.span()
            continue
        if binding is not ReadingCondition.ALWAYS and not _holds(binding, match, rules):
            chosen = otherwise
        if offset:
            for unit in chosen:
                yield tuple([offset + place for place in unit])
        else:
            yield from chosen


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Character spans of the paragraphs, separated by blank lines, without the white space around
    them.
    """
    spans = []
    begin = 0
    for end, next_begin in [
        *(match.span() for match in _BLANK_LINES.finditer(text)),
        (len(text), len(text)),
    ]:
        body = text[begin:end].rstrip()
        start = begin + len(body) - len(body.lstrip())
        if body:
            spans.append((start, begin + len(body)))
        begin = next_begin
    return spans


def _holds(binding: ReadingCondition, chunk: re.Match[str], rules: TokenRules) -> bool:
    text = chunk.string
    if binding is ReadingCondition.OUTSIDE_QUOTES:
        return not _in_quotes(text, chunk.start())
    if binding is ReadingCondition.AT_LINE_START:
        return chunk.start() == 0 or text[chunk.start() - 1] in "\n\r"
    following = _NEXT_WORD.match(text, chunk.end())
    assert following
    space, word, mark = following.groups()
    if binding is ReadingCondition.BEFORE_NUMBER:
        return word[:1].isdigit()
    if binding is ReadingCondition.BEFORE_CUE:
        return mark != "-" and word.lower() in rules.cued[chunk[0].lower()][1]
    if "\n" in space or not word + mark:
        return False
    return (
        word not in rules.openers
        if binding is ReadingCondition.BEFORE_NAME
        else not word[:1].isupper()
    )


def _in_quotes(text: str, place: int) -> bool:
    """Whether the last nearby quotation mark of the line, if any, opens a quotation."""
    reach = max(0, place - _QUOTE_REACH)
    last = max(text.rfind(mark, reach, place) for mark in "'‘’\n")
    return last >= 0 and _OPENING_QUOTE.match(text, last, place) is not None
