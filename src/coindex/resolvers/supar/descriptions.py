"""Definite descriptions in two stages: which are anaphoric, and what they refer to.

The stages are those of Muñoz, Palomar & Ferrández (2000), the rules those of Vieira & Poesio
(Computational Linguistics 26, 2000).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from operator import attrgetter

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.lexicon import table, words
from coindex.language.nominals import wordnet
from coindex.language.nominals.agreement import UNKNOWN, Animacy, clash
from coindex.language.nominals.grammatical import is_grammatical
from coindex.language.nominals.noun_phrases import Definiteness, determiner
from coindex.language.syntax.functions import Function
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import Forest
from coindex.resolvers.disjointness import BINDING_TERMS, disjoint
from coindex.resolvers.ranking import Factors, Method, Ranking, highest, preceding

_DEFINITE = frozenset({Definiteness.DEFINITE, Definiteness.DEMONSTRATIVE})
_PREMODIFYING = frozenset({Role.MODIFIER, Role.POSSESSOR})
_POSTMODIFYING = frozenset({Role.ATTRIBUTE, Role.ADNOMINAL})

DESCRIPTION_TERMS: Glossary = {
    **BINDING_TERMS,
    "antonym": "descriptions: the modifiers of the two are opposites",
    "premodifier": "descriptions: the anaphor has a modifier that the candidate lacks",
    "postmodifier": "descriptions: different phrases or clauses follow the two nouns",
    "same modifiers": "descriptions: both have the same modifiers",
    "more modifiers": "descriptions: the candidate has all modifiers of the anaphor, and more",
    "bare": "descriptions: the candidate has no modifiers",
    "WordNet": (
        "descriptions: only WordNet relates the two nouns, which counts against the candidate"
    ),
}

_NEAREST = 20
"""How many earlier phrases with the same noun are compared, however long the text."""
_STEPS = 3
"""How many of WordNet's hypernym steps may lie between a description and its antecedent."""


def is_description(expression: Expression) -> bool:
    """Whether it is a common noun with a definite article or demonstrative."""
    return expression.kind is Kind.NOMINAL and expression.definiteness in _DEFINITE


class Descriptions:
    """`window` is how many sentences back any candidate may be; further back it must be known or
    have the same words. Nouns that only WordNet relates must be inside the window, and come after
    all others.
    """

    def __init__(self, ranking: Ranking, window: int, *, wordnet: bool = False) -> None:
        self._ranking, self._window, self._wordnet = ranking, window, wordnet
        self._language = ranking.discourse.document.language
        self.method = Method(
            self._candidates, (self._agreement, self._modifiers), self._factors, highest
        )

    # stage 1

    def new(self, expression: Expression) -> str:
        """Why a description does not refer to anything earlier, or the empty string; demonstratives
        always do.
        """
        if expression.definiteness is Definiteness.DEMONSTRATIVE:
            return ""
        discourse = self._ranking.discourse
        forest, head = discourse.forest, expression.head
        before, after = premodifiers(forest, head), postmodifiers(forest, head)
        if after and expression.lemma in self._words("complement"):
            return "complement"
        if before & self._words("unique") or _superlative(forest, head, self._words("superlative")):
            return "unique"
        if after and before & self._words("ordinal"):
            return "ordinal"
        if any(forest.document.tokens[child].upos == "PROPN" for child in _beside(forest, head)):
            return "name"
        if after:
            return "postmodifier"
        if expression in discourse.appositions or expression.function in (
            Function.PREDICATE,
            Function.APPOSITION,
        ):
            return "apposition or predicate"
        return (
            # Only a bare noun: a modifier tells one thing from others of its kind.
            "general knowledge" if expression.lemma in self._words("general") and not before else ""
        )

    def _words(self, name: str) -> frozenset[str]:
        return words(self._language, "descriptions", name)

    # stage 2

    def _candidates(self, description: Expression) -> Iterator[Expression]:
        """Phrases with the same head noun or one that it can refer to, nearest first."""
        index = self._ranking.discourse.by_lemma
        lemmas = self._lemmas(description)
        phrases = [e for lemma in lemmas for e in _before(index.get(lemma, ()), description)]
        if self._wordnet:
            phrases += (
                e
                for e in preceding(description, back=self._window)
                if self._related(description, e)
            )
        for candidate in sorted(phrases, key=lambda e: -e.number):
            if (
                description.sentence - candidate.sentence <= self._window
                or self._ranking.entities.of(candidate).size > 1
                or candidate.text.lower() == description.text.lower()
            ):
                yield candidate

    def _lemmas(self, description: Expression) -> tuple[str, ...]:
        return (description.lemma, *sorted(_taken_up(self._language).get(description.lemma, ())))

    def _related(self, description: Expression, candidate: Expression) -> bool:
        """Whether only WordNet supports that the description refers to the candidate: *Cuba ... the
        country*.
        """
        if candidate.kind is Kind.NAME:
            return wordnet.falls_under(
                " ".join(candidate.name.words), description.lemma, longest=_STEPS
            )
        if candidate.kind is not Kind.NOMINAL or candidate.lemma in self._lemmas(description):
            return False
        same = wordnet.synonyms(candidate.lemma, description.lemma, senses=1)
        return same or wordnet.falls_under(
            candidate.lemma, description.lemma, longest=_STEPS, senses=1
        )

    def _agreement(self, description: Expression, candidate: Expression) -> str:
        """Agreement; another noun may have another grammatical gender: *la carta*, *el sobre*."""
        own = description.features
        if (
            description.lemma != candidate.lemma
            and is_grammatical(self._language)
            and own.animacy != Animacy.ANIMATE
        ):
            own = own._replace(gender=UNKNOWN)
        return clash(own, candidate.features)

    def _modifiers(self, description: Expression, candidate: Expression) -> str:
        forest = self._ranking.discourse.forest
        own, other = premodifiers(forest, description.head), premodifiers(forest, candidate.head)
        opposites = _opposites(self._language)
        if any(opposites.get(word, frozenset()) & other for word in own):
            return "antonym"
        if other and not own <= other:
            return "premodifier"
        behind, there = (
            postmodifiers(forest, description.head),
            postmodifiers(forest, candidate.head),
        )
        if behind and there and behind != there:
            return "postmodifier"
        return disjoint(description, candidate)

    def _factors(self, description: Expression, candidate: Expression) -> Factors:
        forest = self._ranking.discourse.forest
        own, other = premodifiers(forest, description.head), premodifiers(forest, candidate.head)
        related = (
            (("WordNet", -3.0),) if self._wordnet and self._related(description, candidate) else ()
        )
        if own == other:
            return (("same modifiers", 2.0), *related)
        return (("more modifiers", 1.0), *related) if own < other else (("bare", 0.0), *related)


