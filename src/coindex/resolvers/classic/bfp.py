"""The centering algorithm of Brennan, Friedman & Pollard (ACL 1987): the assignment
with the smoothest transition.

Centers as in Grosz, Joshi & Weinstein (Computational Linguistics 21, 1995); pronouns that are left
over are looked for as in Strube & Hahn's tests.

In the paper, and here:

    1 construct anchors <Cb, Cf>     _Centers.decide, _Centers._anchors; parameter `anchors`
    ranking of the Cf list           centers.by_function
    2 filter: contraindexing         _Centers._anchors (disjoint pronouns), Search.objection
    2 filter: constraint 3, Rule 1   _Centers._transition
    3 classify and rank transitions  Transition, _Centers._transition
    utterance, discourse segment     parameters `utterance`, `segment`
    pronouns left over               _Centers.left_over; parameter `carter` for the extension of
                                     Carter (1987)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product
from typing import ClassVar, Literal

from coindex.core.decision import Decision
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.language.discourse.centers import Realised, Transition, by_function, transition
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.classic.centering import CENTERING_TERMS, Centering, from_lists
from coindex.resolvers.classic.search import FITS, Objection, Proposal, Search, Trace
from coindex.resolvers.disjointness import disjoint
from coindex.resolvers.entities import Group

_TRIED = 64
"""How many assignments are generated for each one that is compared: most assign disjoint pronouns
to one element.
"""
Anchor = tuple[Expression, ...]
"""For each pronoun the element of the previous list that it realises."""


@component
class BFP(Centering):
    """Resolve all pronouns of an utterance at once, by the assignment whose transition
    from the utterance before is best.
    """

    utterance: Literal["sentence", "conjoined", "tensed_clause"] = "conjoined"
    segment: Literal["document", "paragraph"] = "document"
    carter: bool = False
    """Whether to look inside the utterance first as long as no backward-looking
    center is established (Carter).
    """
    listed: Literal["outside quotes", "all"] = "outside quotes"
    """Which phrases enter the lists: those *outside quotes* that are
    not predicate nominals, or *all*.
    """
    anchors: int = ranged(256, least=1)
    """How many assignments of an utterance are compared at most, those of
    the best ranked elements first.
    """
    glossary: ClassVar[Glossary] = {
        **CENTERING_TERMS,
        "CONTINUE": (
            "transition: the backward-looking center stays, and is also the preferred center of "
            "the utterance"
        ),
        "RETAIN": (
            "transition: the backward-looking center stays, but is not the preferred center of "
            "the utterance"
        ),
        "SMOOTH-SHIFT": (
            "transition: a new backward-looking center, which is the preferred center of the "
            "utterance"
        ),
        "ROUGH-SHIFT": (
            "transition: a new backward-looking center, which is not the preferred center of the "
            "utterance"
        ),
        "NONE": "transition: the utterance has no backward-looking center",
        "no anchor": (
            "no assignment of all pronouns of the utterance to elements of the list before it uses "
            "the candidate and keeps Rule 1"
        ),
    }

    def decisions(self, search: Search) -> Iterator[Decision]:
        course = self.course(search)
        left_out = course.left_out(self.listed)
        centers = _Centers(search, self.anchors)
        for unit in course.utterances:
            if unit.opens:
                centers.forget()
            ranked = sorted((e for e in unit.expressions if e not in left_out), key=by_function)
            yield from self._utterance(search, centers, unit, ranked)
            centers.update(ranked)

    def _utterance(
        self, search: Search, centers: _Centers, unit: Realised, ranked: list[Expression]
    ) -> Iterator[Decision]:
        for expression in unit.expressions:
            search.recall(expression)
        pronouns = [expression for expression in unit.expressions if expression in search.anaphors]
        inside_first = self.carter and centers.backward is None
        anchored = {} if inside_first else centers.decide(pronouns, ranked)
        for pronoun in pronouns:
            trace = anchored.get(pronoun)
            if trace is None:
                yield search.first(pronoun, centers.left_over(pronoun, unit.expressions))
            else:
                search.settle(pronoun, trace.chosen)
                yield trace.decision()


class _Centers:
    """The forward-looking lists so far, and the backward-looking center of the last utterance."""

    def __init__(self, search: Search, limit: int) -> None:
        self._search, self._limit = search, limit
        self._lists: list[list[Expression]] = []
        self.backward: Expression | None = None

    def forget(self) -> None:
        self._lists, self.backward = [], None

    def update(self, ranked: list[Expression]) -> None:
        realised = {self._search.entities.of(expression) for expression in ranked}
        before = self._lists[-1] if self._lists else []
        self.backward = next((e for e in before if self._search.entities.of(e) in realised), None)
        distinct: dict[Group, Expression] = {}
        for expression in ranked:
            distinct.setdefault(self._search.entities.of(expression), expression)
        self._lists.append(list(distinct.values()))

    def left_over(self, pronoun: Expression, utterance: list[Expression]) -> Iterator[Proposal]:
        yield from (Proposal(e, "same utterance") for e in utterance if e.number < pronoun.number)
        yield from from_lists(reversed(self._lists), "utterance")

    def decide(
        self, pronouns: list[Expression], ranked: list[Expression]
    ) -> dict[Expression, Trace]:
        """Decide by the best anchor; pronouns that agree with no element are left over, and all are
        if there is no anchor.
        """
        elements = self._lists[-1] if self._lists else []
        tests = {
            pronoun: {e: self._search.objection(pronoun, e) for e in elements}
            for pronoun in pronouns
        }
        options = {
            pronoun: [e for e in elements if tests[pronoun][e] is FITS] for pronoun in pronouns
        }
        assigned = [pronoun for pronoun in pronouns if options[pronoun]]
        best: dict[Expression, Expression] = {}
        smoothest: dict[tuple[Expression, Expression], Transition] = {}
        for anchor in islice(self._anchors(assigned, options), self._limit):
            assignment = dict(zip(assigned, anchor, strict=True))
            transition = self._transition(assignment, ranked)
            if transition is None:
                continue
            # Strictly smoother than all before: among equals the first anchor wins.
            if all(transition < known for known in smoothest.values()):
                best = assignment
            for pair in assignment.items():
                # The score of a candidate is that of the best anchor that it is part of.
                smoothest[pair] = min(transition, smoothest.get(pair, transition))
        return {
            pronoun: _traced(
                pronoun,
                chosen,
                tests[pronoun],
                {e: t for (p, e), t in smoothest.items() if p is pronoun},
            )
            for pronoun, chosen in best.items()
        }

    def _anchors(
        self, pronouns: list[Expression], options: dict[Expression, list[Expression]]
    ) -> Iterator[Anchor]:
        """Assignments in which disjoint pronouns do not realise the same element."""
        apart = [
            (one, other)
            for one, other in combinations(range(len(pronouns)), 2)
            if disjoint(pronouns[one], pronouns[other])
        ]
        assignments = product(*(options[pronoun] for pronoun in pronouns))
        for anchor in islice(assignments, self._limit * _TRIED):
            if pronouns and not any(anchor[one] is anchor[other] for one, other in apart):
                yield anchor

    def _transition(
        self, assignment: dict[Expression, Expression], ranked: list[Expression]
    ) -> Transition | None:
        """The transition of an assignment, or `None` if it violates Rule 1."""
        of = self._search.entities.of
        groups = {expression: of(assignment.get(expression, expression)) for expression in ranked}
        realised = set(groups.values())
        center = next((of(e) for e in self._lists[-1] if of(e) in realised), None)
        pronominal = {groups[pronoun] for pronoun in assignment if pronoun in groups}
        if center is None:
            return Transition.NONE
        if pronominal and center not in pronominal:
            return None
        before = None if self.backward is None else of(self.backward)
        return transition(before, center, groups[ranked[0]])


def _traced(
    pronoun: Expression,
    chosen: Expression,
    tests: dict[Expression, Objection],
    transitions: dict[Expression, Transition],
) -> Trace:
    """The chosen element first, then the others by the smoothest transition of any assignment that
    contains them.
    """
    trace = Trace(pronoun)
    worst = len(Transition)
    for element in sorted(tests, key=lambda e: (e is not chosen, transitions.get(e, worst))):
        transition = transitions.get(element)
        if transition is not None:
            trace.add(element, transition.label, FITS, score=float(worst - transition))
        else:
            trace.add(
                element,
                "",
                tests[element] if tests[element].reason else Objection("no anchor", True),
            )
    return trace
