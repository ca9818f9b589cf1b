"""Signatures: all that a number depends on, from how mentions match to the version, in one line."""

from __future__ import annotations

from typing import Any

from coindex import __version__
from coindex.experiment.corpora import Described
from coindex.experiment.pipeline import DETECTOR
from coindex.experiment.plan import Plan
from coindex.experiment.run import OWN, Condition, Run
from coindex.measures.draws import MOST_SWAPPED


def signature(run: Run, plan: Plan, corpus: Described, measure: Any, documents: int, *, slice: str = "") -> str:
    """Of one measure on one run; `slice` is what part of it, as in `genre=manual`."""
    parts = [*_matching(measure), f"docs:{documents}"]
    parts += [f"slice:{slice}"] if slice else []
    parts += [*_material(corpus, run.condition), _answered(run.condition)]
    return "|".join([*parts, f"bs:{plan.draws}", f"seed:{plan.seed}", f"v:{__version__}"])


def comparison_signature(
    both: tuple[Run, Run], plan: Plan, corpus: Described, measure: Any, *, comparisons: int
) -> str:
    """Of the difference of two runs: `ar` says how many exchanges were tried, `holm` how many p values were corrected.

    A response brought its own mentions; the others got what `given` says.
    """
    runs, documents = [run.condition for run in both], both[0].documents
    shared = next((condition for condition in runs if condition.detector != OWN), runs[0])
    parts = [*_matching(measure), f"docs:{documents}", *_material(corpus, shared)]
    parts += [f"first:{runs[0].resolver}", f"second:{runs[1].resolver}"]
    parts += [_answered(condition) for condition in runs if condition.detector == OWN]
    tried = "exact" if documents <= MOST_SWAPPED else str(plan.draws)
    parts += [f"ar:{tried}", f"holm:{comparisons}", f"bs:{plan.draws}", f"seed:{plan.seed}"]
    return "|".join([*parts, f"v:{__version__}"])


def _matching(measure: Any) -> list[str]:
    singletons = getattr(measure, "singletons", None)
    said = [] if singletons is None else [f"singletons:{'yes' if singletons else 'no'}"]
    return [f"match:{measure.view}", *said]


def _material(corpus: Described, condition: Condition) -> list[str]:
    """What a resolver got; a response is laid over a parse, and had the rest its own way."""
    version = f"-{corpus.version}" if corpus.version else ""
    parts = [f"corpus:{corpus.name}{version}#{corpus.checksum}", f"given:{condition.given}"]
    parts += [f"parser:{condition.parser}"]
    parts += [f"fragmenter:{condition.fragmenter}"] if condition.detector != OWN else []
    return [*parts, *([f"detector:{condition.detector}"] if condition.detector not in _TOLD_BY_GIVEN else [])]


_TOLD_BY_GIVEN = ("gold", DETECTOR, OWN)


def _answered(condition: Condition) -> str:
    return f"{'response' if condition.detector == OWN else 'resolver'}:{condition.resolver}"
