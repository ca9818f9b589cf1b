"""Mitkov's measures over anaphors (2002): precision, recall, success, critical and non-trivial
success, indicators.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from coindex.core.annotation import Entity, Mention
from coindex.core.decision import Decision
from coindex.core.outcome import Outcome
from coindex.core.protocols import AlignedPair, Case, Counts
from coindex.measures import chains
from coindex.measures.competition import WINDOW, Competition, Competitions
from coindex.measures.pair import all_mentions
from coindex.measures.scores import ratio, total
from coindex.measures.selection import check_selection, selected

Judged = tuple[Mention, Outcome]


class SuccessScore(NamedTuple):
    """Right of those attempted, of those that the system identified (Aone & Bennett), and of all in
    the key.
    """

    precision: float | None
    recall: float | None
    success: float | None


@dataclass(frozen=True, slots=True)
class Success:
    """An anaphor is right if its antecedent is another mention of its key entity, earlier or later.

    `nearest_only` asks for the nearest earlier one. Anaphors of the key are mentions that `of`
    selects and to which it gives an antecedent; the first mention of an entity has none, unless it
    is a pronoun that refers forward.
    """

    of: str = "pronouns"
    """Which mentions count: a type (*PER3*, *NAME* ...), a group (*pronouns*, *nominals*, *third*,
    *all*), a kind, a word form, or several joined by a plus sign (*third+RELA*).
    """
    nearest_only: bool = False
    """Whether only the nearest earlier mention of the entity is right."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "success"

    def __post_init__(self) -> None:
        check_selection(self.of)

    def outcomes(self, pair: AlignedPair) -> Sequence[Judged]:
        """For every mention of the response, then for those that only the key has."""
        return pair.remembered(self, lambda: list(self._outcomes(pair)))

    def _outcomes(self, pair: AlignedPair) -> Iterator[Judged]:
        partner, proposed = pair.counterparts(self.view), proposals(pair)
        anaphors, owner = key_anaphors(pair, self.of), pair.key.entity_of()
        seen = set()
        for mention in all_mentions(pair.response):
            if selected(self.of, pair.document, mention):
                known, antecedent = partner.get(mention), proposed.get(mention)
                entity = anaphors.get(known) if known is not None else None
                seen.add(known)
                if antecedent is None:
                    yield mention, Outcome.NONE if entity is None else Outcome.OPEN
                elif entity is None:
                    yield mention, Outcome.SPURIOUS
                else:
                    meant = partner.get(antecedent)
                    right = meant is not None and owner.get(meant) is entity and meant != known
                    if right and self.nearest_only:
                        right = meant == _nearest(entity, known)
                    yield mention, Outcome.RIGHT if right else Outcome.WRONG
        for mention in anaphors:
            if mention not in seen:
                yield mention, Outcome.UNDETECTED

    def cases(self, pair: AlignedPair) -> Iterator[Case]:
        """Right, attempted, identified, in the key."""
        return ((mention, outcome.counts) for mention, outcome in self.outcomes(pair))

    def counts(self, pair: AlignedPair) -> Counts:
        return total((counts for _, counts in self.cases(pair)), 4)

    @staticmethod
    def score(counts: Counts) -> SuccessScore:
        right, attempted, identified, anaphors = counts
        return SuccessScore(
            ratio(right, attempted), ratio(right, identified), ratio(right, anaphors)
        )


def _nearest(entity: Entity, anaphor: Mention | None) -> Mention:
    """The mention before an anaphor, or the one after it if the anaphor is the first."""
    place = entity.mentions.index(anaphor) if anaphor is not None else 0
    return entity.mentions[place - 1 if place else 1]


class Rate(NamedTuple):
    success: float | None


@dataclass(frozen=True, slots=True)
class SuccessAmong(ABC):
    """Success over those anaphors of the key for which candidates compete;
    the same ones for every response.
    """

    of: str = "pronouns"
    """Which mentions count: a type (*PER3*, *NAME* ...), a group (*pronouns*,
    *all* ...), a kind, or a form.
    """
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    window: int = WINDOW
    """How many sentences before the anaphor's own one have candidates."""
    numerator: Literal["same", "all"] = "same"
    """Which right answers count: *same*, those to the anaphors that count, or *all*, as Barbu and
    Mitkov's formula (2001) has it; the rate can then exceed 100.
    """
    headline: ClassVar[str] = "success"
    needs_parse: ClassVar[bool] = True
    """Candidates come from sentences, which a key without a parse does not have."""

    def __post_init__(self) -> None:
        check_selection(self.of)
        if self.numerator not in ("same", "all"):
            raise ValueError(f"numerator must be same or all, not {self.numerator!r}")

    @staticmethod
    @abstractmethod
    def counts_for(competition: Competition) -> bool:
        """Whether an anaphor counts, given the candidates that compete for it."""

    def cases(self, pair: AlignedPair) -> Iterator[Case]:
        """Right, and all."""
        return among(pair, self, Success(self.of, view=self.view).outcomes(pair))

    def counts(self, pair: AlignedPair) -> Counts:
        return total((counts for _, counts in self.cases(pair)), 2)

    @staticmethod
    def score(counts: Counts) -> Rate:
        return Rate(ratio(*counts))


