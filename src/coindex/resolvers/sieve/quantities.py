"""Times, numbers and measures: what a noun phrase counts or dates with is not taken up by a pronoun."""

from __future__ import annotations

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.functions import Function
from coindex.language.nominals import Definiteness
from coindex.resolvers.discourse import Expression

_OUTSIDE = frozenset({Function.OBLIQUE, Function.ATTRIBUTE, Function.OTHER})
"""Functions in which a time says when and a measure how much; as a subject or object it may be a topic."""


def quantity(expression: Expression) -> bool:
    """*1985*, *on Sundays*, *for three weeks*; but not *the week*, or *Sunday* as a topic."""
    if expression.pronominal or expression.kind is Kind.COORDINATION:
        return False
    document = expression.discourse.document
    token = document.tokens[expression.head]
    if token.upos == "NUM":
        return token.form[:1].isdecimal()
    if expression.function not in _OUTSIDE or expression.definiteness is Definiteness.DEFINITE:
        return False
    return expression.type == "time" or expression.lemma in lexicon.words(document.language, "nouns", "time")
