"""`coindex compare`: resolvers on the same texts, with the same
preprocessing, measures and tests.
"""

from __future__ import annotations

from typing import Annotated

import typer

from coindex.cli.experiments import Shown, run_plan
from coindex.cli.notes import tell_remarks
from coindex.cli.options import (
    Corpora,
    Detector,
    Drawing,
    Folder,
    Running,
    Seen,
    TableStyle,
    TextFiles,
    Unseen,
)
from coindex.cli.wording import help_text
from coindex.core import registry
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.core.spec import several
from coindex.experiment.plan import CORPUS, SLICES, Plan, Response, no_slices
from coindex.interface.translation import say, translate
from coindex.measures.purposes import COMPARISON
from coindex.pipeline.pipeline import AUTO, DETECTOR, PARSER
from coindex.report.table import check_style


def run(
    corpora: Corpora = None,
    resolvers: Annotated[
        list[str] | None, typer.Option(help="Resolvers, separated by commas; default: all.")
    ] = None,
    measures: Annotated[
        list[str] | None,
        typer.Option(
            help="Measures; the table is sorted by the first. By default, mentions are matched by "
            "their heads (@head)."
        ),
    ] = None,
    mentions: Annotated[
        list[str] | None,
        typer.Option(
            metavar="gold,detected,own",
            help=(
                "Mentions, separated by commas: those of the key (gold), of one detector, or of "
                "the detector that each resolver comes with (own); default: gold,detected."
            ),
        ),
    ] = None,
    response: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=PATH", help="Another system's output; may be repeated."),
    ] = None,
    parser: Annotated[
        list[str] | None,
        typer.Option(help=help_text("Parsers; {parser} if not given.", parser=PARSER)),
    ] = None,
    fragmenter: Annotated[
        list[str] | None, typer.Option(help="Fragmenters; the parse as it is if not given.")
    ] = None,
    detector: Detector = DETECTOR,
    corrected: Annotated[
        bool,
        typer.Option(
            "--corrected", help="Run each resolver again with its errors corrected during the run."
        ),
    ] = False,
    by: Annotated[
        str,
        typer.Option(help="Slices: genre, form, kind, type, distance, length, spread, document."),
    ] = ",".join(SLICES),
    seen: Seen = None,
    unseen: Unseen = False,
    output: Folder = None,
    as_: TableStyle = "table",
    parts: Shown = "",
    *,
    running: Running,
    drawing: Drawing,
    files: TextFiles,
) -> None:
    check_style(as_)
    if not resolvers:
        for reason in registry.broken("resolvers").values():
            typer.echo(say("left out: {reason}", reason=translate(reason)), err=True)
    sources = {"gold": "gold", "detected": detector, "own": AUTO}
    chosen = _listed(mentions) or ("gold", "detected")
    if chosen == ("both",):  # as the two were called in 0.2.0
        chosen = ("gold", "detected")
    for name in chosen:
        if name not in sources:
            raise CoindexError(
                Message(
                    "no mentions are called {name!r}; {suggestion}",
                    name=name,
                    suggestion=suggestion(name, sources),
                )
            )
    plan = Plan(
        tuple(corpora or (CORPUS,)),
        _listed(parser) or (PARSER,),
        _listed(fragmenter) or ("none",),
        tuple(sources[name] for name in chosen),
        _listed(resolvers) or tuple(registry.distinct("resolvers")),
        _listed(measures) or COMPARISON,
        several(by),
        tuple(map(_response, response or ())),
        drawing.draws,
        drawing.seed,
        format=files.from_,
        lenient=files.lenient,
        corrected=corrected,
        prose=files.prose,
        seen=tuple(seen or ()),
        unseen=unseen,
    )
    checked = plan.checked()
    run_plan(checked, running.spec, as_, output, parts=parts)
    if by != ",".join(SLICES):
        tell_remarks(filter(None, [no_slices(checked)]))


def _listed(given: list[str] | None) -> tuple[str, ...]:
    return tuple(name for text in given or () for name in several(text))


def _response(text: str) -> Response:
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise CoindexError(Message("--response is NAME=PATH, not {text!r}", text=text))
    return Response(name, path)
