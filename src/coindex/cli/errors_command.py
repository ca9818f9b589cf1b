"""`coindex errors`: the errors of a response by shape and cause, in context."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated as Option

import typer

from coindex.cli.inputs import as_files
from coindex.cli.notes import tell_exposure, tell_remarks
from coindex.cli.options import (
    BothSides,
    Detector,
    KeyPath,
    Seen,
    TableStyle,
    Unseen,
    View,
)
from coindex.cli.scoring import tell_observations
from coindex.core import registry, spec
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.parameters import parameters
from coindex.experiment.response_pairs import Key, Observations, Pairing, resolved_pairs
from coindex.experiment.seen import SeenPairs, left_out, warnings
from coindex.measures.alignment import check_view
from coindex.pipeline.pipeline import AUTO, Pipeline
from coindex.report.error_tables import analysed, preferences
from coindex.report.seen import Exposed
from coindex.report.table import check_style, show


def run(
    key: KeyPath,
    response: Option[
        Path | None,
        typer.Argument(
            metavar="RESPONSE",
            help="Response of a system; - is standard input.",
            callback=as_files,
        ),
    ] = None,
    decisions: Option[
        Path | None, typer.Option(help="Decisions of the resolver (JSON Lines), for causes.")
    ] = None,
    resolver: Option[
        str, typer.Option(help="Resolve the key's text instead; includes causes.")
    ] = "",
    parser: Option[
        str,
        typer.Option(help="Parser for --resolver; if not given, only for keys without a parse."),
    ] = "",
    detector: Detector = AUTO,
    view: View = "exact",
    examples: Option[int, typer.Option(min=0, help="Number of examples of each error.")] = 5,
    as_: TableStyle = "table",
    seen_: Seen = None,
    unseen: Unseen = False,
    *,
    files: BothSides,
) -> None:
    check_style(as_)
    check_view(view)
    if (response is None) == (not resolver):
        raise CoindexError("name a response, or a resolver with --resolver")
    if resolver and decisions is not None:
        raise CoindexError("--decisions needs a response; a resolver has its own decisions")
    gold, pairing = Key.of(key), Pairing(files.from_, files.missing, lenient=files.lenient)
    seen_in_files = Observations.empty(lenient=files.lenient)
    if response is not None:
        pairs = pairing.pairs(gold, response, seen_in_files, decisions=decisions)
    else:
        pipeline = Pipeline(parser or "given", detector=detector, resolver=_accounting(resolver))
        pairs = resolved_pairs(gold.read(files.from_, seen_in_files.key), pipeline, own=not parser)
    name, exposed = resolver or Path(response or "").stem, SeenPairs(seen_ or ())
    judged = [pair for pair in pairs if not (exposed.add(name, pair) and unseen)]
    if not judged:
        raise CoindexError(
            Message("{name}: each document was seen in training", name=gold.name),
            remedy="name other texts, or keep those that were seen",
        )
    tables = analysed(judged, view=view, examples=examples)
    tables += [preferences(judged, view=view)] if any(pair.decisions for pair in judged) else []
    # Either texts that were seen in training are left out, or the table says that they are in.
    out = sum(map(len, exposed.seen.values())) if unseen else 0
    if not out:
        tables[0] = Exposed(exposed.seen, len(judged)).noted(tables[0])
    show(tables, as_)
    tell_observations({"": seen_in_files})
    if out:
        tell_remarks([left_out(gold.name, out)])
    else:
        tell_exposure(warnings(exposed.seen, len(judged)))


def _accounting(resolver: str) -> str:
    """The resolver with decisions that name every candidate, where it can give them: the cause of
    an error is what dropped the right one, not what dropped most.
    """
    asked = spec.read(resolver)
    given = {name for name, _ in asked.named}
    known = {
        (one.name, one.type) for one in parameters(registry.component("resolvers", asked.name))
    }
    for name, type, value in (("reasons", "bool", True), ("listed", "int", 0)):
        if (name, type) in known and name not in given and not asked.positional:
            return str(asked.with_named(name, value))
    return resolver
