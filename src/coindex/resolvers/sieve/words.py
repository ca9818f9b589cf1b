"""The words of a noun phrase for comparison in the sieve: its extent as written, and its modifiers
as lemmas.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from coindex.core.document import Token
from coindex.language import lexicon
from coindex.language.discourse import Expression
from coindex.language.names import normalised

_CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV", "X", "SYM"})
_LONGEST = 40
"""How many tokens are compared: longer phrases are not repeated."""


class ModifierRelation(StrEnum):
    """How the modifiers of a later phrase compare with those of an earlier one."""

    SAME = "same"
    FEWER = "fewer"
    MORE = "more"
    DIFFERENT = "different"


class PhraseWords(NamedTuple):
    """`extent` is the whole phrase in normalised words, `core` the same without its determiner."""

    extent: tuple[str, ...]
    core: tuple[str, ...]
    modifiers: frozenset[str]


def words_of(expression: Expression) -> PhraseWords:
    document, span = expression.discourse.document, expression.mention.span
    tokens = document.tokens[span.start : min(span.end, span.start + _LONGEST)]
    kept = [token for token in tokens if token.upos != "PUNCT" and not token.empty]
    if len(kept) > 1 and kept[-1].form in lexicon.words(
        document.language, "syntax", "genitive_marker"
    ):
        kept.pop()
    extent = tuple(normalised(token.form) for token in kept)
    head = document.tokens[expression.head]
    stop = lexicon.words(document.language, "grammar", "stop")
    modifiers = (
        frozenset(_lemma(token) for token in kept if token is not head and token.upos in _CONTENT)
        - stop
    )
    first = 1 if len(kept) > 1 and kept[0].upos == "DET" else 0
    return PhraseWords(extent, extent[first:], modifiers)


def _lemma(token: Token) -> str:
    return (token.lemma or token.form).lower()


def relation(later: PhraseWords, earlier: PhraseWords) -> ModifierRelation:
    if later.modifiers == earlier.modifiers:
        return ModifierRelation.SAME
    if later.modifiers < earlier.modifiers:
        return ModifierRelation.FEWER
    return (
        ModifierRelation.MORE if later.modifiers > earlier.modifiers else ModifierRelation.DIFFERENT
    )
