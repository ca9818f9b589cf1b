"""GraphML, for Gephi, Cytoscape, yEd, igraph and NetworkX.

Brandes, Eiglsperger, Herman, Himsolt & Marshall (2002): GraphML progress report.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from coindex.texts.graphs.network import Edge, Network, Node, kinds, written, xml_text

SPACE = "http://graphml.graphdrawing.org/xmlns"
_TYPES = {bool: "boolean", int: "long", float: "double"}


def graphml(network: Network) -> str:
    """The network as a GraphML file."""
    root = ET.Element("graphml", xmlns=SPACE)
    nodes = {"label": str, **kinds(network.nodes)}
    edges = {"label": str, "weight": float, **kinds(network.edges)}
    keys = {
        place: {name: f"{place}_{number}" for number, name in enumerate(types)}
        for place, types in (("node", nodes), ("edge", edges))
    }
    for place, types in (("node", nodes), ("edge", edges)):
        for name, kind in types.items():
            attributes = {"id": keys[place][name], "for": place}
            attributes |= {"attr.name": xml_text(name), "attr.type": _TYPES.get(kind, "string")}
            ET.SubElement(root, "key", attributes)
    direction = "directed" if network.directed else "undirected"
    graph = ET.SubElement(root, "graph", edgedefault=direction)
    if network.title:
        ET.SubElement(graph, "desc").text = xml_text(network.title)
    for node in network.nodes:
        element = ET.SubElement(graph, "node", id=xml_text(node.id))
        _fill(element, keys["node"], node)
    for number, edge in enumerate(network.edges):
        ends = {"source": xml_text(edge.source), "target": xml_text(edge.target)}
        element = ET.SubElement(graph, "edge", {"id": f"e{number}", **ends})
        _fill(element, keys["edge"], edge)
    return document_text(root)


def _fill(element: ET.Element, keys: dict[str, str], item: Node | Edge) -> None:
    for name, value in _values(item):
        ET.SubElement(element, "data", key=keys[name]).text = xml_text(value)


def _values(item: Node | Edge) -> Iterator[tuple[str, str]]:
    yield "label", item.label
    if isinstance(item, Edge):
        yield "weight", str(item.weight)
    for name, value in item.attributes.items():
        yield name, written(value)


def document_text(root: ET.Element) -> str:
    """An XML document with an indented line for each element."""
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'
