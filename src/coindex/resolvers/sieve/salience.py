"""Evidence for an antecedent of a pronoun: marks of the candidate, of the pair, and of the
candidate's entity.

The weights were fitted (log-linear, rounded, small values left out) on GUM train without the genres
essay, fiction, letter, podcast and whow, whose cases count three times, on LitBank train, on GAP
validation and on composed texts. *Own* and *organisation's* are too rare there; their weights were
set by hand.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Protocol

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Animacy, Number
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.syntax.clauses import ClauseKind
from coindex.language.syntax.functions import Function, embedded
from coindex.language.syntax.tree import NONE
from coindex.resolvers.entities import Group
from coindex.resolvers.sieve.constructs import emphasised
from coindex.resolvers.sieve.tables import table

WINDOW = 4
"""How many sentences back antecedents are searched for."""
LEAST = "least"
"""The row of the table with the score below which a pronoun is left open."""
_NEAR = (3, 8, 15, 30)
"""Classes of distance; each has a weight in the table, so a change needs new weights."""
_WITHIN = (*(f"within {words} words" for words in _NEAR), "within many words")
_BACK = {
    0: "same sentence",
    1: "1 sentence back",
    **{back: f"{back} sentences back" for back in range(2, WINDOW + 1)},
}
_LATELY = [
    "no mention lately",
    "1 mention lately",
    *[f"{mentions} mentions lately" for mentions in range(2, 5)],
]
_PARALLEL = {function: f"parallel {function}" for function in Function}
_SURE = 0.8
"""Below this certainty, the mark of an animacy says *perhaps* and has a weight of its own."""
_PERSONAL = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE})
ONE_PERSON = Number.SINGULAR | Number.EPICENE
UNIDENTIFIED = frozenset({Definiteness.INDEFINITE, Definiteness.QUANTIFIED})


SALIENCE_TERMS: Glossary = {
    "same sentence": "the candidate is in the pronoun's own sentence",
    "* sentence back": "how many sentences the candidate is back",
    "* sentences back": "how many sentences the candidate is back",
    "within many words": "in one sentence: more than 30 words between candidate and pronoun",
    "within * words": "in one sentence: at most this many words between candidate and pronoun",
    "same clause": "candidate and pronoun are in one clause",
    "own": "the pronoun has *own* with it, and the candidate is the subject of its clause",
    "around": "the pronoun lies inside the candidate",
    "follows": "the candidate follows the pronoun",
    "other speaker": "another speaker says the candidate's sentence",
    "other paragraph": "the candidate is in another paragraph",
    "no mention lately": "the entity has no mention in the last few sentences",
    "* mention lately": "how many mentions the entity has in the last few sentences",
    "* mentions lately": (
        "how many mentions the entity has in the last few sentences; 4 stands for more, too"
    ),
    "long chain": "the entity has more than four mentions so far",
    "nameless": "no mention of the entity is a name",
    "gender known": "the entity is known to have the pronoun's gender",
    "gender against": "the entity seems to have another gender than the pronoun",
    "animate": "the entity is animate",
    "inanimate": "the entity is inanimate",
    "either": "the entity may be animate or inanimate",
    "perhaps *": "the entity has this animacy, as far as can be guessed",
    "singular": "the entity is singular",
    "one person": "the entity is one person to whom they may refer",
    "plural": "the entity is plural",
    "same type": "the parser gives the pronoun an entity type that a mention of the entity has",
    "different type": "the parser gives the pronoun an entity type that no mention of it has",
    "parallel *": "candidate and pronoun have the same grammatical function, the one that is named",
    "same verb": "candidate and pronoun have the same function at the same verb",
    "same pronoun": "the candidate is the same pronoun",
    "other form": "the candidate is a personal pronoun of another form",
    "same preposition": "candidate and pronoun follow the same preposition",
    "first": "the candidate is the first mention of its sentence",
    "main subject": "the candidate is the subject of a main clause",
    "subject over *": (
        "the candidate is the subject of the clause that the pronoun's clause depends on; the kind "
        "of that dependence is named"
    ),
    "quoted": "the candidate is in a quotation, the pronoun is not in the same one",
    "narrated": "the pronoun is in a quotation, the candidate is not",
    "nearest": "no entity that may be meant is nearer",
    "nearest subject": "no other subject that may be meant is nearer",
    "organisation's": (
        "the possessive owns what organisations have, such as a spokesman, and the candidate is one"
    ),
    "some person": (
        "the candidate is one person who is not identified, such as *a visitor* or *every player*"
    ),
    "people": "the entity is plural and animate",
    "things": "the entity is plural and inanimate",
    "embedded": "the candidate lies inside another noun phrase",
    "time": "the candidate is an expression of time",
    "subject": "the candidate is a subject",
    "direct object": "the candidate is a direct object",
    "indirect object": "the candidate is an indirect object",
    "oblique": "the candidate is an oblique, such as a prepositional phrase at a verb",
    "agent": "the candidate is the agent of a passive",
    "possessive": "the candidate is a possessor, or a noun with a possessive",
    "attribute": "the candidate is an attribute of a noun",
    "existential": "the candidate is in an existential construction, there is ...",
    "predicate": "the candidate is a predicate nominal",
    "other": "the candidate has no grammatical function of the other kinds",
    "definite": "the candidate is a noun with a definite article",
    "indefinite": (
        "the candidate is an indefinite phrase; as a reason against it: an indefinite, reciprocal "
        "or interrogative pronoun"
    ),
    "demonstrative": "the candidate is or has a demonstrative",
    "quantified": "the candidate is a noun with a quantifier or number",
    "bare": "the candidate is a noun without a determiner",
    "name": "the candidate is a name",
    "personal": "the candidate is a personal, possessive or reflexive pronoun",
    "coordination": "the candidate is a coordination of phrases",
    "relative": "the candidate is a relative pronoun",
    "verbal": "the candidate is an event, named by a verb",
    "zero": "the candidate is a zero pronoun",
    "unknown": "of the candidate's form nothing is known",
}
"""What the marks mean."""


SALIENCE_WEIGHTS, SPANISH_WEIGHTS = "weights.tsv", "weights-spanish.tsv"
WEIGHTS = {**table(SALIENCE_WEIGHTS), **table(SPANISH_WEIGHTS)}
"""The weight of each mark, in tenths of a logit, for each family of pronouns."""
PAIRS = {
    name: {mark: (mark, weight) for mark, weight in weights.items()}
    for name, weights in WEIGHTS.items()
}
"""Marks with their weights, one object for each mark."""


class Setting(Protocol):
    """Where pronouns are resolved: by the sieve, or by another resolver that uses the marks."""

    discourse: Discourse


def family(pronoun: Expression) -> str:
    """The name of the weights for a pronoun: *this* if it is demonstrative, *they*, *it*, or *he*
    for those that mean a person.
    """
    features = pronoun.features
    if pronoun.kind is Kind.DEMONSTRATIVE:
        return "this"
    if features.number & Number.PLURAL:
        return "they"
    return "it" if features.animacy == Animacy.INANIMATE else "he"


def standing(state: Setting, candidate: Expression) -> tuple[str, ...]:
    """Marks of a candidate that are the same for every pronoun."""
    discourse = state.discourse
    marks: list[str] = [candidate.function]
    if candidate.kind is Kind.NOMINAL:
        marks.append(candidate.definiteness)
    else:
        marks.append("personal" if candidate.kind in _PERSONAL else candidate.kind)
    if candidate.type == "time" or candidate.lemma in lexicon.words(
        discourse.document.language, "nouns", "time"
    ):
        marks.append("time")
    if embedded(discourse.forest, candidate.head):
        marks.append("embedded")
    if candidate is discourse.sentences[candidate.sentence][0]:
        marks.append("first")
    if candidate.function is Function.SUBJECT and candidate.clause.kind is ClauseKind.MAIN:
        marks.append("main subject")
    if candidate.features.number == ONE_PERSON and candidate.definiteness in UNIDENTIFIED:
        marks.append("some person")
    return tuple(marks)


def relative_to(state: Setting, pronoun: Expression, candidate: Expression) -> Iterator[str]:
    """Marks of the pair: distance, and what its members have in common."""
    if candidate.number > pronoun.number:
        yield "follows"
        return
    yield from _distance(state, pronoun, candidate)
    if candidate.function is pronoun.function:
        yield _PARALLEL[pronoun.function]
        if _same_verb(pronoun, candidate):
            yield "same verb"
    if candidate.form == pronoun.form and candidate.kind is pronoun.kind:
        yield "same pronoun"
    elif candidate.kind in _PERSONAL:
        yield "other form"
    if candidate.preposition and candidate.preposition == pronoun.preposition:
        yield "same preposition"
    if candidate.type == "organization" and _organisational(pronoun):
        yield "organisation's"
    if candidate.quotation is not pronoun.quotation:
        yield "quoted" if candidate.quotation is not None else "narrated"


def _organisational(pronoun: Expression) -> bool:
    """Whether it belongs to an organisation: *its spokesman*, *their shares*."""
    forest, document = pronoun.discourse.forest, pronoun.discourse.document
    owned = forest.heads[pronoun.head]
    if pronoun.kind is not Kind.POSSESSIVE or owned == NONE:
        return False
    return document.tokens[owned].lemma in lexicon.words(
        document.language, "nouns", "of organisations"
    )


def _distance(state: Setting, pronoun: Expression, candidate: Expression) -> Iterator[str]:
    back = pronoun.sentence - candidate.sentence
    yield _BACK.get(min(back, WINDOW), "")
    if not back:
        gap = pronoun.head - candidate.head
        yield _WITHIN[bisect_left(_NEAR, gap)]
        if candidate.function is Function.SUBJECT and (kind := _superordinate(pronoun, candidate)):
            yield f"subject over {kind}"
        if candidate.clause is pronoun.clause:
            yield "same clause"
            if candidate.function is Function.SUBJECT and emphasised(pronoun):
                yield "own"
        if candidate.mention.end > pronoun.mention.start:
            yield "around"
        return
    sentences = state.discourse.document.sentences
    own, there = sentences[pronoun.sentence], sentences[candidate.sentence]
    if own.speaker != there.speaker:
        yield "other speaker"
    if own.paragraph != there.paragraph:
        yield "other paragraph"


def _superordinate(pronoun: Expression, subject: Expression) -> str:
    """The kind of the pronoun's clause, or of the one around it, that depends on the clause of this
    subject.
    """
    clauses = pronoun.discourse.clauses.clauses
    clause = pronoun.clause
    while clause.parent != NONE:
        kind, clause = clause.kind, clauses[clause.parent]
        if clause.subject == subject.head:
            return kind
    return ""


def _same_verb(pronoun: Expression, candidate: Expression) -> bool:
    tokens = pronoun.discourse.document.tokens
    verbs = pronoun.governor, candidate.governor
    return min(verbs) >= 0 and tokens[verbs[0]].lemma == tokens[verbs[1]].lemma


def of_entity(pronoun: Expression, group: Group) -> Iterator[str]:
    """Marks of the entity: how often it was mentioned recently, and how certainly it agrees."""
    first = max(0, pronoun.sentence - WINDOW)
    yield _LATELY[min(4, group.count(range(first, pronoun.sentence + 1)))]
    if not group.named:
        yield "nameless"
    if group.size > 4:
        yield "long chain"
    if pronoun.type and (types := group.types):
        yield "same type" if pronoun.type in types else "different type"
    ours, theirs = pronoun.features, group.features
    if theirs.gender & ours.gender:
        yield "gender known"
    elif theirs.gender and ours.gender:
        yield "gender against"
    if theirs.animacy:
        sure = "" if theirs.animacy_certainty >= _SURE else "perhaps "
        yield sure + _ANIMACIES[theirs.animacy]
    if theirs.number in _NUMBERS:
        yield _NUMBERS[theirs.number]
    if theirs.number == Number.PLURAL and theirs.animacy in _PLURALS:
        yield _PLURALS[theirs.animacy]


_ANIMACIES = {Animacy.ANIMATE: "animate", Animacy.INANIMATE: "inanimate", Animacy.EITHER: "either"}
_NUMBERS = {
    Number.SINGULAR: "singular",
    Number.PLURAL: "plural",
    ONE_PERSON: "one person",
}
_PLURALS = {Animacy.ANIMATE: "people", Animacy.INANIMATE: "things"}
