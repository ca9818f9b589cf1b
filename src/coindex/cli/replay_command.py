"""`coindex replay`: how many actions proposals save, counted by making an annotation again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Annotated as Option

import typer

from coindex import __version__
from coindex.cli.inputs import corpus_items
from coindex.cli.notes import progress, tell_problems
from coindex.cli.options import AnnotatedCorpora, Files, TableStyle
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.messages import Amount, Message, messages
from coindex.core.problems import Problems
from coindex.core.protocols import Counts
from coindex.experiment.replay import Effort, Replayed, replayed
from coindex.interface.translation import say
from coindex.measures.significance import DRAWS, SEED, bootstrap
from coindex.pipeline.pipeline import PARSER, RESOLVER, Pipeline, given
from coindex.report.table import Average, Cell, Share, Table, check_style, show


def run(
    names: AnnotatedCorpora,
    resolver: Option[
        list[str] | None,
        typer.Option(help="Resolver whose proposals are used; repeat it to compare several."),
    ] = None,
    parser: Option[
        str, typer.Option(help="Parser; if not given, bundled for documents without a parse.")
    ] = "",
    as_: TableStyle = "table",
    *,
    files: Files,
) -> None:
    check_style(as_)
    problems = Problems(lenient=files.lenient)
    chosen = resolver or [RESOLVER]
    built = [(name, registry.build("resolvers", name)) for name in chosen]
    items = [item for _, item in corpus_items(names, files.from_, problems) if _has_chains(item)]
    if not items:
        raise CoindexError(
            Message(
                "{names}: no document with chains, so nothing to replay", names=", ".join(names)
            )
        )
    pipeline = Pipeline(parser or PARSER, detector="gold")
    efforts: dict[str, list[Replayed]] = {name: [] for name in chosen}
    size = sum(len(item.document.text) for item in items)
    with progress(say("replaying"), size) as advance:
        for item in items:
            laid = _laid(pipeline, item, own=not parser)
            mentions = pipeline.mentions(laid.document, laid.annotation)
            for name, one in built:
                efforts[name].append(replayed(one, laid.document, mentions, laid.annotation))
            advance(len(item.document.text))
    show([_table(efforts)], as_)
    tell_problems(problems)


def _has_chains(item: Annotated) -> bool:
    return any(not entity.singleton for entity in item.annotation.entities)


def _laid(pipeline: Pipeline, item: Annotated, *, own: bool) -> Annotated:
    """The parse, and the key on it; `own` keeps the parse of a document that has one."""
    analysed = own and any(token.upos for token in item.document.tokens)
    document = item.document if analysed else next(pipeline.parsed([item.document]))
    return given(pipeline, document, item)


_COLUMNS = messages(
    "mentions",
    "proposals",
    "links",
    "actions per link",
    "saved",
    "low",
    "high",
    "proposed",
    "listed",
)


def _table(efforts: Mapping[str, Sequence[Replayed]]) -> Table:
    rows: list[list[Cell]] = []
    for part in messages("all", "pronouns", "others"):
        every = [[getattr(one, part) for one in replays] for replays in efforts.values()]
        if not sum(one.links for one in every[0]):
            continue
        rows.append([part, Message("none"), *_without(every[0])])
        rows += [[part, name, *_row(counted)] for name, counted in zip(efforts, every, strict=True)]
    documents = len(next(iter(efforts.values())))
    notes = (
        Message("actions are keys that link a mention to its chain, going to it included"),
        f"docs:{documents}|mentions:gold|corrected:yes|bs:{DRAWS}|seed:{SEED}|v:{__version__}",
    )
    title = Message(
        "A finished annotation made again, {documents}", documents=Amount(documents, "document")
    )
    return Table(_COLUMNS, rows, title, notes)


def _without(efforts: Sequence[Effort]) -> list[Cell]:
    total = _total(efforts)
    return [total.links, Average(total.without / total.links), "", "", "", "", ""]


def _row(efforts: Sequence[Effort]) -> list[Cell]:
    total = _total(efforts)
    share = [Share(count / total.links) for count in (total.right, total.listed)]
    counts = [one.counts for one in efforts]
    bounds: list[Cell] = (
        [Share(bound) for bound in bootstrap(counts, _saved)] if len(counts) > 1 else ["", ""]
    )
    actions = Average(total.assisted / total.links)
    return [total.links, actions, Share(_saved(total.counts)), *bounds, *share]


def _total(efforts: Sequence[Effort]) -> Effort:
    return reduce(Effort.plus, efforts, Effort())


def _saved(counts: Counts) -> float:
    """The proportion of actions that proposals save, from the counts of an effort."""
    return 1 - counts[2] / counts[1] if counts[1] else 0.0
