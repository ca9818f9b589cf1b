"""The tables of four papers on the texts that come with Coindex, beside what the papers print.

    python -m benchmarks.papers

The plans are those of `coindex run`; ROSANA is run as printed and as it is by default.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any, NamedTuple

from benchmarks.results import record
from coindex.core import registry
from coindex.experiment import plan_file
from coindex.experiment.execution import Experiment
from coindex.report.findings import Findings
from coindex.report.table import Table
from coindex.report.tables import contents

ROSANA = ("rosana(profile='2001')", "rosana")


class Part(NamedTuple):
    """A part of the report on a plan that comes with Coindex, with some of its fields changed."""

    plan: str
    name: str
    changes: dict[str, Any]


PARTS = (
    Part("rosana-table3", "table3", {"resolvers": ROSANA}),
    Part("workbench", "workbench", {"statistics": False}),
    Part("supar", "supar", {"corrected": False}),
)


def tables() -> list[Table]:
    made: list[Table] = []
    for part in PARTS:
        plan = plan_file.read(plan_file.plan_path(part.plan))
        experiment = Experiment(
            replace(plan, **part.changes).checked(), registry.build("engines", "serial")
        )
        made += contents.tables(Findings(experiment.run()), part.name)
    return made


def main() -> None:
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    record(
        "papers",
        tables(),
        command="python -m benchmarks.papers",
        components=[*ROSANA, "mitkov", "cogniac(mode='resolve_all')", "kennedy_boguraev", "supar"],
    )


if __name__ == "__main__":
    main()
