"""Clitics and phrases of their verb: the phrase that a clitic doubles, and an omitted subject."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.lexicon import words
from coindex.language.nominals.agreement import Animacy, clash
from coindex.language.syntax.functions import first_conjunct
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE
from coindex.resolvers.supar.profiles import Profile

_OBJECTS = frozenset({"obj", "iobj"})
_FAR = 4
"""A zero pronoun directly precedes its verb, with at most this many words from its
first clitic on.
"""


def in_turn(expressions: Iterable[Expression]) -> Iterator[Expression]:
    """Expressions as in the text, except that a zero subject comes before the clitics of its verb,
    *(Ana) la vio* although *la ∅ vio*, and *lo* before the *se* for *le*: what was given tells to
    whom.
    """
    waiting: list[Expression] = []
    for expression in expressions:
        if expression.kind is Kind.ZERO:
            yield from (other for other in waiting if not subject_follows(other, expression))
            yield expression
            yield from (other for other in waiting if subject_follows(other, expression))
            waiting = []
        elif _is_clitic(expression):
            after_dative = waiting and is_dative_se(waiting[-1])
            waiting.insert(len(waiting) - 1 if after_dative else len(waiting), expression)
        else:
            yield from waiting
            waiting = []
            yield expression
    yield from waiting


def is_dative_se(expression: Expression) -> bool:
    """Whether it is *se* for *le*, before another clitic: it is a person."""
    language = expression.discourse.document.language
    return (
        expression.kind is Kind.PERSONAL
        and expression.pronominal
        and expression.form in words(language, "verbs", "clitic.reflexive")
    )


def is_told(clitic: Expression) -> bool:
    """Whether a dative is surely a person: *se* for *le*, or *le* of a verb with a hearer or
    receiver, *le preguntó*; one may add salt to a soup.
    """
    forest, document = clitic.discourse.forest, clitic.discourse.document
    verb = forest.heads[clitic.head]
    if is_dative_se(clitic):
        return True
    return verb != NONE and document.tokens[verb].lemma.lower() in words(
        document.language, "verbs", "to_persons"
    )


def is_given(clitic: Expression) -> bool:
    """Whether it is what somebody gets: *lo* in *se lo dio*, which is a thing; one may introduce
    people to each other.
    """
    forest, document = clitic.discourse.forest, clitic.discourse.document
    before = clitic.discourse.by_head.get(clitic.head - 1)
    if before is None or not is_dative_se(before):
        return False
    verb = forest.heads[clitic.head]
    return verb == forest.heads[before.head] != NONE and document.tokens[
        verb
    ].lemma.lower() not in words(document.language, "verbs", "to_places")


def zero_subject(clitic: Expression) -> Expression | None:
    """The omitted subject between a clitic and its verb."""
    tokens, by_head = clitic.discourse.document.tokens, clitic.discourse.by_head
    for place in range(clitic.head + 1, min(clitic.head + _FAR, len(tokens))):
        zero = by_head.get(place) if tokens[place].empty else None
        if zero is not None and subject_follows(clitic, zero):
            return zero
    return None


def subject_follows(clitic: Expression, zero: Expression) -> bool:
    """Whether this is the zero subject of the clitic's verb, or of the verb above: *la ∅ quiere
    ver*.
    """
    if zero.kind is not Kind.ZERO or not 0 < zero.head - clitic.head < _FAR:
        return False
    forest = clitic.discourse.forest
    verb = forest.heads[clitic.head]
    while verb != NONE and verb != forest.heads[zero.head] and forest.labels[verb] == "xcomp":
        verb = forest.heads[verb]
    return verb != NONE and verb == forest.heads[zero.head]


def _is_clitic(expression: Expression) -> bool:
    forest = expression.discourse.forest
    return expression.pronominal and forest.roles[expression.head] in (Role.OBJECT, Role.EXPLETIVE)


def doubled(clitic: Expression, other: Expression, profile: Profile) -> bool:
    """Whether a clitic doubles a phrase of its own verb: *a Juan le dije*, *la carta la escribió*,
    *le dio a Ana*.

    After the verb, *a* may also introduce a direction: only persons count, unless the parser labels
    it as an object.
    """
    forest = clitic.discourse.forest
    head = first_conjunct(forest, other.head)
    if (
        forest.heads[head] != forest.heads[clitic.head]
        or forest.heads[head] == NONE
        or forest.cases[clitic.head] != NONE
    ):
        return False
    if (
        other.kind is Kind.ZERO
        or forest.roles[head] in (Role.SUBJECT, Role.OUTER)
        or _is_bare_clitic(other, profile)
    ):
        return False
    if clash(clitic.features, other.features, certain=0.5):
        return False
    label, verb = forest.labels[head].partition(":")[0], forest.heads[head]
    indirect = clitic.form in profile.dative_clitics
    # If the verb also has a dative, an accusative clitic can only double an object before the verb:
    # *la carta se la dio a Ana*.
    if not indirect and any(
        _is_dative(clitic.discourse, child, profile) for child in forest.children[verb]
    ):
        return label == "obj" and not other.preposition and other.head < verb
    dative = other.preposition in profile.dative and other.preposition != ""
    if other.head < verb:
        return dative or (label == "obj" and not indirect and not other.preposition)
    lemma = clitic.discourse.document.tokens[verb].lemma.lower()
    if not indirect and lemma in words(clitic.discourse.document.language, "verbs", "to_places"):
        return dative and other.kind is Kind.PERSONAL
    known = other.features.animacy == Animacy.ANIMATE or other.kind is Kind.PERSONAL
    person = known or (other.kind is Kind.NAME and label in _OBJECTS and not other.features.animacy)
    if is_dative_se(clitic) and other.kind is Kind.NAME:  # who gets it
        return dative
    return dative and (person or (label in _OBJECTS and indirect))


def _is_dative(discourse: Discourse, token: int, profile: Profile) -> bool:
    expression = discourse.by_head.get(token)
    if expression is None or not expression.pronominal or expression.kind is Kind.REFLEXIVE:
        return False
    return expression.form in profile.dative_clitics


def _is_bare_clitic(expression: Expression, profile: Profile) -> bool:
    return (
        expression.pronominal and expression.form in profile.clitics and not expression.preposition
    )


def doubling(clitic: Expression, profile: Profile) -> Expression | None:
    """The phrase that a clitic doubles, before or after its verb."""
    own = clitic.discourse.sentences[clitic.sentence]
    return next(
        (other for other in own if other is not clitic and doubled(clitic, other, profile)), None
    )
