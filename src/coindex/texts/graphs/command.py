"""`coindex graph`: entities as nodes, what the text says about two of them as edges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from coindex.cli.input_options import Reading
from coindex.cli.options import GivenOrResolver, OutputFiles, Preprocessing, names_in
from coindex.cli.outputs import Making, is_folder, write_out
from coindex.cli.wording import help_text
from coindex.core.annotation import Annotated as Item
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.language.nominals.entity_types import ORGANIZATION, PERSON, PLACE
from coindex.pipeline.pipeline import RESOLVER, with_entities
from coindex.report.table import check_style
from coindex.texts.graphs.graph import SURE, Graph, combined, summed
from coindex.texts.graphs.writing import SUFFIXES, WRITERS, network_text, style_of_name


def run(
    *,
    entities: Annotated[
        Literal["repeated", "named", "all"],
        typer.Option(
            help="Entities to include: those with a name, also those with several mentions, or all."
        ),
    ] = "repeated",
    types: Annotated[
        str,
        typer.Option(help="Only entities of these types, separated by commas: person, place."),
    ] = "",
    sum_: Annotated[
        bool,
        typer.Option("--sum", help="Combine edges that say the same; the weight is their number."),
    ] = False,
    merge: Annotated[
        bool,
        typer.Option(
            "--merge",
            help="Merge named entities of different documents that are the same, by name and "
            "context.",
        ),
    ] = False,
    min_confidence: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Leave out edges whose entities are less certain than this to be those meant.",
        ),
    ] = SURE,
    resolver: GivenOrResolver = RESOLVER,
    preprocessing: Preprocessing,
    as_: Annotated[
        str,
        typer.Option(
            "--as",
            help=help_text(
                "{writers}; csv has the edges, nodes the nodes.", writers=", ".join(WRITERS)
            ),
        ),
    ] = "",
    output: OutputFiles = None,
    reading: Reading,
) -> None:
    style = as_ or _style(output)
    check_style(style, WRITERS)
    pipeline = preprocessing.pipeline(resolver)
    wanted = names_in(types)
    occurring = {PERSON, PLACE, ORGANIZATION}
    single = output is None or not is_folder(Path(output))

    def make(item: Item, advance: Callable[[int], None]) -> Graph:
        result = with_entities(pipeline, item, advance)
        occurring.update(one.type for one in result.annotation.entities if one.type)
        return result.graph(entities, wanted, min_confidence=min_confidence)

    def written(graphs: Iterable[Graph], named: bool) -> Iterator[str]:
        several = list(graphs)
        if single:  # all documents are read, and nothing is written yet
            _check_types(wanted, occurring)
        whole = several[0] if len(several) == 1 else combined(several, merge=merge)
        yield network_text(summed(whole) if sum_ else whole, style)

    with reading.inputs(output) as given:
        making = Making(pipeline, "reading", make, written, SUFFIXES[style])
        write_out(given, making, output, named=False)
    _check_types(wanted, occurring)


def _check_types(wanted: Iterable[str], occurring: Collection[str]) -> None:
    """Raise an error for a type of entities that neither Coindex nor the documents have."""
    for type in wanted:
        if type not in occurring:
            raise CoindexError(
                Message(
                    "no type is called {type!r}; {suggestion}",
                    type=type,
                    suggestion=suggestion(type, occurring),
                )
            )


def _style(output: str | None) -> str:
    """The style that the name of the output asks for; GraphML for standard output and folders."""
    if output is None or is_folder(Path(output)):
        return "graphml"
    return style_of_name(output)
