"""Kennedy & Boguraev's shallow version of RAP: pronouns without a full parse.

C. Kennedy and B. Boguraev, "Anaphora for Everyone: Pronominal Anaphora Resolution without a
Parser", COLING 1996.

In the paper, and here:

    salience factors, SENT-S ... ARG-S     ClassSalience._satisfied_by; parameter `weights`
    decay by half at each sentence         ClassSalience._value; parameter `threshold`
    COREF classes                          entities.Group; parameter `merge_identical_names`
    disjoint reference, conditions 1 to 3  line.Lines.disjoint
    reflexives and reciprocals             _binders; parameter `reflexives_agree`
    agreement                              constraints.entity_agreement; parameter `certain`
    cataphora, locality, parallelism       ClassSalience._local
    context (CNTX-S)                       ClassSalience._context; parameter `context`
    patterns over parts of speech          parameter `syntax`
    sample output                          parameter `compat_sample_1996`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import ClassVar, Literal

from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.parameters import component
from coindex.language.discourse.discourse import Expression, third_person
from coindex.language.syntax.functions import Function, first_conjunct
from coindex.language.syntax.shallow import shallow
from coindex.resolvers.classic.frame import RANKER_TERMS, Weighted
from coindex.resolvers.classic.line import LINE_TERMS, Lines
from coindex.resolvers.constraints import (
    LOCAL,
    agreement,
    entity_agreement,
    for_entity,
)
from coindex.resolvers.entities import Group
from coindex.resolvers.namesakes import NAMESAKE_TERMS, Namesakes
from coindex.resolvers.preferences import Weights
from coindex.resolvers.ranking import (
    Factors,
    Method,
    Ranking,
)

_REACH = 9
"""For how many sentences a class is kept; with the published weights its salience is 0
after that.
"""

_BY_FUNCTION = {
    Function.SUBJECT: "SUBJ-S",
    Function.EXISTENTIAL: "EXST-S",
    Function.POSSESSIVE: "POSS-S",
    Function.DIRECT_OBJECT: "ACC-S",
    Function.INDIRECT_OBJECT: "DAT-S",
}
_SUBJECTS = frozenset({Function.SUBJECT, Function.EXISTENTIAL})


@component
class KennedyBoguraev(Weighted):
    """Choose the most salient class of coreferent phrases that the constraints leave.

    Every class has one value per factor, which each new member sets in full and each new sentence
    halves.
    """

    weights: Weights = ()
    """Weights that replace published ones, by name: `{'SUBJ-S': 90}`.
    *cataphora* and *parallelism* are RAP's.
    """
    threshold: float = 0.0
    """A class whose salience is not above this is not a candidate."""
    context: Literal["paragraph", "text"] = "paragraph"
    """The unit of the factor CNTX-S: the *paragraph* or the whole *text*."""
    merge_identical_names: bool = True
    """Whether names with the same words, or of a person the same
    surname, start out in one class.
    """
    reflexives_agree: bool = True
    """Whether reflexives and reciprocals must agree with their antecedents."""
    syntax: Literal["parse", "tags"] = "parse"
    """Where functions, adjuncts and embedding come from: the *parse*, or *tags*, i.e. patterns of
    parts of speech, which is all that the paper has; used also where there is no parse.
    """
    compat_sample_1996: bool = False
    """Whether salience is that of the sample output of the paper: a phrase in an adverbial clause
    has ARG-S, and parallelism adds nothing.
    """
    published: ClassVar[Mapping[str, float]] = {
        "SENT-S": 100,
        "CNTX-S": 50,
        "SUBJ-S": 80,
        "EXST-S": 70,
        "POSS-S": 65,
        "ACC-S": 50,
        "DAT-S": 40,
        "OBLQ-S": 30,
        "HEAD-S": 80,
        "ARG-S": 50,
        "cataphora": -175,
        "parallelism": 35,
    }
    glossary: ClassVar[Glossary] = {
        **RANKER_TERMS,
        **LINE_TERMS,
        **NAMESAKE_TERMS,
        "below threshold": (
            "the salience of the candidate's coreference class has decayed to the threshold"
        ),
        "SENT-S": "salience factor: the class has a member in the current sentence",
        "CNTX-S": "salience factor: the class has a member in the current context",
        "SUBJ-S": "salience factor: subject",
        "EXST-S": "salience factor: in an existential construction, there is ...",
        "POSS-S": "salience factor: possessor",
        "ACC-S": "salience factor: direct object",
        "DAT-S": "salience factor: indirect object",
        "OBLQ-S": "salience factor: complement of a preposition",
        "HEAD-S": "salience factor: not contained in another phrase",
        "ARG-S": "salience factor: not contained in an adjunct",
        "locality HEAD-S": (
            "locality: both are contained in other phrases, with none in between that is not"
        ),
        "locality ARG-S": (
            "locality: both are contained in adjuncts, with no phrase in between that is not"
        ),
        "cataphora": "the candidate follows the pronoun, which counts against it",
        "parallelism": (
            "antecedent and anaphor of an earlier link had these two grammatical functions"
        ),
    }

    def seen(self, document: Document) -> Document:
        return shallow(document) if self.syntax == "tags" else document

    def decisions(self, ranking: Ranking) -> Iterator[Decision]:
        salience = ClassSalience(self, ranking)
        names = Namesakes(ranking)
        agrees = partial(agreement, certain=self.certain) if self.reflexives_agree else _anything
        reflexive = Method(_binders, (agrees,), salience.factors)
        disjoint = for_entity(ranking.entities, salience.lines.disjoint)
        constraints = (
            entity_agreement(ranking.entities, self.certain),
            disjoint,
            salience.forgotten,
        )
        pronoun = Method(salience.candidates, constraints, salience.local_factors)
        for sentence in ranking.discourse.sentences:
            if self.merge_identical_names:
                yield from names.decisions(sentence)
            anaphors = list(third_person(sentence))
            yield from ranking.decisions(reflexive, (one for one in anaphors if one.kind in LOCAL))
            yield from ranking.decisions(
                pronoun, (one for one in anaphors if one.kind not in LOCAL)
            )


def _anything(anaphor: Expression, candidate: Expression) -> str:
    return ""


def _binders(anaphor: Expression) -> Iterator[Expression]:
    """The closest subject before a reflexive and, if it is not a direct object, the closest object
    between the two.

    A subject that is the last conjunct of a coordination stands for the whole: *John and Mary hate
    each other*.
    """
    discourse = anaphor.discourse
    found_object = anaphor.function is Function.DIRECT_OBJECT
    for other in reversed(discourse.sentences[anaphor.sentence]):
        if other.head < anaphor.head:
            if other.function in _SUBJECTS:
                yield other
                whole = discourse.coordinations.get(first_conjunct(discourse.forest, other.head))
                if whole is not None and whole is not other:
                    yield whole
                return
            if other.function is Function.DIRECT_OBJECT and not found_object:
                found_object = True
                yield other


class ClassSalience:
    """The salience of the classes of a document at the current sentence."""

    def __init__(self, options: KennedyBoguraev, ranking: Ranking) -> None:
        self._ranking = ranking
        sample = {"parallelism": 0.0} if options.compat_sample_1996 else {}
        self._weights = {**options.published, **sample, **dict(options.weights)}
        self._threshold, self._most = options.threshold, options.most
        self._by_paragraph = options.context == "paragraph"
        self._satisfied: dict[Expression, tuple[str, ...]] = {}
        self._values: dict[Group, tuple[tuple[int, int], Factors]] = {}
        """The last computed salience of classes, with the sentence and the number of members."""
        self._patterns: set[tuple[Function, Function]] = set()
        self._links_seen = 0
        self.lines = Lines(ranking.discourse, clauses=not options.compat_sample_1996)

    def candidates(self, anaphor: Expression) -> Iterator[Expression]:
        """All expressions of the sentence except later pronouns, then the last earlier member of
        each class.
        """
        discourse = self._ranking.discourse
        in_sentence = [
            other
            for other in discourse.sentences[anaphor.sentence]
            if other is not anaphor and (other.head < anaphor.head or not other.pronominal)
        ]
        yield from in_sentence
        yield from islice(self._classes(anaphor), max(0, self._most - len(in_sentence)))

    def _classes(self, anaphor: Expression) -> Iterator[Expression]:
        discourse, entities = self._ranking.discourse, self._ranking.entities
        seen = set()
        for sentence in range(anaphor.sentence - 1, max(-1, anaphor.sentence - _REACH - 1), -1):
            for other in reversed(discourse.sentences[sentence]):
                group = entities.of(other)
                if group not in seen:
                    seen.add(group)
                    yield other

    def factors(self, anaphor: Expression, candidate: Expression) -> Factors:
        """The current values of the candidate's class: for each factor, what remains from the last
        member that satisfied it.
        """
        group, now = self._ranking.entities.of(candidate), anaphor.sentence
        seen = now, group.size
        if (known := self._values.get(group)) is None or known[0] != seen:
            known = self._values[group] = seen, self._value(group, now)
        return known[1]

    def _value(self, group: Group, now: int) -> Factors:
        values: dict[str, float] = {}
        for sentence in range(now, max(-1, now - _REACH - 1), -1):
            for member in group.in_sentence(sentence):
                for factor in self._satisfied_by(member):
                    if factor not in values and (
                        factor != "CNTX-S" or self._context(sentence) == self._context(now)
                    ):
                        values[factor] = self._weights[factor] / 2 ** (now - sentence)
        return tuple(values.items())

    def local_factors(self, pronoun: Expression, candidate: Expression) -> Factors:
        """The values of the class, and the factors of this pronoun and this member alone."""
        values = self.factors(pronoun, candidate)
        return (
            (*values, *self._local(pronoun, candidate))
            if candidate.sentence == pronoun.sentence
            else values
        )

    def forgotten(self, anaphor: Expression, candidate: Expression) -> str:
        """Reject a candidate whose class has decayed to the threshold."""
        value = sum(worth for _, worth in self.factors(anaphor, candidate))
        return "" if int(value) > self._threshold else "below threshold"

    def _local(self, pronoun: Expression, candidate: Expression) -> Iterator[tuple[str, float]]:
        weights = self._weights
        if candidate.head > pronoun.head:
            yield "cataphora", weights["cataphora"]
        own, there = self.lines.place(pronoun), self.lines.place(candidate)
        if own.embedded and there.embedded and own.outer == there.outer:
            yield "locality HEAD-S", weights["HEAD-S"]
        if own.adjunct and there.adjunct and own.main == there.main:
            yield "locality ARG-S", weights["ARG-S"]
        if (candidate.function, pronoun.function) in self._linked_functions():
            yield "parallelism", weights["parallelism"]

    def _linked_functions(self) -> set[tuple[Function, Function]]:
        """The functions of antecedent and anaphor for every pronoun resolved so far."""
        links = self._ranking.links
        for anaphor, antecedent in links[self._links_seen :]:
            if anaphor.pronominal:
                self._patterns.add((antecedent.function, anaphor.function))
        self._links_seen = len(links)
        return self._patterns

    def _context(self, sentence: int) -> int:
        return (
            self._ranking.discourse.document.sentences[sentence].paragraph
            if self._by_paragraph
            else 0
        )

    def _satisfied_by(self, member: Expression) -> tuple[str, ...]:
        satisfied = self._satisfied.get(member)
        if satisfied is None:
            place = self.lines.place(member)
            role = _BY_FUNCTION.get(member.function, "OBLQ-S" if member.preposition else "")
            parts = (
                "SENT-S",
                "CNTX-S",
                role,
                "" if place.embedded else "HEAD-S",
                "" if place.adjunct else "ARG-S",
            )
            satisfied = self._satisfied[member] = tuple(filter(None, parts))
        return satisfied
