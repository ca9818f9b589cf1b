"""The list of salient entities, ordered by what is old, mediated and new to
the hearer (Strube, ACL 1998).

In the paper, and here:

    OLD, MED, NEW                       Status, SList._status; parameter `status`
    order: status, utterance, position  Salient, _Salience.insert
    1 resolve against the list          _Salience.proposals
    2 insert                            _Salience.insert; parameter `limit`
    3 remove what is not realised       _Salience.end
    earlier lists                       _Salience.proposals; parameter `earlier`
    utterance, segment                  parameters `utterance`, `segment`
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import islice
from typing import ClassVar, Literal, NamedTuple

from coindex.core.decision import Decision
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.noun_phrases import Definiteness, determiner
from coindex.language.syntax.tree import NONE
from coindex.resolvers.classic.centering import CENTERING_TERMS, Centering, from_lists
from coindex.resolvers.classic.search import Proposal, Search


class Status(IntEnum):
    """OLD is evoked or unused, MED inferrable or anchored, NEW brand-new."""

    OLD = 0
    MED = 1
    NEW = 2


_BY_DEFINITENESS = {
    Definiteness.PRONOUN: Status.OLD,
    Definiteness.NAME: Status.OLD,
    Definiteness.POSSESSIVE: Status.MED,
    Definiteness.DEFINITE: Status.MED,
    Definiteness.DEMONSTRATIVE: Status.MED,
}


class Salient(NamedTuple):
    """An entity in the list by its latest mention; utterances are counted
    downwards, so that later ones sort first.
    """

    status: Status
    utterance: int
    position: int
    expression: Expression


@component
class SList(Centering):
    """Resolve each pronoun to the first element of the list that fits, and keep the
    list up to date as the text goes on.
    """

    status: Literal["full", "shallow"] = "full"
    """How information status is determined: *full* (Strube's, as far as a parse shows it), or
    *shallow* (Tetreault's, by the determiner alone).
    """
    limit: int = ranged(0, least=0)
    """Length of the list (Strube: 5); 0 for any."""
    earlier: bool = True
    """Whether to look into the lists of earlier utterances when nothing in the current one fits."""
    listed: Literal["outside quotes", "all"] = "outside quotes"
    """Which phrases enter the lists: those *outside quotes* that are
    not predicate nominals, or *all*.
    """
    utterance: Literal["sentence", "conjoined", "tensed_clause"] = "conjoined"
    segment: Literal["document", "paragraph"] = "document"
    glossary: ClassVar[Glossary] = {
        **CENTERING_TERMS,
        "list": (
            "the first element of the list of salient entities that fits, as the list stands at "
            "the pronoun"
        ),
        "list -*": (
            "the first that fits in the list as it stood after an earlier utterance; -1 is the "
            "nearest of them"
        ),
    }

    def decisions(self, search: Search) -> Iterator[Decision]:
        course = self.course(search)
        left_out = course.left_out(self.listed)
        salience = _Salience(search, self.limit)
        for unit in course.utterances:
            salience.begin(new_segment=unit.opens)
            for expression in unit.expressions:
                recalled = search.recall(expression)
                if expression in search.anaphors:
                    yield search.first(expression, salience.proposals(self.earlier))
                if expression not in left_out:
                    salience.insert(expression, self._status(expression, recalled))
            salience.end()

    def _status(self, expression: Expression, recalled: bool) -> Status:
        discourse = expression.discourse
        if self.status == "full":
            if recalled or expression in discourse.appositions:
                return Status.OLD
            return _BY_DEFINITENESS.get(expression.definiteness, Status.NEW)
        if expression.pronominal or determiner(discourse.forest, expression.head) == NONE:
            return Status.OLD
        return Status.NEW if expression.definiteness is Definiteness.INDEFINITE else Status.MED


class _Salience:
    """The list, and its earlier states."""

    def __init__(self, search: Search, limit: int) -> None:
        self._entities, self._limit = search.entities, limit
        self._list: list[Salient] = []
        self._states: list[list[Expression]] = []
        self._utterance = self._position = 0

    def begin(self, *, new_segment: bool) -> None:
        if new_segment:
            self._list, self._states = [], []
        self._utterance -= 1
        self._position = 0

    def proposals(self, earlier: bool) -> Iterator[Proposal]:
        yield from (Proposal(salient.expression, "list") for salient in self._list)
        if earlier:
            yield from from_lists(islice(reversed(self._states), 1, None), "list")

    def insert(self, expression: Expression, status: Status) -> None:
        """Insert an entity; one realised twice in an utterance keeps its first position, and is old
        from the second time on.
        """
        group, entries = self._entities.of(expression), self._list
        place, utterance = self._position, self._utterance
        for index, salient in enumerate(entries):
            if self._entities.of(salient.expression) is group:
                if salient.utterance == utterance:
                    place = salient.position
                del entries[index]
                break
        entries.append(Salient(status, utterance, place, expression))
        entries.sort(key=lambda salient: salient[:3])
        if self._limit:
            del entries[self._limit :]
        self._position += 1

    def end(self) -> None:
        """Remove everything that was not realised in the utterance."""
        self._list = [salient for salient in self._list if salient.utterance == self._utterance]
        self._states.append([salient.expression for salient in self._list])
