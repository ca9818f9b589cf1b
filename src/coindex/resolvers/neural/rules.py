"""Decisions of the sieve on the model's mentions: its precise passes take precedence over the
model, and it decides on *he*, *she* and *they* if the model finds nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple

from coindex.core.annotation import Kind, Mention
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy, Gender
from coindex.language.nominals.names import formal_names
from coindex.language.syntax.tree import NONE
from coindex.resolvers.name_clustering import Bearer
from coindex.resolvers.neural.reading import MentionReading
from coindex.resolvers.sieve import CHARACTER, EXTRAPOSED, Sieve
from coindex.resolvers.sieve.decisions import MERGED
from coindex.resolvers.sieve.speech import role_of

VARIANTS = "name variant"
"""The pass of the sieve that knows *Bill* and *William*, *Ms Lee* and *Ann Lee*."""
TURNS = "speaker name"
"""The pass of the sieve for *I* and the name before a turn, *DAN: I had them*."""
SPEECH = "speaker"
"""The pass of the sieve for *I* and *you* by who speaks to whom."""
PRONOUNS = "pronoun"
"""The pass of the sieve for pronouns of the third person."""


class Ruling(NamedTuple):
    """The antecedent that a pass of the sieve gives a mention; unless `sure`, it applies only if
    the model finds none.
    """

    rule: str
    antecedent: Expression
    sure: bool = True


def rulings(
    reading: MentionReading, sure: Collection[str], names: Literal["auto", "text", "book"] = "text"
) -> Mapping[Expression, Ruling]:
    """The decisions of the named passes on the mentions of a reading; the antecedent is one of
    them, or an event, which the model does not know. Empty without passes. `names` is the sieve's
    parameter.
    """
    if not sure:
        return {}
    discourse = reading.discourse
    known = {expression.mention: expression for expression in discourse.expressions}
    chosen = frozenset(reading.expressions)
    events: dict[Mention, Expression] = {}
    ruled: dict[Expression, Ruling] = {}
    sieve = Sieve(without=EXTRAPOSED, groups=False, names=names)
    for decision in sieve.resolve(discourse.document, discourse.mentions):
        mention, anaphor = decision.antecedent, known[decision.anaphor]
        if mention is None or anaphor not in chosen:
            continue
        antecedent = known.get(mention) or events.setdefault(
            mention, Expression(discourse, NONE, mention)
        )
        if antecedent not in chosen and antecedent.kind is not Kind.VERBAL:
            continue
        if decision.rule in sure:
            if decision.rule != VARIANTS or _sure_variant(anaphor, antecedent):
                ruled[anaphor] = Ruling(decision.rule, antecedent)
        elif decision.rule == MERGED and SPEECH in sure and (party := _party(anaphor)) in chosen:
            ruled[anaphor] = Ruling(SPEECH, party)
        elif decision.rule == PRONOUNS and _declared(antecedent):
            ruled[anaphor] = Ruling(decision.rule, antecedent)
        elif decision.rule == PRONOUNS and anaphor.features.animacy != Animacy.INANIMATE:
            ruled[anaphor] = Ruling(decision.rule, antecedent, sure=False)
    return ruled


def same_bearers(
    expressions: Iterable[Expression], bearers: Mapping[Expression, Bearer]
) -> dict[Expression, Ruling]:
    """From each name to the last one of the same bearer."""
    latest: dict[int, Expression] = {}
    chosen: dict[Expression, Ruling] = {}
    for expression in expressions:
        if (bearer := bearers.get(expression)) is not None:
            if bearer.number in latest:
                chosen[expression] = Ruling(CHARACTER, latest[bearer.number])
            latest[bearer.number] = expression
    return chosen


def _sure_variant(anaphor: Expression, antecedent: Expression) -> bool:
    """Whether one is a pet form of the other, *Bill* and *William*, or a title and the surname of a
    full name, *Ms Lee* and *Ann Lee*; the model itself knows that *Smith* is *Ann Smith*.
    """
    titled, full = anaphor.name, antecedent.name
    if titled.titles and len(titled.words) == 1 < len(full.words):
        return titled.surname == full.surname
    one, other = titled.given, full.given
    language = anaphor.discourse.document.language
    return other in formal_names(one, language) or one in formal_names(other, language)


def _declared(antecedent: Expression) -> bool:
    """Whether the text states the pronouns of the person, *Ash (they/them)*: the model relies on
    the name.
    """
    return antecedent.features.gender == Gender.OTHER


def _party(anaphor: Expression) -> Expression | None:
    """The speaker of *I* and the addressee of *you* by the reporting clause, which may follow:
    *"I was asleep," he answered.*
    """
    return {"I": anaphor.speaker, "you": anaphor.addressee}.get(role_of(anaphor))
