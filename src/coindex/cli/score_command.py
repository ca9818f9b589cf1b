"""`coindex score`: responses against a key, with intervals, slices and tests."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated as Option

import typer

from coindex.cli.inputs import as_files
from coindex.cli.notes import tell_exposure, tell_remarks
from coindex.cli.options import (
    Draws,
    FromAll,
    KeyPath,
    Lenient,
    Missing,
    Seed,
    Seen,
    TableStyle,
    Unseen,
)
from coindex.cli.scoring import split_arguments, tell_observations
from coindex.core.errors import CoindexError
from coindex.core.spec import several
from coindex.experiment.response_pairs import Key, Pairing
from coindex.experiment.scoring import TASK_ALONE, Scores, Scoring
from coindex.interface.translation import say
from coindex.measures.purposes import SCORING
from coindex.measures.significance import DRAWS, SEED
from coindex.report.seen import Exposed
from coindex.report.table import FOR_PAPERS, check_style, show
from coindex.report.tables.scores import differences, tables


def run(
    key: KeyPath,
    rest: Option[
        list[str],
        typer.Argument(
            metavar="RESPONSE|MEASURE",
            help="Responses, and measures, such as CoNLL, which matches mentions by all their "
            "words, or CoNLL@head, which matches them by their heads as compare does; - is "
            "standard input.",
            callback=as_files,
        ),
    ],
    by: Option[
        str,
        typer.Option(
            help="Slices: document, genre, length, window, form, kind, type, distance, spread."
        ),
    ] = "",
    window: Option[
        int, typer.Option(min=0, help="Judge documents in windows of this many words.")
    ] = 0,
    ci: Option[bool, typer.Option("--ci", help="Add bootstrap intervals over documents.")] = False,
    differences_: Option[
        bool, typer.Option("--differences", help="Compare every two responses instead.")
    ] = False,
    as_of: Option[
        str,
        typer.Option(
            metavar="TASK",
            help=(
                "Score as a shared task did, with its measures, matching and options: conll12, "
                "codi22, crac22 or crac26."
            ),
        ),
    ] = "",
    as_: TableStyle = "table",
    missing: Missing = "error",
    zeros: Option[
        str, typer.Option(help="How empty tokens match: dependent, or linear (position).")
    ] = "dependent",
    from_: FromAll = "",
    lenient: Lenient = False,
    decisions: Option[
        Path | None,
        typer.Option(help="Decisions of the resolver (resolve --why --as json); for one response."),
    ] = None,
    draws: Draws = DRAWS,
    seed: Seed = SEED,
    seen: Seen = None,
    unseen: Unseen = False,
) -> None:
    check_style(as_)
    responses, measures = split_arguments(rest)
    if decisions is not None and len(responses) > 1:
        raise CoindexError("--decisions needs exactly one response")
    if differences_ and len(responses) < 2:
        raise CoindexError("--differences needs two or more responses")
    pairing = Pairing(from_, missing, zeros, lenient)
    if as_of and measures:
        raise CoindexError(TASK_ALONE)
    scoring = Scoring(
        measures or SCORING,
        several(by),
        ci,
        pairing,
        draws,
        seed,
        window,
        seen=tuple(seen or ()),
        unseen=unseen,
    )
    if as_of:
        scoring = scoring.of_task(as_of)
    scores = scoring.run(Key.of(key), responses, decisions=decisions)
    exposed = Exposed({one.name: one.seen for one in scores.responses}, scores.documents)
    shown = [differences(scores, as_)] if differences_ else tables(scores, as_)
    show([exposed.marked(table, as_, ranked=False) for table in shown], as_)
    tell_observations(scores.seen)
    tell_exposure(scores.warnings())
    tell_remarks(scores.remarks())
    _tell_more(scores, as_, shown=differences_)


def _tell_more(scores: Scores, style: str, *, shown: bool) -> None:
    """Print hints at options that would show more."""
    if scores.comparable and style in ("csv", *FOR_PAPERS) and not shown:
        typer.echo(say("note: --differences compares every two systems"), err=True)
