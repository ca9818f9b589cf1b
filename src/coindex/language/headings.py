"""Section headings of parsed text: a short paragraph that is not a sentence and
has no full stop, above prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from coindex.core.document import ROOT, Document, Sentence
from coindex.core.identity import by_identity
from coindex.language.roles import VERBAL

LONGEST = 16
"""Words a heading may have."""
IN_A_ROW = 3
"""How many headings may stand above each other; more short paragraphs are a list."""

_NOT_WORDS = frozenset({"PUNCT", "NUM", "SYM", "X"})
_ENDS = frozenset(".!?;,:…")
_FINITE = frozenset({"Fin", ""})
_PREDICATED = frozenset({"nsubj", "csubj", "cop", "expl"})


@by_identity(4)
def with_headings(document: Document) -> Document:
    """The document with its headings marked, unless its format or parser has marked some."""
    sentences = document.sentences
    if any(sentence.heading for sentence in sentences) or not any(
        token.upos for token in document.tokens
    ):
        return document
    paragraphs = [
        list(group)
        for _, group in groupby(range(len(sentences)), lambda index: sentences[index].paragraph)
    ]
    short = [
        _is_title(document, [sentences[index] for index in paragraph]) for paragraph in paragraphs
    ]
    marked: set[int] = set()
    for title, run in groupby(range(len(paragraphs)), short.__getitem__):
        above = list(run)
        if title and len(above) <= IN_A_ROW and above[-1] + 1 < len(paragraphs):
            marked.update(index for number in above for index in paragraphs[number])
    if not marked:
        return document
    return replace(
        document,
        sentences=tuple(
            sentence._replace(heading=True) if index in marked else sentence
            for index, sentence in enumerate(sentences)
        ),
    )


def _is_title(document: Document, paragraph: Sequence[Sentence]) -> bool:
    """A number may stand before the title, as a sentence of its own."""
    tokens = document.tokens
    inside = [
        index
        for sentence in paragraph
        for index in range(*sentence.span)
        if not tokens[index].empty
    ]
    words = [index for index in inside if tokens[index].upos not in _NOT_WORDS]
    sentences = {document.sentence_index(index) for index in words}
    if len(sentences) != 1 or len(words) > LONGEST or tokens[inside[-1]].form in _ENDS:
        return False
    first = tokens[words[0]].form[:1]
    opened = tokens[inside[0]].upos != "PUNCT" and not (first.isalpha() and first.islower())
    return opened and not _says_something(document, words)


def _says_something(document: Document, words: Sequence[int]) -> bool:
    """Whether words make a sentence: their root is a finite verb, or has a subject or a copula."""
    tokens = document.tokens
    roots = [index for index in words if tokens[index].head == ROOT] or words
    finite = any(
        tokens[root].upos in VERBAL and tokens[root].feature("VerbForm") in _FINITE
        for root in roots
    )
    return finite or any(
        tokens[index].head in roots and tokens[index].relation in _PREDICATED for index in words
    )
