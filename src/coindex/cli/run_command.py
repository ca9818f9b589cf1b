"""`coindex run`: an experiment from a plan file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.experiments import Shown, run_plan
from coindex.cli.options import Engine, Folder, Jobs, engine_of
from coindex.experiment import plan_file
from coindex.report.table import check_style


def run(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="Plan of the experiment (TOML).")],
    output: Folder = None,
    as_: Annotated[
        str, typer.Option("--as", help="table, json, csv, markdown or latex.")
    ] = "table",
    parts: Shown = "",
    engine: Engine = "",
    jobs: Jobs = None,
) -> None:
    check_style(as_)
    run_plan(
        plan_file.read(plan), engine_of(engine, jobs), as_, output, parts=parts, in_detail=True
    )
