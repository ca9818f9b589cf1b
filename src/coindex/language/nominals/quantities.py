"""Times, numbers, measures and adverbs of place, to which pronouns do not refer."""

from __future__ import annotations

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.syntax.functions import Function

_OUTSIDE = frozenset({Function.OBLIQUE, Function.ATTRIBUTE, Function.OTHER})
"""Functions in which a time says when and a measure how much; as a subject or object it may be a
topic.
"""


def quantity(expression: Expression) -> bool:
    """Whether it is a quantity, or an adverb: *1985*, *at four*, *on Sundays*, *for three weeks*,
    *in step nine*, *here*; but not *the week*, or *Sunday* as a topic.
    """
    if expression.pronominal or expression.kind is Kind.COORDINATION:
        return False
    document = expression.discourse.document
    token = document.tokens[expression.head]
    if token.upos == "ADV":
        return True
    if token.upos == "NUM":
        return token.form[:1].isdecimal() or _hour(expression)
    if expression.function not in _OUTSIDE or expression.definiteness is Definiteness.DEFINITE:
        return False
    if _numbered(expression):
        return True
    return expression.type == "time" or expression.lemma in lexicon.words(
        document.language, "nouns", "time"
    )


def _hour(expression: Expression) -> bool:
    """Whether a number in words is a time of day: *at four*, *until nine*."""
    alone = expression.mention.end - expression.mention.start == 1
    return alone and expression.preposition in lexicon.words(
        expression.discourse.document.language, "grammar", "clock"
    )


def _numbered(expression: Expression) -> bool:
    """Whether it is a noun with its number, *step nine*, *page 4*, which gives a place and is
    seldom a topic.
    """
    tokens, after = expression.discourse.document.tokens, expression.head + 1
    return expression.kind is Kind.NOMINAL and after < len(tokens) and tokens[after].upos == "NUM"