@dataclass(frozen=True, slots=True)
class CriticalSuccess(SuccessAmong):
    """Success over anaphors that have more than one candidate left
    after the morphological filter.
    """

    @staticmethod
    def counts_for(competition: Competition) -> bool:
        return competition.critical


@dataclass(frozen=True, slots=True)
class NonTrivialSuccess(SuccessAmong):
    """Success over anaphors that have more than one candidate before the morphological filter."""

    @staticmethod
    def counts_for(competition: Competition) -> bool:
        return competition.nontrivial


def among(pair: AlignedPair, measure: SuccessAmong, judged: Iterable[Judged]) -> Iterator[Case]:
    """Right, and all: over the key's anaphors that count for the measure, whether or not the
    response has them.
    """
    window, partner = measure.window, pair.counterparts(measure.view)
    competitions = pair.remembered(
        ("competitions", window), lambda: Competitions(pair.document, pair.key, window)
    )
    for mention, outcome in judged:
        known = partner.get(mention) if outcome.identified else mention
        if outcome.anaphoric and known is not None:
            right = int(outcome is Outcome.RIGHT)
            counts = measure.counts_for(competitions.of(known))
            if counts or (right and measure.numerator == "all"):
                yield mention, (right, int(counts))


def proposals(pair: AlignedPair) -> Mapping[Mention, Mention]:
    """The antecedents that the response proposes: by its decisions, where they are known, or else
    by its links.

    If there are only entities, a pronoun that comes first in one is assumed to refer forward to its
    anchor.
    """
    decided = {d.anaphor: d.antecedent for d in pair.decisions if d.antecedent is not None}
    if decided or pair.decisions:
        return decided
    return chains.references(pair.document, pair.response)


def key_anaphors(pair: AlignedPair, of: str) -> Mapping[Mention, Entity]:
    """Mentions of the key that have an antecedent, or a later mention to refer to."""
    antecedents = pair.remembered(
        "references of the key", lambda: chains.references(pair.document, pair.key)
    )
    return {
        mention: entity
        for entity in pair.key.entities
        if not entity.singleton
        for mention in entity.mentions
        if mention in antecedents and selected(of, pair.document, mention)
    }


class Indicator(NamedTuple):
    """How well a preference works: how often it supported (or opposed) the winner, and was right.

    `power`: for a bonus, the right decisions among those in which it applied; for a penalty, the
    wrong ones. `use`: how often it applied to any candidate, per anaphor.
    """

    name: str
    fired: int
    power: float | None
    use: float | None


class Indicators:
    """Discriminative power and frequency of use of each preference (Mitkov 2002), summed over
    documents.
    """

    def __init__(self) -> None:
        self._bonus: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._penalty: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._applied: dict[str, int] = defaultdict(int)
        self._anaphors = 0

    def add(self, judged: Iterable[Judged], decisions: Iterable[Decision]) -> None:
        right = {
            mention: outcome is Outcome.RIGHT for mention, outcome in judged if outcome.identified
        }
        for decision in decisions:
            if decision.anaphor in right:
                self._add(decision, right[decision.anaphor])

    def _add(self, decision: Decision, right: bool) -> None:
        self._anaphors += 1
        for candidate in decision.candidates:
            for name, value in candidate.factors:
                self._applied[name] += bool(value)
                if value and candidate.mention == decision.antecedent:
                    cell = self._bonus[name] if value > 0 else self._penalty[name]
                    cell[0] += 1
                    cell[1] += right == (value > 0)

    def indicators(self) -> list[Indicator]:
        return [
            Indicator(
                name,
                fired := self._bonus[name][0] + self._penalty[name][0],
                ratio(self._bonus[name][1] + self._penalty[name][1], fired),
                ratio(n, self._anaphors),
            )
            for name, n in sorted(self._applied.items())
        ]


def indicators(
    pairs: Iterable[AlignedPair], *, of: str = "pronouns", view: str = "exact"
) -> list[Indicator]:
    """The indicators of all pairs together."""
    sums, success = Indicators(), Success(of, view=view)
    for pair in pairs:
        sums.add(success.outcomes(pair), pair.decisions)
    return sums.indicators()
