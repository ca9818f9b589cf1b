"""`coindex solutions`: the output of SUPAR's evaluation module, for any resolver."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from coindex.cli.experiments import tell_run, watching
from coindex.cli.input_options import check_apart, file_arguments
from coindex.cli.options import (
    Corpora,
    Detector,
    Files,
    OutputFile,
    Parser,
    Running,
    View,
)
from coindex.core import registry
from coindex.core.problems import Problems
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import CORPUS, Plan
from coindex.io.output import replacing
from coindex.measures.selection import SELECTIONS, check_forms, forms_in
from coindex.pipeline.pipeline import DETECTOR, PARSER
from coindex.report.evaluation import evaluated, evaluation_file


def run(
    corpora: Corpora = None,
    resolver: Annotated[list[str] | None, typer.Option(help="Resolver; may be repeated.")] = None,
    mentions: Annotated[
        Literal["gold", "detected"],
        typer.Option(help="Source of mentions: key (gold), or detector."),
    ] = "gold",
    corrected: Annotated[
        bool,
        typer.Option(
            "--corrected", help="Also run the resolver with its errors corrected during the run."
        ),
    ] = False,
    of: Annotated[
        str, typer.Option(help="Which anaphors: a group, a type, a kind or a word form.")
    ] = "third",
    match: Annotated[str, typer.Option(help="When a solution is right: head or whole.")] = "head",
    view: View = "head",
    parser: Parser = PARSER,
    detector: Detector = DETECTOR,
    output: OutputFile = None,
    *,
    running: Running,
    files: Files,
) -> None:
    check_apart([output], file_arguments(corpora))
    plan = Plan(
        tuple(corpora or (CORPUS,)),
        parsers=(parser,),
        detectors=("gold" if mentions == "gold" else detector,),
        resolvers=tuple(resolver or ("supar",)),
        measures=(f"Supar({of!r}, {match!r})@{view}",),
        slices=(),
        corrected=corrected,
        format=files.from_,
        lenient=files.lenient,
    ).checked()
    experiment = Experiment(
        plan, registry.build("engines", running.spec), problems=Problems(lenient=files.lenient)
    )
    with watching() as watcher:
        results = experiment.run(watcher)
    if complete := [run for run in results.runs if not run.lacking]:
        keys = ((one.document, one.key) for run in complete for one in run.pairs())
        check_forms(forms_in(of), keys, SELECTIONS)
    runs = list(evaluated(results))
    text = runs[0].evaluation.text() if len(runs) == 1 else evaluation_file(results)
    if output is None:
        typer.echo(text, nl=False)
    else:
        with replacing(output) as stream:
            stream.write(text)
    for one in runs:
        typer.echo(f"{one}: {one.evaluation.summary()}", err=True)
    tell_run(experiment, results)
    if not runs:
        raise typer.Exit(2)
