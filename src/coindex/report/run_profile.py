"""The results of one run, summed over documents; the source of Figure 5, the workbench's table and
errors.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.protocols import Case, Categorical, Counts
from coindex.experiment.run import Run
from coindex.measures.antecedents import CELLS, WIDTH
from coindex.measures.errors import Error, Shape
from coindex.measures.occurrences import Classes, Occurrences
from coindex.measures.scores import total
from coindex.measures.selection import PRONOUN_TYPES, selected, type_of
from coindex.measures.success import (
    CriticalSuccess,
    Indicators,
    NonTrivialSuccess,
    SuccessAmong,
    among,
    proposals,
)
from coindex.measures.supar import candidates
from coindex.report.error_tables import ErrorAnalysis
from coindex.report.judgement import MeasureJudgement

EXAMPLES = 2
"""How many examples of each error a table lists: two show a pattern, and fit on a page."""
NOTHING: Counts = (0,) * WIDTH


class DocumentLine(NamedTuple):
    """A document in the workbench's first table."""

    document: str
    words: int
    success: Counts
    critical: Counts
    nontrivial: Counts


class Candidates(NamedTuple):
    """For judged anaphors: how many there are, and their candidates before, between and after
    constraints.
    """

    anaphors: int = 0
    considered: int = 0
    agreeing: int = 0
    admissible: int = 0


@dataclass(slots=True)
class RunProfile:
    """`causes` are those of judged anaphors only, without details; `analysis` has all errors.

    `by_antecedent` has the cells of pronouns by the type of the antecedent that they were given,
    `anchored` counts the cells of the anchors of those whose antecedent is right.
    """

    number: int
    run: Run
    judge: Categorical
    occurrences: Counts = (0, 0, 0)
    classes: Counts = (0, 0, 0)
    antecedents: dict[str, Counts] = field(default_factory=dict)
    anchors: dict[str, Counts] = field(default_factory=dict)
    by_antecedent: dict[str, Counts] = field(default_factory=dict)
    anchored: Counter[str] = field(default_factory=Counter)
    documents: list[DocumentLine] = field(default_factory=list)
    candidates: Candidates = field(default_factory=Candidates)
    analysis: ErrorAnalysis = field(default_factory=lambda: ErrorAnalysis(EXAMPLES))
    causes: Counter[str] = field(default_factory=Counter)
    preferences: Indicators = field(default_factory=Indicators)

    def add(self, judgement: MeasureJudgement) -> None:
        pair, judge = judgement.pair, self.judge
        self.occurrences = total([self.occurrences, Occurrences(view=judge.view).counts(pair)])
        self.classes = total([self.classes, Classes(view=judge.view).counts(pair)])
        _sort(pair.document, judgement.antecedents, self.antecedents)
        _sort(pair.document, judgement.anchors, self.anchors)
        self._sort_pronouns(judgement)
        self.documents.append(
            DocumentLine(
                pair.document.id,
                sum(not token.empty for token in pair.document.tokens),
                total((outcome.counts for _, outcome in judgement.success), 4),
                _among(judgement, CriticalSuccess(judge.of, judge.view)),
                _among(judgement, NonTrivialSuccess(judge.of, judge.view)),
            )
        )
        judged = {mention for mention, outcome in judgement.success if outcome.identified}
        for decision in pair.decisions:
            if decision.anaphor in judged:
                self.candidates = Candidates(
                    *map(sum, zip(self.candidates, _candidates(decision), strict=True))
                )
        self.analysis.add(pair, judgement.errors)
        self.causes.update(
            family(e) for e in judgement.errors if _about(e, pair.document, judge.of)
        )
        self.preferences.add(judgement.success, pair.decisions)

    def _sort_pronouns(self, judgement: MeasureJudgement) -> None:
        document, proposed = judgement.pair.document, proposals(judgement.pair)
        anchors = {
            mention: CELLS[counts.index(1)] for mention, counts in judgement.anchors if 1 in counts
        }
        given: list[Case] = []
        for mention, counts in judgement.antecedents:
            if type_of(document, mention) not in PRONOUN_TYPES or mention not in proposed:
                continue
            given.append((proposed[mention], counts))
            if counts[0]:
                self.anchored[anchors[mention]] += 1
        _sort(document, tuple(given), self.by_antecedent)

    @property
    def success(self) -> Counts:
        return total((line.success for line in self.documents), 4)


def _sort(document: Document, cases: tuple[Case, ...], into: dict[str, Counts]) -> None:
    sorted_cases = Counter((type_of(document, mention), counts) for mention, counts in cases)
    for (type, counts), number in sorted_cases.items():
        into[type] = tuple(
            sum_ + number * count
            for sum_, count in zip(into.get(type, NOTHING), counts, strict=True)
        )


def _among(judgement: MeasureJudgement, measure: SuccessAmong) -> Counts:
    return total((counts for _, counts in among(judgement.pair, measure, judgement.success)), 2)


def _candidates(decision: Decision) -> Candidates:
    considered, admissible = candidates(decision)
    return Candidates(1, considered, decision.agreeing, admissible)


def _about(error: Error, document: Document, of: str) -> bool:
    links = error.shape in (Shape.LINK, Shape.UNLINKED, Shape.MISSING)
    return links and bool(error.cause) and selected(of, document, error.mention)


def family(error: Error) -> str:
    """A cause without its details: `outranked by recency` -> `outranked`."""
    return error.cause.partition(" by ")[0].partition(":")[0].partition(",")[0]
