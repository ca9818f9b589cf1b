"""Third persons plural about people in general: *llaman a la puerta*, *me robaron la bicicleta*."""

from __future__ import annotations

from coindex.language.syntax.tree import NONE
from coindex.language.syntax.verb_clauses import VerbClause

_BACK = 60
"""How many words before the verb are searched for a group that the plural may refer to."""


def is_arbitrary(clause: VerbClause) -> bool:
    """Whether a verb in the plural is about people in general: because of the verb and its
    dependents, or because a place opens the sentence; and only if no group was mentioned shortly
    before.
    """
    if not clause.plural or not clause.third or _group_before(clause):
        return False
    return _idiom(clause) or _place_first(clause)


def _idiom(clause: VerbClause) -> bool:
    """Whether the verb and its dependents mean people in general: *me robaron*, *cortaron el agua*,
    *llaman a la puerta*, *te buscan*.
    """
    lemma, children = clause.lemma(clause.predicate), clause.children
    if lemma in clause.words("arbitrary.verb"):
        return True
    with_object = {clause.lemma(child) for child in children if child > clause.verb}
    if lemma in clause.words("arbitrary.with") and with_object & clause.words("arbitrary.object"):
        return True
    hearers = clause.words("clitic.personal")
    return lemma in clause.words("arbitrary.hearer") and any(
        clause.form(child) in hearers for child in children
    )


def _place_first(clause: VerbClause) -> bool:
    """Whether a place opens the sentence: *en Galicia comen mucho pulpo*, *en la radio anuncian
    tormentas*.
    """
    tokens, forest = clause.tokens, clause.forest
    start = forest.document.sentence_of(clause.verb).span.start
    media = clause.words("arbitrary.medium")
    for child in clause.children:
        if (
            child < clause.verb
            and forest.left[child] == start
            and clause.begins_with(child, *_places(clause))
        ):
            return tokens[child].upos == "PROPN" or clause.lemma(child) in media
    return False


def _places(clause: VerbClause) -> frozenset[str]:
    return clause.words("arbitrary.preposition")


def _group_before(clause: VerbClause) -> bool:
    """Whether a plural, a coordination or a collective noun precedes to which the verb
    could refer.
    """
    tokens, forest = clause.tokens, clause.forest
    for index in range(max(0, clause.verb - _BACK), clause.verb):
        token = tokens[index]
        if token.upos not in ("NOUN", "PROPN", "PRON") or token.feature("Person") in ("1", "2"):
            continue
        if token.feature("Number") == "Plur" and forest.heads[index] != NONE:
            return True
        if any(forest.labels[child] == "conj" for child in forest.children[index]):
            return True
    return False
