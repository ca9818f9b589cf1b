"""One document of one run, judged once for all parts of the report."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core import registry
from coindex.core.annotation import Mention
from coindex.core.outcome import Outcome
from coindex.core.protocols import Case, Categorical
from coindex.experiment.plan import Plan
from coindex.measures.antecedents import Anchors, Antecedents
from coindex.measures.errors import Error, errors
from coindex.measures.pair import Pair
from coindex.measures.success import Success


def judge_of(plan: Plan) -> Categorical:
    """The measure that judges anaphors as right or wrong: the plan's measure of success, else one
    of third persons.
    """
    built = [registry.build("measures", measure) for measure in plan.measures]
    own = next((measure for measure in built if isinstance(measure, Categorical)), None)
    return own or Success("third", view=built[0].view)


class MeasureJudgement(NamedTuple):
    """The results of each measure for each mention; `antecedents` and `anchors` cover all mentions
    of the response.
    """

    pair: Pair
    view: str
    antecedents: tuple[Case, ...]
    anchors: tuple[Case, ...]
    success: tuple[tuple[Mention, Outcome], ...]
    errors: tuple[Error, ...]


def judgement_of(pair: Pair, judge: Categorical) -> MeasureJudgement:
    return MeasureJudgement(
        pair,
        judge.view,
        tuple(Antecedents("all", judge.view).cases(pair)),
        tuple(Anchors("all", judge.view).cases(pair)),
        tuple(judge.outcomes(pair)),
        tuple(errors(pair, judge.view)),
    )