def _before(expressions: Sequence[Expression], description: Expression) -> Sequence[Expression]:
    place = bisect_left(expressions, description.number, key=attrgetter("number"))
    return expressions[max(0, place - _NEAREST) : place]


def premodifiers(forest: Forest, head: int) -> frozenset[str]:
    """The lemmas of adjectives, nouns and numbers before the head, without the determiner.

    In Spanish, where adjectives follow, those on either side.
    """
    tokens = forest.document.tokens
    first = determiner(forest, head)
    either = is_grammatical(forest.document.language)
    return frozenset(
        tokens[child].lemma.lower() or tokens[child].form.lower()
        for child in forest.children[head]
        if (child < head or either) and child != first and forest.roles[child] in _PREMODIFYING
    )


def postmodifiers(forest: Forest, head: int) -> frozenset[str]:
    """The lemmas of modifiers after the head: PPs, relative and other clauses."""
    tokens = forest.document.tokens
    return frozenset(
        tokens[child].lemma.lower() or tokens[child].form.lower()
        for child in forest.children[head]
        if child > head and forest.roles[child] in _POSTMODIFYING
    )


def _beside(forest: Forest, head: int) -> Iterator[int]:
    """Words before the noun that belong to it; in Spanish also names after it: *el juez Garzón*."""
    naming = ("flat", "appos", "compound") if is_grammatical(forest.document.language) else ()
    return (
        child
        for child in forest.children[head]
        if child < head or forest.labels[child].startswith(naming)
    )


def _superlative(forest: Forest, head: int, adverbs: frozenset[str]) -> bool:
    """Whether it is superlative, by the form of an adjective or an adverb: *el más alto*."""
    tokens = forest.document.tokens
    before = (child for child in forest.children[head] if child < head)
    if any(tokens[child].feature("Degree") == "Sup" for child in before):
        return True
    return bool(adverbs) and any(
        tokens[word].form.lower() in adverbs
        for child in forest.children[head]
        if forest.roles[child] == Role.MODIFIER
        for word in forest.children[child]
    )


@cache
def _taken_up(language: str) -> dict[str, frozenset[str]]:
    """For each noun those to which it can refer: its synonyms, and more specific ones."""
    related: dict[str, set[str]] = {}
    for first, *others in table(language, "synonyms"):
        for other in others:
            related.setdefault(other, set()).add(first)
            related.setdefault(first, set()).add(other)
    return {word: frozenset(group) for word, group in related.items()}


@cache
def _opposites(language: str) -> dict[str, frozenset[str]]:
    opposites: dict[str, set[str]] = {}
    for one, other in table(language, "antonyms"):
        opposites.setdefault(one, set()).add(other)
        opposites.setdefault(other, set()).add(one)
    return {word: frozenset(group) for word, group in opposites.items()}
