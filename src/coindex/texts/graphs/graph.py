"""A network that writes itself to files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from coindex.io.output import replacing
from coindex.texts.graphs.merging import Profile, merged
from coindex.texts.graphs.network import Edge, Network, Node, Value
from coindex.texts.graphs.writing import network_text, style_of_name

SURE = 0.5
"""Edges whose entities are less certain than this to be those meant are left out by default: they
are more often wrong than right.
"""


@dataclass(frozen=True, slots=True)
class Graph(Network):
    """Entities as nodes, what the text says about two of them as edges."""

    profiles: Mapping[str, Profile] = field(default_factory=dict, compare=False, repr=False)
    """What joins named entities with those of other documents, by the ids of their nodes."""

    def __repr__(self) -> str:
        return f"<Graph {self.title!r}: nodes {len(self.nodes)}, edges {len(self.edges)}>"

    def to(self, style: str) -> str:
        """Return the text of a file: *graphml*, *gexf*, *jsonld*, *cypher*, *csv* (the edges) or
        *nodes* (the nodes, also comma-separated).
        """
        return network_text(self, style)

    def save(self, path: str | Path, style: str = "") -> None:
        """Write a file, completely or not at all; its name determines the style if none
        is given.
        """
        text = self.to(style or style_of_name(str(path)))
        with replacing(path) as stream:
            stream.write(text)


def summed(graph: Graph) -> Graph:
    """One edge for all that agree in nodes, label and polarity; their number is its weight."""
    keys = [(edge.source, edge.target, edge.label, _polarity(edge)) for edge in graph.edges]
    counts = Counter(keys)
    edges = tuple(
        Edge(source, target, label, float(count), {"polarity": polarity})
        for (source, target, label, polarity), count in counts.items()
    )
    return replace(graph, edges=edges)


def _polarity(edge: Edge) -> str:
    return str(edge.attributes.get("polarity", ""))


def combined(graphs: Iterable[Graph], *, merge: bool = False) -> Graph:
    """The graphs of several documents as one; ids begin with the name of the document.

    With `merge`, named entities of different documents that are the same are one node, with an id
    made from their name.
    """
    nodes: dict[str, Node] = {}
    edges: list[Edge] = []
    titles: list[str] = []
    several = list(graphs)
    joined = merged([_profiles(graph) for graph in several]) if merge else {}
    for number, graph in enumerate(several):
        names = {}
        again = titles.count(graph.title)
        before = f"{graph.title}#{again + 1}" if again else graph.title
        titles.append(graph.title)
        for node in graph.nodes:
            id = joined.get((number, node.id), f"{before}:{node.id}")
            names[node.id] = id
            nodes[id] = _merged(nodes[id], node) if id in nodes else replace(node, id=id)
        edges += [
            replace(edge, source=names[edge.source], target=names[edge.target])
            for edge in graph.edges
        ]
    return Graph(tuple(nodes.values()), tuple(edges), title=", ".join(titles))


def _profiles(graph: Graph) -> Mapping[str, Profile]:
    """The profiles of the named nodes; if the graph was not made from a text, by their labels."""
    own = {
        node.id: Profile(node.label, str(node.attributes.get("type", "")), place=graph.title)
        for node in graph.nodes
        if node.attributes.get("proper")
    }
    return {id: graph.profiles.get(id, profile) for id, profile in own.items()}


def _merged(first: Node, second: Node) -> Node:
    """The attributes of both: lists are joined, numbers added up."""
    attributes: dict[str, Value] = dict(first.attributes)
    for name, value in second.attributes.items():
        attributes[name] = _together(attributes[name], value) if name in attributes else value
    return replace(first, attributes=attributes)


def _together(old: Value, new: Value) -> Value:
    if isinstance(old, tuple) and isinstance(new, tuple):
        return tuple(dict.fromkeys((*old, *new)))
    if isinstance(old, int) and isinstance(new, int) and not isinstance(old, bool):
        return old + new
    return old
