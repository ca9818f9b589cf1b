"""The files in which a network can be written, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.io.files import uncompressed
from coindex.texts.graphs.cypher import cypher
from coindex.texts.graphs.gexf import gexf
from coindex.texts.graphs.graphml import graphml
from coindex.texts.graphs.jsonld import jsonld
from coindex.texts.graphs.network import Network
from coindex.texts.graphs.tables import edge_table, node_table

WRITERS: Mapping[str, Callable[[Network], str]] = {
    "graphml": graphml,
    "gexf": gexf,
    "jsonld": jsonld,
    "cypher": cypher,
    "csv": edge_table,
    "nodes": node_table,
}
SUFFIXES = {
    "graphml": ".graphml",
    "gexf": ".gexf",
    "jsonld": ".jsonld",
    "cypher": ".cypher",
    "csv": ".csv",
    "nodes": ".csv",
}
"""The suffix of each file; *csv* are the edges, *nodes* the nodes."""


def network_text(network: Network, style: str) -> str:
    """The network as the text of a file of this style."""
    check_network_style(style)
    return WRITERS[style](network)


def check_network_style(style: str) -> None:
    if style not in WRITERS:
        raise CoindexError(
            Message(
                "no network is written as {style!r}; {suggestion}",
                style=style,
                suggestion=suggestion(style, WRITERS),
            )
        )


def style_of_name(name: str) -> str:
    """The style that the suffix of a file's name stands for."""
    known = {suffix: style for style, suffix in reversed(SUFFIXES.items())}
    known |= {".json": "jsonld", ".cql": "cypher"}
    suffix = PurePath(uncompressed(name)).suffix.lower()
    if suffix not in known:
        raise CoindexError(
            Message(
                "{name}: the suffix does not say how to write a network; use one of {known}",
                name=name,
                known=", ".join(known),
            )
        )
    return known[suffix]
