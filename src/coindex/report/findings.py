"""Results with everything that is derived from them, computed once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from statistics import median

from coindex.core import registry
from coindex.core.messages import Message, series
from coindex.core.protocols import Anaphoric, Categorical
from coindex.experiment.conditions import Condition, ConditionGroup
from coindex.experiment.results import Results
from coindex.experiment.rows import Row
from coindex.experiment.run import Run
from coindex.measures.comparison import Comparison
from coindex.measures.extent import in_order
from coindex.measures.slices import NUMBERED
from coindex.report.cells import labels
from coindex.report.run_profile import RunProfile
from coindex.report.survey import Survey, surveyed

FORMS = 10
"""How many forms are drawn, the most frequent ones; tables have all of them."""
MENTIONS = {
    "gold": Message("gold mentions"),
    "detected": Message("detected mentions"),
    "own": Message("their own mentions"),
}
"""The mentions that resolvers got."""
_BANDS = ("same sentence", "1", "2", "3 or more", "none before")


class Findings:
    def __init__(self, results: Results, survey: Survey | None = None) -> None:
        self.results = results
        self._survey = survey

    @cached_property
    def survey(self) -> Survey:
        return self._survey or surveyed(self.results)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Short names of measures."""
        return labels(self.results.plan.measures)

    @cached_property
    def numbers(self) -> Mapping[Condition, int]:
        return {run.condition: number for number, run in enumerate(self.results.runs)}

    @cached_property
    def groups(self) -> Mapping[ConditionGroup, str]:
        """Groups by what distinguishes them, in words for readers."""
        groups = self.results.groups
        varying = [place for place in range(4) if len({group[place] for group in groups}) > 1]
        return {group: _group_title(group, varying) for group in groups}

    def group_title(self, condition: Condition) -> str:
        """The group of a run in words."""
        return self.groups.get(condition.group) or _group_title(condition.group, [])

    @cached_property
    def slugs(self) -> Mapping[ConditionGroup, str]:
        """Groups as parts of file names."""
        given = [group.given for group in self.results.groups]
        return {
            group: group.given if given.count(group.given) == 1 else f"{group.given}{number}"
            for number, group in enumerate(self.results.groups, 1)
        }

    def comparisons(self, group: ConditionGroup, measure: str) -> list[Comparison]:
        return self.results.comparisons(group, measure)

    @cached_property
    def judged_by(self) -> str:
        """The measure whose slices are drawn: the plan's measure of success, else the first that
        judges anaphors.
        """
        built = {
            measure: registry.build("measures", measure) for measure in self.results.plan.measures
        }
        success = [measure for measure, one in built.items() if isinstance(one, Categorical)]
        single = [measure for measure, one in built.items() if isinstance(one, Anaphoric)]
        return (success or single or list(built))[0]

    @cached_property
    def categorical(self) -> bool:
        """Whether that measure counts outcomes, so that they can be listed."""
        return isinstance(registry.build("measures", self.judged_by), Categorical)

    @cached_property
    def judge(self) -> str:
        """The measure that judges anaphors as right or wrong, which need not be in the plan."""
        return registry.spec_of(self.survey.judge)

    def signed(self, profile: RunProfile, document: str = "") -> str:
        """The signature of counts in a run, or in one document of it, by the measure that judges
        anaphors.
        """
        corpus, count = (
            self.results.corpus(profile.run.condition.corpus),
            1 if document else profile.run.documents,
        )
        slice = f"document={document}" if document else ""
        return corpus.signing(profile.run.condition, self.results.plan).of_row(
            profile.judge, count, slice=slice
        )

    def signed_study(self, profile: RunProfile) -> str:
        """The signature of the disclosure, beginning with what the study covers and excludes."""
        corpus, study = self.results.corpus(profile.run.condition.corpus), self.survey.study
        signature = corpus.signing(profile.run.condition, self.results.plan).of_row(
            study, profile.run.documents
        )
        return f"{registry.spec_of(study)} {signature}"

    def able(self, group: ConditionGroup, measure: str = "") -> list[Run]:
        """The runs of a group that have numbers, best first."""
        return [run for run in self.results.best_first(group, measure) if not run.lacking]

    @cached_property
    def _sliced(self) -> Mapping[tuple[Condition, str, str], dict[str, Row]]:
        slices: dict[tuple[Condition, str, str], dict[str, Row]] = {}
        for row in self.results.rows:
            slices.setdefault((row.condition, row.measure, row.by), {})[row.slice] = row
        return slices

    def sliced(self, condition: Condition, measure: str, by: str) -> dict[str, Row]:
        """The rows of one measure on all slices of a run."""
        return self._sliced.get((condition, measure, by), {})

    def slices(self, group: ConditionGroup, by: str) -> dict[str, dict[Condition, Row]]:
        """Rows of the judging measure by slice and run; slices are in a meaningful order."""
        slices: dict[str, dict[Condition, Row]] = {}
        for run in self.able(group):
            for name, row in self.sliced(run.condition, self.judged_by, by).items():
                slices.setdefault(name, {})[run.condition] = row
        return {
            name: slices[name]
            for name in sorted(slices, key=lambda name: _order(by, name, slices[name]))
        }


def _order(by: str, name: str, rows: Mapping[Condition, Row]) -> tuple[float, str]:
    """A sort key: distances from near to far, forms by frequency, bands by number, everything else
    by name.
    """
    if by == "distance":
        return (_BANDS.index(name) if name in _BANDS else len(_BANDS), name)
    if by == "form":
        return (-max(row.counts[-1] for row in rows.values()), name)
    return in_order(name) if by in NUMBERED else (0, name)


def usual(values: list[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return median(defined) if defined else None


def _group_title(group: ConditionGroup, varying: list[int]) -> str:
    """`gold mentions`, with corpus, parser, fragmenter and detector if there are several."""
    words = [group.corpus] if 0 in varying else []
    words.append(MENTIONS[group.given])
    words += [Message("parser {name}", name=group.parser)] if 1 in varying else []
    words += [Message("fragmenter {name}", name=group.fragmenter)] if 2 in varying else []
    return series(words) if len(words) > 1 else words[0]
