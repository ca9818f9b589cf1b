"""Splits raw text into units and words, with character offsets into the original text."""

import re
from collections.abc import Iterator

from coindex.language.languages import DEFAULT
from coindex.parsers.token_chunks import ChunkReading, Unit, read_chunk
from coindex.parsers.token_rules import ReadingCondition, TokenRules
from coindex.parsers.word_rules import word_rules

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
