"""Classic rules and constraints around learned preferences: what the sieve's precise passes say
goes before the model, and what binding theory forbids, no probability allows.

What comes from where:

    probabilities of antecedents      neural.scoring.chances; `model`, `scheme`, `decode`
    speakers, reflexives, events ...  neural.rules.rulings (Lee et al. 2013); `SURE`
    principle B, i-within-i           constraints.binding (Stuckardt 2001) where texts keep to it,
                                      forbidden; over whole entities, disjoint
    no *he* and *she* in one entity   entity_constraints, entities.contradiction
    surest decision first             neural.deciding.Deciding._surest_first

In Spanish the vetoes are those of `neural`, agreement and the arguments of one verb: with binding
theory besides, three more of a hundred expressions of the discourses and everyday texts that the
model has not learned from were wrong.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.core.parameters import component
from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.languages import Language
from coindex.language.nominals.agreement import Person
from coindex.language.pleonastic import Subtype, nonreferential
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.resolvers.constraints import binding, same_predicate
from coindex.resolvers.disjointness import BINDING_TERMS
from coindex.resolvers.entities import Group
from coindex.resolvers.neural import Neural
from coindex.resolvers.neural.deciding import Deciding, Forbids, Veto
from coindex.resolvers.neural.rules import OPEN, PRONOUNS, RULE_TERMS, TURNS, VARIANTS
from coindex.resolvers.ranking import Constraint
from coindex.resolvers.sieve import PASS_TERMS

PLEONASTIC = "pleonastic"
PRINCIPLE_B = "principle B"
HAPPENING = "what happened"
PARTY = "party"
_HAPPENING = frozenset({"event", "abstract", "time"})
_CONCRETE = frozenset({"animal", "object", "organization", "person", "place", "plant", "substance"})
"""Types of what happens, and of what does not."""
_ACTING = frozenset({"animal", "organization", "person"})
"""Types of those who can owe something to somebody."""
_SILENT = frozenset({Subtype.IDIOM, Subtype.PROP_IT})
"""Uses of *it* that the model takes for reference; it knows extraposition better than the patterns:
GUM, held out, 63.6 with them, 63.7 without.
"""
_CONTAINED = frozenset({"i-within-i", "IEa", "IEb"})
SURE = frozenset({TURNS, "reflexive", "own", "former", VARIANTS, "event"})
"""Passes of the sieve that take precedence over the model."""
SURE_IN_GUM = SURE | {"speaker", OPEN}
"""Passes for this scheme, which has clauses in chains; in novels, besides, the model knows speakers
better than the rules: LitBank dev 66.4 with them, 66.8 without.
"""
SURE_IN_SPANISH = frozenset({"exact", "same noun", "clitic doubled"})
"""Passes for Spanish. Of 1,089 expressions that its model has not learned from, each of them gains
two or three; who speaks in a quotation, reflexives and names lose some, or nothing changes.
"""


@component
class Hybrid(Neural):
    """`neural` with the sure rules of the sieve (who speaks to whom, reflexives and reciprocals,
    *his own*, pet names, declared pronouns, events) and with ROSANA's constraints as filters:
    principle B and i-within-i.

    A constraint is tested against the whole entity that a mention would join. In Spanish the sure
    rules are others (who speaks in a dialogue with labels, the same noun, doubled clitics), and the
    constraints are those of `neural`.
    """

    binding: Literal["usual", "strict"] = "usual"
    """Whether binding theory holds where texts usually keep to it (*usual*: not in *he looked about
    him*) or everywhere (*strict*).
    """
    surest_first: ClassVar[bool] = True
    glossary: ClassVar[Glossary] = {
        **Neural.glossary,
        **BINDING_TERMS,
        **RULE_TERMS,
        HAPPENING: "what one apologises for, causes or prevents is no thing, place or person",
        PARTY: "who shall pay, notify or supply somebody is a party, no thing or place",
        PLEONASTIC: "one of the two is an it, that or there that refers to nothing: it was raining",
        **{name: PASS_TERMS[name] for name in (*SURE_IN_GUM, *SURE_IN_SPANISH, PRONOUNS)},
    }

    def passes(self, language: Language) -> frozenset[str]:
        if language.gender == "grammatical":
            return SURE_IN_SPANISH
        return SURE_IN_GUM if self.scheme in ("", "gum") else SURE

    def veto(self, deciding: Deciding) -> Veto:
        if deciding.language.gender == "grammatical":
            return Neural.veto(self, deciding)
        silent = {
            token for token, use in nonreferential(deciding.document).items() if use in _SILENT
        }

        def veto(anaphor: Expression) -> Forbids:
            contradiction = deciding.contradiction(anaphor)
            happens = _is_what_happens(anaphor)
            owes = _is_party(anaphor)

            def forbids(candidate: Expression, entity: Group) -> str:
                if silent and (anaphor.head in silent or candidate.head in silent):
                    return PLEONASTIC
                if reason := contradiction(candidate, entity):
                    return reason
                if happens and _CONCRETE & entity.types and not _HAPPENING & entity.types:
                    return HAPPENING
                if owes and entity.types and not _ACTING & entity.types:
                    return PARTY
                return disjoint(deciding, anaphor, entity, rule)

            return forbids

        rule = forbidden if self.binding == "usual" else binding
        return veto


def _is_what_happens(anaphor: Expression) -> bool:
    """Whether it is *it*, *this* or *that* as what one apologises for or what occurs."""
    language, parse = anaphor.discourse.document.language, anaphor.discourse.forest
    if anaphor.form not in lexicon.words(language, "grammar", "of events"):
        return False
    verb = anaphor.governor
    if verb == NONE or parse.heads[anaphor.head] != verb:
        return False
    lemma = parse.document.tokens[verb].lemma.lower()
    if anaphor.function is Function.SUBJECT:
        return lemma in lexicon.words(language, "grammar", "occurring")
    known = f"{lemma}+{anaphor.preposition}" if anaphor.preposition else lemma
    return known in lexicon.words(language, "grammar", "occasion")


def _is_party(anaphor: Expression) -> bool:
    """Whether it is *it* as the party of a contract that shall do something: *it shall notify*."""
    language, parse = anaphor.discourse.document.language, anaphor.discourse.forest
    if anaphor.kind is not Kind.PERSONAL or anaphor.function is not Function.SUBJECT:
        return False
    verb = anaphor.governor
    if verb == NONE or parse.heads[anaphor.head] != verb:
        return False
    tokens = parse.document.tokens
    if tokens[verb].lemma.lower() not in lexicon.words(language, "grammar", "owing"):
        return False
    duty = lexicon.words(language, "grammar", "duty")
    return any(tokens[child].lemma.lower() in duty for child in parse.children[verb])


def disjoint(deciding: Deciding, anaphor: Expression, theirs: Group, rule: Constraint) -> str:
    """Why binding theory excludes that two entities are one: their members in the same sentence
    are compared by the rule.

    Appositions and predicate nominals are exempt.
    """
    entities, stated = deciding.entities, deciding.stated
    near = [
        (mine, members)
        for mine in entities.of(anaphor)
        if (members := theirs.in_sentence(mine.sentence))
    ]
    if not near:
        return ""
    same = {
        stated.entities.key(other)
        for other, _ in stated.of(anaphor)
        if entities.of(other) is theirs
    }
    for mine, members in near:
        own = stated.entities.key(mine)
        exempt = same | {own} if own == stated.entities.key(anaphor) else {own}
        for member in members:
            if stated.entities.key(member) not in exempt and (reason := rule(mine, member)):
                return reason
    return ""


def forbidden(one: Expression, other: Expression) -> str:
    """Why binding theory excludes that two expressions corefer, in the cases in which texts keep to
    it; elsewhere the model knows better.

    Principle B does not hold in *he looked about him* (Reinhart and Reuland 1993, Reflexivity) or
    in a repetition, *is it, is it over?*. Principle C is no veto: without it as many expressions of
    everyday texts are right, and more of GUM. A phrase contains a pronoun for itself in *the hotel
    with flags on its roof*, but not in *its roof*. *I* and *you* depend on who speaks: *I, Joshua
    Norton*, but not *I met Norton*.
    """
    reason = binding(one, other)
    if _speaks_of_other(one, other) or _speaks_of_other(other, one):
        return PRINCIPLE_B
    if not reason or _of_dialogue(one) or _of_dialogue(other):
        return ""
    if reason == PRINCIPLE_B:
        repeated = one.function == other.function == Function.SUBJECT
        return "" if repeated or _in_phrase(one) or _in_phrase(other) else reason
    if reason in _CONTAINED:
        if _whole(one) or _whole(other):
            return ""
        parse = one.discourse.forest
        # Deeper in the phrase, as in *flags on its roof*, the pronoun may mean the whole.
        direct = parse.heads[one.head] == other.head or parse.heads[other.head] == one.head
        return reason if direct else ""
    return ""


def _whole(phrase: Expression) -> bool:
    """Whether it is all of what it contains: *both of them*, *the two of them*."""
    document = phrase.discourse.document
    whole = lexicon.words(document.language, "grammar", "whole")
    return phrase.form in whole or document.tokens[phrase.head].upos == "NUM"


def _speaks_of_other(one: Expression, other: Expression) -> bool:
    """*I met Mr Reed*: who is called by name beside *I* is somebody else."""
    return (
        one.kind is Kind.PERSONAL
        and one.features.person == Person.FIRST
        and other.kind is Kind.NAME
        and other.function is not Function.PREDICATE
        and same_predicate(one, other)
    )


def _of_dialogue(expression: Expression) -> bool:
    features = expression.features
    return expression.pronominal and features.person in (Person.FIRST, Person.SECOND)


def _in_phrase(expression: Expression) -> bool:
    return expression.pronominal and bool(expression.preposition)
