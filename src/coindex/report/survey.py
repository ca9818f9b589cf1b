"""One pass over all documents of an experiment: profiles of runs, disclosure, corpora."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.core import registry
from coindex.core.protocols import Categorical
from coindex.experiment.conditions import Condition
from coindex.experiment.plan import Plan
from coindex.experiment.results import Results
from coindex.experiment.run import Run
from coindex.measures.disclosure import Case, Disclosure, Extent, tabulated
from coindex.measures.resolution import Disclosable, Resolution, cases
from coindex.measures.statistics import Statistics, described
from coindex.report.judgement import MeasureJudgement, judge_of, judgement_of
from coindex.report.run_profile import RunProfile


class Edition(NamedTuple):
    """The documents of a corpus with one parse, on which runs can be compared."""

    corpus: str
    parser: str


class DocumentSurvey(NamedTuple):
    """One document with all results for it, by the number of the run."""

    edition: Edition
    judgements: Mapping[int, MeasureJudgement]
    pronouns: tuple[Case, ...]


@dataclass(slots=True)
class Account:
    """The sums over the documents of an edition."""

    documents: dict[str, Statistics] = field(default_factory=dict)
    extent: Extent = field(default_factory=Extent)
    pronouns: list[Case] = field(default_factory=list)

    def add(self, reading: DocumentSurvey) -> None:
        pair = next(iter(reading.judgements.values())).pair
        self.documents[pair.document.id] = described(pair.document, pair.key)
        self.extent.add(pair.document)
        self.pronouns += reading.pronouns


@dataclass(slots=True)
class Survey:
    judge: Categorical
    study: Disclosable
    profiles: dict[Condition, RunProfile] = field(default_factory=dict)
    accounts: dict[Edition, Account] = field(default_factory=dict)

    def disclosure(self, edition: Edition) -> Disclosure:
        """The disclosure; systems are named by the numbers of their runs."""
        account = self.accounts[edition]
        names = [str(p.number) for p in self.profiles.values() if edition_of(p.run) == edition]
        return tabulated(
            account.pronouns,
            names,
            corpus=edition.corpus,
            extent=account.extent,
            numerator=self.study.numerator,
        )


def study_of(plan: Plan, view: str) -> Disclosable:
    """What a disclosure covers and excludes: as in the plan's resolution rate, else the usual."""
    built = (registry.build("measures", measure) for measure in plan.measures)
    return next((one for one in built if isinstance(one, Disclosable)), Resolution(view=view))


def edition_of(run: Run) -> Edition:
    return Edition(run.condition.corpus, run.condition.parser)


def surveyed(
    results: Results, see: Callable[[DocumentSurvey], None] = lambda reading: None
) -> Survey:
    """Call `see` with each document once; only sums stay in memory."""
    judge = judge_of(results.plan)
    survey = Survey(judge, study_of(results.plan, judge.view))
    able = {number: run for number, run in enumerate(results.runs) if run.parts}
    for number, run in able.items():
        survey.profiles[run.condition] = RunProfile(number, run, survey.judge)
    for edition in dict.fromkeys(map(edition_of, able.values())):
        account = survey.accounts.setdefault(edition, Account())
        runs = {number: run for number, run in able.items() if edition_of(run) == edition}
        for reading in _readings(edition, runs, survey):
            account.add(reading)
            for number, judgement in reading.judgements.items():
                survey.profiles[runs[number].condition].add(judgement)
            see(reading)
    return survey


def _readings(
    edition: Edition, runs: Mapping[int, Run], survey: Survey
) -> Iterator[DocumentSurvey]:
    for pairs in zip(*(run.pairs() for run in runs.values()), strict=True):
        together = dict(zip(runs, pairs, strict=True))
        pronouns = cases({str(number): pair for number, pair in together.items()}, survey.study)
        yield DocumentSurvey(
            edition,
            {n: judgement_of(pair, survey.judge) for n, pair in together.items()},
            tuple(pronouns),
        )
