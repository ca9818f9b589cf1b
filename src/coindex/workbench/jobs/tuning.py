"""The tuning of a resolver in a worker process: weights fitted to what is finished in a project,
and what they gain on documents that were held out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from coindex import __version__, formats
from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.measures.purposes import SUCCESS
from coindex.measures.significance import DRAWS
from coindex.pipeline.pipeline import NO_CUTS, PARSER, Pipeline
from coindex.training.tuning import Improvement, Tuning, examples
from coindex.training.validation import Validated, cross_validated
from coindex.workbench.jobs import FINISHED, OUTCOME, TUNED

ROUNDS = 30
"""Changes of weights that are tried in each fold, for resolvers whose weights are searched for."""

Say = Callable[..., None]


def tune(folder: Path, plan: Mapping[str, Any], say: Say) -> None:
    """Carry out the tuning that a plan asks for; its outcome is a file in the folder."""
    items = [
        item
        for item in formats.read(folder / FINISHED, "jsonl")
        if any(not entity.singleton for entity in item.annotation.entities)
    ]
    if len(items) < 2:
        raise CoindexError(
            "fewer than two finished documents with chains: finish more documents first"
        )
    resolver = registry.build("resolvers", plan["resolver"])
    pipeline = Pipeline(PARSER, NO_CUTS, "gold", plan["resolver"])
    say(total=2 * len(items), message="parsing")
    given = []
    for example in examples(pipeline, items, own=True):
        given.append(example)
        say(done=len(given), message="parsing")
    tuning = Tuning(rounds=ROUNDS, seed=plan["seed"])
    validated = cross_validated(
        tuning,
        resolver,
        given,
        present=registry.build("resolvers", plan["present"]),
        folds=plan["folds"],
        hear=lambda done, total: say(
            done=len(given) + done, total=len(given) + total, message="fitting"
        ),
    )
    outcome = folder / OUTCOME
    outcome.mkdir()
    summary = _outcome(validated, plan, tuning)
    (outcome / TUNED).write_text(json.dumps(summary, allow_nan=False), encoding="utf-8")


def _outcome(validated: Validated, plan: Mapping[str, Any], tuning: Tuning) -> dict[str, Any]:
    documents = validated.gain.documents
    signature = (
        f"{SUCCESS}|docs:{documents}|mentions:gold|cv:{validated.folds}|bs:{DRAWS}"
        f"|seed:{tuning.seed}|resolver:{plan['resolver']}|v:{__version__}"
    )
    return {
        "name": plan["resolver"],
        "resolver": registry.spec_of(validated.resolver),
        "present": plan["present_name"],
        "measure": SUCCESS,
        "documents": documents,
        "folds": validated.folds,
        "gain": _part(validated.gain),
        "over_present": _part(validated.over_present),
        "weights": [
            [name, before, validated.after[name]] for name, before in validated.before.items()
        ],
        "signature": signature,
    }


def _part(part: Improvement) -> dict[str, Any]:
    low, high = part.difference.interval
    return {
        "before": part.before,
        "after": part.after,
        "difference": part.after - part.before,
        "interval": [low, high],
        "p": part.p,
    }
