"""`coindex disclose`: Byron's standard disclosure of what an evaluation of pronouns excludes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated as Option
from typing import Literal

import typer

from coindex import __version__
from coindex.cli.options import Detector, Lenient
from coindex.cli.scoring import named, tell_observations
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.spec import several
from coindex.experiment.pairs import Key, Observations, Pairing, resolved_pairs
from coindex.experiment.pipeline import AUTO, Pipeline, key_on, parsed
from coindex.measures.alignment import check_view
from coindex.measures.categories import CATEGORIES
from coindex.measures.disclosure import Case, Extent, tabulated
from coindex.measures.pair import Pair
from coindex.measures.resolution import Resolution, cases
from coindex.report.table import check_style, show
from coindex.report.tables.disclosure import disclosed

_USUAL = ", ".join(name for name, category in CATEGORIES.items() if category.usual)
_CHOSEN = ", ".join(name for name, category in CATEGORIES.items() if not category.usual)


def run(
    key: Option[Path, typer.Argument(metavar="KEY", help="Gold annotation: a path, or the name of a corpus.")],
    responses: Option[
        list[Path] | None,
        typer.Argument(metavar="[RESPONSE...]", help="Responses; the key alone if not given."),
    ] = None,
    resolver: Option[str, typer.Option(help="Resolve the key's texts, too; several are separated by commas.")] = "",
    parser: Option[str, typer.Option(help="Parser; if not given, only for keys without a parse.")] = "",
    detector: Detector = AUTO,
    forms: Option[str, typer.Option(help="Forms covered, separated by commas; default: third person singular.")] = "",
    also: Option[str, typer.Option(help="Other expressions covered: relative, name, nominal, NAME ...")] = "",
    include: Option[str, typer.Option(help=f"Categories covered, usually excluded: {_USUAL}.")] = "",
    exclude: Option[str, typer.Option(help=f"Categories excluded, usually covered: {_CHOSEN}.")] = "",
    merge: Option[str, typer.Option(help="Forms that share a column: he+she,him+her.")] = "",
    longest: Option[int, typer.Option(min=0, help="Distances of more sentences than this are long.")] = 2,
    numerator: Option[
        Literal["referents", "antecedents"], typer.Option(help="What must be right for a rate.")
    ] = "referents",
    view: Option[str, typer.Option(help="How mentions are matched: exact, head, min, partial, overlap.")] = "exact",
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
    missing: Option[str, typer.Option(help="What to do with a document on one side only: error or empty.")] = "error",
    from_: Option[str, typer.Option("--from", help="Format of all files; detected if not given.")] = "",
    lenient: Lenient = False,
) -> None:
    check_style(as_)
    check_view(view)
    study = Resolution(numerator, forms, also, include, exclude, merge, longest, view)
    gold, pairing, systems = Key.of(key), Pairing(from_, missing, lenient=lenient), named(responses or ())
    seen = {name: Observations.empty(lenient=lenient) for name in systems or ("",)}
    items = [_parsed(item, parser) for item in gold.read(from_, next(iter(seen.values())).key)]
    if not items:
        raise CoindexError(f"{key} has no documents to disclose")
    resolvers = several(resolver)
    extent = Extent()
    everything: list[Case] = []
    for together in _together(items, systems, pairing, seen, _pipelines(resolvers, detector)):
        extent.add(next(iter(together.values())).document)
        everything += cases(together, study)
    names = [*systems, *resolvers]
    table = tabulated(everything, names, corpus=gold.name, extent=extent, numerator=numerator)
    parts = [f"match:{view}", f"docs:{extent.documents}", f"corpus:{gold.mark}"]
    parts += [f"parser:{parser}"] if parser else []
    parts += [f"detector:{detector}"] if resolvers and detector != AUTO else []
    signature = "|".join([*parts, *pairing.options, f"v:{__version__}"])
    show([disclosed(table, (f"{registry.spec_of(study)} {signature}",))], as_)
    tell_observations(seen)


def _parsed(item: Annotated, parser: str) -> Annotated:
    if not parser:
        return parsed(item)
    document = next(Pipeline(parser).parsed([item.document]))
    return Annotated(document, key_on(document, item))


def _pipelines(resolvers: Sequence[str], detector: str) -> Mapping[str, Pipeline]:
    return {one: Pipeline("given", detector=detector, resolver=one) for one in resolvers}


def _together(
    items: Sequence[Annotated],
    systems: Mapping[str, Path],
    pairing: Pairing,
    seen: Mapping[str, Observations],
    pipelines: Mapping[str, Pipeline],
) -> Iterator[dict[str, Pair]]:
    """Each document of the key with every response and resolver; with itself, if there are none."""
    responses: dict[str, dict[str, Pair]] = {}
    documents = Key.of(items)
    for name, path in systems.items():
        for pair in pairing.pairs(documents, path, seen[name]):
            responses.setdefault(pair.document.id, {})[name] = pair
    for item in items:
        pairs = responses.get(item.document.id, {})
        pairs |= {name: next(resolved_pairs([item], pipe, own=True)) for name, pipe in pipelines.items()}
        yield pairs or {"": Pair(item.document, item.annotation, item.annotation)}
