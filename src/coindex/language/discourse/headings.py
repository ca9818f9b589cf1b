"""Section headings of parsed text: a short paragraph without a full stop above prose.

The layout decides as far as it can: a number in front, the capitals of a title. Only if it does not
does the parse decide, and then the form of a verb counts for more than its tag.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple

from coindex.core.document import ROOT, Document, Sentence, Token
from coindex.core.identity import by_identity
from coindex.language.discourse.layout import in_title_case
from coindex.language.languages import get_language
from coindex.language.syntax.roles import VERBAL

LONGEST = 16
"""The maximum number of words in a heading; by eye."""
IN_A_ROW = 3
"""The maximum number of consecutive headings; more short paragraphs are a list."""
LONG_WORDS = 2
"""How many longer words with a capital mark what could be a sentence as a title."""

_NOT_WORDS = frozenset({"PUNCT", "NUM", "SYM", "X"})
_ENDS = frozenset(".!?;,:…")
_FINITE = frozenset({"Fin", ""})
_PREDICATED = frozenset({"nsubj", "csubj", "cop", "expl"})
_ON_NOUNS = frozenset({"det", "amod", "compound", "nummod", "case"})
_ASKING = frozenset({"Int", "Rel"})
_NUMBER = re.compile(r"((?:\d{1,2}\.)*)(\d{1,2})(?:[.):]\s*|\s+)(?=[^\W\d_])")
_VOWEL = re.compile(r"[aeiouyáéíóúü]")


class _Look(IntEnum):
    """The appearance of a paragraph by itself."""

    PROSE = 0
    COMMAND = 1
    """*Replace the lamp*: a heading, or a step of instructions."""
    TITLE = 2


class _Paragraph(NamedTuple):
    sentences: range
    look: _Look
    level: str
    """The part of its number before the last one: `2.` of `2.1`."""
    number: int
    """The last part of its number; 0 without one."""
    closed: bool
    """Whether it ends in a punctuation mark."""


@by_identity(4)
def with_headings(document: Document) -> Document:
    """The document with its headings marked, unless its format or parser has marked some."""
    sentences = document.sentences
    if any(sentence.heading for sentence in sentences) or not any(
        token.upos for token in document.tokens
    ):
        return document
    groups = groupby(range(len(sentences)), lambda index: sentences[index].paragraph)
    paragraphs = [_paragraph(document, list(group)) for _, group in groups]
    marked = {index for place in _headings(paragraphs) for index in paragraphs[place].sentences}
    if not marked:
        return document
    return replace(
        document,
        sentences=tuple(
            sentence._replace(heading=True) if index in marked else sentence
            for index, sentence in enumerate(sentences)
        ),
    )


def _headings(paragraphs: Sequence[_Paragraph]) -> list[int]:
    """The positions of the paragraphs that are headings."""
    titles = [_is_title(paragraphs, place) for place in range(len(paragraphs))]
    positions: list[int] = []
    for title, run in groupby(range(len(paragraphs)), titles.__getitem__):
        above = list(run)
        if title and len(above) <= IN_A_ROW and above[-1] + 1 < len(paragraphs):
            positions += above
    return positions


def _is_title(paragraphs: Sequence[_Paragraph], place: int) -> bool:
    """Whether a paragraph is a title, given its neighbours.

    An item of a numbered list is not. A command is one only above a paragraph of at least two
    sentences: an author who ends those with a full stop would have ended a step with one as well.
    """
    paragraph = paragraphs[place]
    below = paragraphs[place + 1] if place + 1 < len(paragraphs) else None
    above = paragraphs[place - 1] if place else None
    if (below and _is_next(paragraph, below)) or (above and _is_next(above, paragraph)):
        return False
    if paragraph.look is not _Look.COMMAND:
        return paragraph.look is _Look.TITLE
    return (
        below is not None
        and below.closed
        and len(below.sentences) > 1
        and not (above and above.look is _Look.COMMAND)
    )


def _is_next(first: _Paragraph, second: _Paragraph) -> bool:
    """Whether two paragraphs have consecutive numbers."""
    return bool(first.number) and (first.level, first.number + 1) == (second.level, second.number)


def _paragraph(document: Document, indices: Sequence[int]) -> _Paragraph:
    tokens = document.tokens
    sentences = [document.sentences[index] for index in indices]
    inside = [
        index
        for sentence in sentences
        for index in range(*sentence.span)
        if not tokens[index].empty
    ]
    text = document.text[tokens[inside[0]].start : tokens[inside[-1]].end] if inside else ""
    number = _NUMBER.match(text)
    return _Paragraph(
        range(indices[0], indices[-1] + 1),
        _look(document, sentences, inside, text[number.end() :] if number else text, bool(number)),
        number[1] if number else "",
        int(number[2]) if number else 0,
        text[-1:] in _ENDS,
    )


def _look(
    document: Document,
    sentences: Sequence[Sentence],
    inside: Sequence[int],
    text: str,
    numbered: bool,
) -> _Look:
    """The appearance of a paragraph; `text` is without its number, which may be a sentence of its
    own.
    """
    tokens = document.tokens
    words = [index for index in inside if tokens[index].upos not in _NOT_WORDS]
    if len(words) > LONGEST or not text or text[-1] in _ENDS or text[0].islower():
        return _Look.PROSE
    if len(sentences) > 1 and len({document.sentence_index(index) for index in words}) != 1:
        return _Look.PROSE
    # A number is the surest sign of a title, so it is asked before the words are.
    if numbered:
        return _Look.TITLE
    if not words or tokens[inside[0]].upos == "PUNCT":
        return _Look.PROSE
    if in_title_case(text, LONG_WORDS) or not _says_something(document, words):
        return _Look.TITLE
    return _Look.COMMAND if _is_command(document, words) else _Look.PROSE


def _says_something(document: Document, words: Sequence[int]) -> bool:
    """Whether words form a main clause: their root is a finite verb, or has a subject
    or a copula.
    """
    tokens = document.tokens
    first = tokens[words[0]]
    if first.upos == "SCONJ" or first.relation == "mark" or first.feature("PronType") in _ASKING:
        return False
    roots = [index for index in words if tokens[index].head == ROOT] or list(words)
    return any(_is_finite(document, root, words) for root in roots) or any(
        tokens[index].head in roots and tokens[index].relation in _PREDICATED for index in words
    )


def _is_finite(document: Document, verb: int, words: Sequence[int]) -> bool:
    """Whether a word is a finite verb by its form and its dependents, and not only by its tag."""
    token = document.tokens[verb]
    if token.upos not in VERBAL or token.feature("VerbForm") not in _FINITE:
        return False
    if any(
        document.tokens[index].head == verb and document.tokens[index].relation in _ON_NOUNS
        for index in words
        if index < verb
    ):
        return False
    return not _is_gerund(token, document.language)


def _is_gerund(token: Token, language: str) -> bool:
    """Whether the ending makes a verb a gerund; a vowel before it distinguishes *cleaning* from
    *bring*.
    """
    form = token.form.lower()
    return any(
        form.endswith(ending) and _VOWEL.search(form.removesuffix(ending))
        for ending in get_language(language).words("syntax", "suffix.gerund")
    )


def _is_command(document: Document, words: Sequence[int]) -> bool:
    """Whether words begin with a verb in the imperative and have no subject."""
    tokens = document.tokens
    first = tokens[words[0]]
    bare = (first.lemma or "").lower() == first.form.lower()
    return (
        first.upos == "VERB"
        and (first.feature("Mood") == "Imp" or bare)
        and not any(tokens[index].relation in _PREDICATED for index in words)
    )
