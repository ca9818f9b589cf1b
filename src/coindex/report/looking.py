"""One document of one run, judged once in every way the report needs."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core import registry
from coindex.core.annotation import Mention
from coindex.experiment.plan import Plan
from coindex.measures.antecedents import Anchors, Antecedents
from coindex.measures.errors import Error, errors
from coindex.measures.pair import Pair
from coindex.measures.scores import Counts
from coindex.measures.success import Success

Case = tuple[Mention, Counts]

OUTCOMES = {
    "r": "right",
    "w": "wrong",
    "o": "left open",
    "m": "not detected",
    "x": "no anaphor, but resolved",
    "n": "no anaphor, left open",
}
"""What becomes of an anaphor of the key, or of a pronoun the key has no antecedent for."""


def judge_of(plan: Plan) -> Success:
    """By what anaphors are called right or wrong: the plan's own measure of success, else one of third persons."""
    built = [registry.build("measures", measure) for measure in plan.measures]
    own = next((measure for measure in built if isinstance(measure, Success)), None)
    return own or Success("third", view=str(built[0].view))


def outcome(counts: Counts) -> str:
    """One of `OUTCOMES`, from what `Success` counts."""
    right, attempted, identified, anaphor = counts
    if not anaphor:
        return "x" if attempted else "n"
    if right:
        return "r"
    return "w" if attempted else "o" if identified else "m"


class Looked(NamedTuple):
    """What each measure says of each mention; `antecedents` and `anchors` are of all mentions of the response."""

    pair: Pair
    view: str
    antecedents: tuple[Case, ...]
    anchors: tuple[Case, ...]
    success: tuple[Case, ...]
    errors: tuple[Error, ...]


def looked_at(pair: Pair, judge: Success) -> Looked:
    return Looked(
        pair,
        judge.view,
        tuple(Antecedents("all", judge.view).cases(pair)),
        tuple(Anchors("all", judge.view).cases(pair)),
        tuple(judge.cases(pair)),
        tuple(errors(pair, judge.view)),
    )
