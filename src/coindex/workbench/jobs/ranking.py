"""The ranking of a run, with signatures."""

from __future__ import annotations

from typing import Any

from coindex.experiment.conditions import OWN, ConditionGroup
from coindex.experiment.results import Results


def ranking(results: Results) -> list[dict[str, Any]]:
    """All measures of each run by group, sorted by the plan's first measure."""
    return [
        {**group._asdict(), "given": group.given, "rows": _rows(results, group)}
        for group in results.groups
    ]


def _rows(results: Results, group: ConditionGroup) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for run in results.best_first(group):
        scored = [
            (measure, results.row(run.condition, measure)) for measure in results.plan.measures
        ]
        rows.append(
            {
                "resolver": run.condition.resolver,
                "response": run.condition.detector == OWN,
                "lacking": run.lacking,
                "problems": len(run.problems),
                "speed": run.speed,
                "measures": [
                    {
                        "measure": measure,
                        "value": row.value,
                        "interval": None if row.interval is None else list(row.interval),
                        "signature": row.signature,
                    }
                    for measure, row in scored
                    if row is not None
                ],
            }
        )
    return rows
