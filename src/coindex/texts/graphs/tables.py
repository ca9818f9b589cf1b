"""The nodes or the edges of a network as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from coindex.report.table import inert
from coindex.texts.graphs.network import Network, kinds, rows


def node_table(network: Network) -> str:
    """A row for each node."""
    names = list(kinds(network.nodes))
    cells = [
        [node.id, node.label, *values]
        for node, values in zip(network.nodes, rows(network.nodes, names), strict=True)
    ]
    return _table(["id", "label", *names], cells)


def edge_table(network: Network) -> str:
    """A row for each edge, with the labels of its nodes."""
    labels = {node.id: node.label for node in network.nodes}
    names = list(kinds(network.edges))
    cells = []
    for edge, values in zip(network.edges, rows(network.edges, names), strict=True):
        ends = (labels[edge.source], edge.label, edge.target, labels[edge.target])
        cells.append([edge.source, *ends, str(edge.weight), *values])
    header = ["source", "source_label", "label", "target", "target_label", "weight", *names]
    return _table(header, cells)


def _table(header: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([inert(cell) for cell in row] for row in cells)
    return stream.getvalue()
