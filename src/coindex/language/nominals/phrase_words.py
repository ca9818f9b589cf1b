"""The words of a noun phrase for comparison: its extent as written, and its modifiers as lemmas."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.document import Document, Token
from coindex.language import lexicon
from coindex.language.nominals.names import normalised

_CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV", "X", "SYM"})
_LONGEST = 40
"""How many tokens are compared: longer phrases are not repeated."""


class PhraseWords(NamedTuple):
    """`extent` is the whole phrase in normalised words, `core` the same without its determiner."""

    extent: tuple[str, ...]
    core: tuple[str, ...]
    modifiers: frozenset[str]


def phrase_words(document: Document, start: int, end: int, head: int) -> PhraseWords:
    """The words of a phrase from one token to another."""
    tokens = document.tokens[start : min(end, start + _LONGEST)]
    kept = [token for token in tokens if token.upos != "PUNCT" and not token.empty]
    if len(kept) > 1 and kept[-1].form in lexicon.words(
        document.language, "syntax", "genitive_marker"
    ):
        kept.pop()
    extent = tuple([normalised(token.form) for token in kept])
    noun = document.tokens[head]
    modifiers = [_lemma(token) for token in kept if token is not noun and token.upos in _CONTENT]
    stop = lexicon.words(document.language, "grammar", "stop")
    first = 1 if len(kept) > 1 and kept[0].upos == "DET" else 0
    return PhraseWords(extent, extent[first:], frozenset(modifiers) - stop)


def _lemma(token: Token) -> str:
    return (token.lemma or token.form).lower()
