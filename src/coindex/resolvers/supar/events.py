"""Neuter pronouns that refer to the content of a clause, if clauses are mentions: *lo negó*, *eso
no era verdad*.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.discourse.events import takes_up_event
from coindex.resolvers.ranking import preceding

EVENT_TERMS: Glossary = {
    "nearest event": "a neuter pronoun refers to the last clause that is a mention"
}
_BACK = 2
"""How many sentences back."""


def takes_up_events(expression: Expression) -> bool:
    """Whether an expression is a neuter pronoun that may stand for a clause."""
    return expression.pronominal and takes_up_event(expression.discourse.forest, expression.head)


def events_before(expression: Expression) -> Iterator[Expression]:
    """Clauses that are mentions, nearest first, without the one that contains the pronoun."""
    verb = expression.discourse.forest.heads[expression.head]
    return (
        e for e in preceding(expression, back=_BACK) if e.kind is Kind.VERBAL and e.head != verb
    )
