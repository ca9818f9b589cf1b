"""Raw text into units and words, with character offsets into the text as it was given."""

import re
from typing import NamedTuple

from coindex.core.errors import UnknownComponent, suggestion
from coindex.parsers.english_tokens import ENGLISH
from coindex.parsers.token_chunks import Reading, read_chunk
from coindex.parsers.token_rules import Binding, TokenRules

Word = tuple[int, int]
"""A syntactic word: the characters from start to end, half-open."""


class Unit(NamedTuple):
    """A surface token; several words if it is a contraction or carries a clitic."""

    start: int
    end: int
    words: tuple[Word, ...]


_RULES = {"en": ENGLISH}
_READINGS: dict[str, dict[str, Reading]] = {language: {} for language in _RULES}

# Longer chunks are hardly seen twice; so many short ones fill some tens of megabytes.
_KEPT_LENGTH = 32
_KEPT_CHUNKS = 50_000

_CHUNK = re.compile(r"\S+")
_NEXT_WORD = re.compile(r"(\s*)(\w{0,20})(\S?)")
_OPEN_QUOTE = re.compile(r"(?<![^\s(\[—])['‘](?=\w)[^'‘’\n]*$")
_QUOTE_REACH = 200
_BLANK_LINES = re.compile(r"(?>\r\n|[\n\r])[^\S\n\r]*+[\n\r]\s*+|[\f\u2029]\s*+")

# The constructor of a named tuple takes twice as long, and this one stands in the innermost loop.
_new = tuple.__new__


def tokenise(text: str, language: str = "en") -> list[Unit]:
    """Units in text order; every character that is not white space lies in exactly one word."""
    rules = _RULES.get(language)
    if rules is None:
        raise UnknownComponent(f"no tokenisation rules for language {language!r}; {suggestion(language, _RULES)}")
    readings = _READINGS[language]
    units: list[Unit] = []
    for match in _CHUNK.finditer(text):
        chunk = match[0]
        reading = readings.get(chunk)
        if reading is None:
            reading = read_chunk(chunk, rules)
            if len(chunk) <= _KEPT_LENGTH:
                if len(readings) >= _KEPT_CHUNKS:
                    readings.clear()
                readings[chunk] = reading
        chosen, binding, otherwise = reading
        if not chosen:
            span = match.span()
            units.append(_new(Unit, (*span, (span,))))
            continue
        if binding is not Binding.ALWAYS and not _holds(binding, match, rules):
            chosen = otherwise
        offset = match.start()
        for words in chosen:
            spans = tuple([(offset + start, offset + end) for start, end in words])
            units.append(_new(Unit, (spans[0][0], spans[-1][1], spans)))
    return units


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Character spans of the paragraphs: what blank lines separate, without the space around it."""
    spans = []
    begin = 0
    for end, next_begin in [*(match.span() for match in _BLANK_LINES.finditer(text)), (len(text), len(text))]:
        body = text[begin:end].rstrip()
        start = begin + len(body) - len(body.lstrip())
        if body:
            spans.append((start, begin + len(body)))
        begin = next_begin
    return spans


def _holds(binding: Binding, chunk: re.Match[str], rules: TokenRules) -> bool:
    text = chunk.string
    if binding is Binding.OUTSIDE_QUOTES:
        return not _OPEN_QUOTE.search(text, max(0, chunk.start() - _QUOTE_REACH), chunk.start())
    if binding is Binding.AT_LINE_START:
        return chunk.start() == 0 or text[chunk.start() - 1] in "\n\r"
    following = _NEXT_WORD.match(text, chunk.end())
    assert following
    space, word, mark = following.groups()
    if binding is Binding.BEFORE_NUMBER:
        return word[:1].isdigit()
    if binding is Binding.BEFORE_CUE:
        return mark != "-" and word.lower() in rules.cued[chunk[0].lower()][1]
    if "\n" in space or not word + mark:
        return False
    return word not in rules.openers if binding is Binding.BEFORE_NAME else not word[:1].isupper()
