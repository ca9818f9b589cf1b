"""Chunks from parts of speech alone: noun phrases with their preposition, and verb groups."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from coindex.core.document import Document, Span, Token
from coindex.language.lexicon import words
from coindex.language.syntax.clauses import is_relative

_CODES = {
    "DET": "D",
    "ADJ": "J",
    "ADV": "R",
    "NUM": "U",
    "NOUN": "N",
    "SYM": "N",
    "X": "N",
    "PROPN": "P",
    "PRON": "O",
    "VERB": "V",
    "AUX": "A",
    "ADP": "I",
    "CCONJ": "C",
    "SCONJ": "S",
    "PART": "T",
    "PUNCT": "Z",
}

_CHUNK = re.compile(
    r"(?P<prep>I*)(?:"
    r"(?P<noun>[DQ]*(?:R?[JU]+(?:[CZ](?=J))?)*[NP]+|[DQ]*U+)"
    r"|(?P<pronoun>O|[DQ](?![JRUNPQD]))"
    r")"
    r"|(?P<verb>(?:A[RT]*)*T?R?V(?:T?V)*|(?:A[RT]*)+)"
)
"""One letter per word: Q is a possessive pronoun, G a genitive marker, W a relative pronoun."""


class PhraseChunk(NamedTuple):
    """`kind` is noun, pronoun, relative or verb; `preposition` are the words of `span` before the
    chunk proper.
    """

    kind: str
    span: Span
    head: int
    preposition: Span

    @property
    def verbal(self) -> bool:
        return self.kind == "verb"


def chunks(document: Document, sentence: Span) -> list[PhraseChunk]:
    """The chunks of a sentence in surface order; words outside chunks are free."""
    phrases: list[PhraseChunk] = []
    places = [index for index in range(*sentence) if not document.tokens[index].empty]
    codes = "".join(_code(document, index) for index in places)
    for match in _CHUNK.finditer(codes.replace("W", "O")):
        start, end = match.span()
        proper = start + len(match["prep"] or "")
        kind = match.lastgroup or "noun"
        if kind == "pronoun" and codes[end - 1] == "W":
            kind = "relative"
        head = _head(kind, codes[proper:end]) + proper
        span = Span(places[start], places[end - 1] + 1)
        preposition = Span(places[start], places[proper])
        phrases.append(PhraseChunk(kind, span, places[head], preposition))
    return phrases


def _code(document: Document, index: int) -> str:
    word = document.tokens[index]
    if word.upos == "PRON" and is_possessive(word):
        return "Q"
    if is_genitive(document, index):
        return "G"
    if is_relative(document, index):
        return "W"
    return _CODES.get(word.upos, "-")


def is_possessive(word: Token) -> bool:
    return word.feature("Poss") == "Yes" or word.xpos == "PRP$"


def is_genitive(document: Document, index: int) -> bool:
    """Whether a token is the marker of a Saxon genitive."""
    word = document.tokens[index]
    return word.upos == "PART" and (
        word.xpos == "POS"
        or word.form.lower() in words(document.language, "syntax", "genitive_marker")
    )


def _head(kind: str, codes: str) -> int:
    """The last noun, but the first part of a name; the last verb of a group, or its auxiliary if it
    has no verb.
    """
    if kind == "verb":
        return max(codes.rfind("V"), 0) if "V" in codes else codes.rfind("A")
    if codes.endswith("P"):
        return len(codes.rstrip("P"))
    return len(codes) - 1


def joined(document: Document, earlier: PhraseChunk, later: PhraseChunk) -> str:
    """How two noun phrases are joined: `conj` by a conjunction, `appos` by a comma, empty if they
    are not.
    """
    between = document.tokens[earlier.span.end : later.span.start]
    if not 0 < len(between) <= 2 or (later.preposition.length and not earlier.preposition.length):
        return ""
    if between[-1].upos == "CCONJ":
        return "conj"
    nouns = earlier.kind == later.kind == "noun" and not earlier.preposition.length
    return "appos" if nouns and len(between) == 1 and between[0].form in (",", "(") else ""


def is_finite_group(document: Document, verb: PhraseChunk) -> bool:
    """Whether a verb group is finite; without verb forms it is assumed to be."""
    forms = [word.feature("VerbForm") for word in document.words(verb.span)]
    return "Fin" in forms or not any(forms)


def is_passive_group(document: Document, verb: PhraseChunk) -> bool:
    word = document.tokens[verb.head]
    return word.feature("Voice") == "Pass" or any(
        other.feature("Voice") == "Pass" for other in document.words(verb.span)
    )


def free_words(phrases: list[PhraseChunk], sentence: Span) -> Iterator[int]:
    """The words of a sentence that are in no chunk."""
    inside = {index for chunk in phrases for index in range(*chunk.span)}
    return (index for index in range(*sentence) if index not in inside)


def is_existential(document: Document, chunk: PhraseChunk) -> bool:
    word = document.tokens[chunk.head]
    return chunk.kind == "pronoun" and word.form.lower() in words(
        document.language, "syntax", "existential"
    )
