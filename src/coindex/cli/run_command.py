"""`coindex run`: an experiment from a plan file, or one of a paper by its name."""

from __future__ import annotations

from typing import Annotated

import typer

from coindex.cli.experiments import Shown, run_plan
from coindex.cli.options import Folder, Running
from coindex.core.errors import CoindexError
from coindex.experiment import plan_file
from coindex.interface.translation import say
from coindex.report.table import check_style


def run(
    plan: Annotated[
        str,
        typer.Argument(
            metavar="PLAN", help="Plan of the experiment (TOML), or the name of one; see --list."
        ),
    ] = "",
    output: Folder = None,
    as_: Annotated[
        str, typer.Option("--as", help="table, json, csv, markdown or latex.")
    ] = "table",
    parts: Shown = "",
    *,
    running: Running,
    list_: Annotated[
        bool, typer.Option("--list", help="List the plans that come with Coindex.")
    ] = False,
) -> None:
    if list_:
        _list_plans()
        return
    if not plan:
        raise CoindexError("name a plan", remedy="--list names those that come with Coindex")
    check_style(as_)
    chosen = plan_file.read_file(plan_file.plan_path(plan))
    run_plan(chosen.plan, running.spec, as_, output, parts=parts or chosen.show, in_detail=True)


def _list_plans() -> None:
    files = plan_file.plans_of_papers()
    width = max(map(len, files))
    for name, path in files.items():
        one = plan_file.read(path)
        typer.echo(f"{name:<{width}}  {say(one.title)}")
        on = say("on {corpora}", corpora=", ".join(one.corpora))
        typer.echo(f"{'':<{width}}  {say(one.note)}; {on}")
