"""GEXF 1.3, the format of Gephi (https://gexf.net); with times, for its timeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from coindex.texts.graphs.graphml import document_text
from coindex.texts.graphs.network import Edge, Network, Node, kinds, written, xml_text

SPACE = "http://gexf.net/1.3"
TIMED = "times"
"""The id of the attribute that changes with time."""
_TYPES = {bool: "boolean", int: "long", float: "double"}


def gexf(network: Network) -> str:
    """The network as a GEXF file."""
    root = ET.Element("gexf", xmlns=SPACE, version="1.3")
    if network.title:
        meta = ET.SubElement(root, "meta")
        ET.SubElement(meta, "title").text = xml_text(network.title)
    direction = "directed" if network.directed else "undirected"
    graph = ET.SubElement(root, "graph", defaultedgetype=direction)
    timed = (*(node.times for node in network.nodes), *(edge.times for edge in network.edges))
    if any(timed):
        graph.set("mode", "dynamic")
        graph.set("timeformat", "integer")
        _declare_times(graph)
    node_keys = _declared(graph, "node", kinds(network.nodes))
    edge_keys = _declared(graph, "edge", kinds(network.edges))
    nodes = ET.SubElement(graph, "nodes")
    for node in network.nodes:
        names = {"id": xml_text(node.id), "label": xml_text(node.label)}
        _fill(ET.SubElement(nodes, "node", names), node_keys, node)
    edges = ET.SubElement(graph, "edges")
    for number, edge in enumerate(network.edges):
        names = {"id": f"e{number}", "label": xml_text(edge.label), "weight": str(edge.weight)}
        names |= {"source": xml_text(edge.source), "target": xml_text(edge.target)}
        _fill(ET.SubElement(edges, "edge", names), edge_keys, edge)
    return document_text(root)


def _declared(graph: ET.Element, place: str, types: Mapping[str, type]) -> dict[str, str]:
    """Declare attributes; their ids by their names."""
    if not types:
        return {}
    attributes = ET.SubElement(graph, "attributes", {"class": place})
    keys = {}
    for number, (name, kind) in enumerate(types.items()):
        keys[name] = str(number)
        known = {"id": str(number), "title": xml_text(name), "type": _TYPES.get(kind, "string")}
        ET.SubElement(attributes, "attribute", known)
    return keys


def _declare_times(graph: ET.Element) -> None:
    for place, title in (("node", "size"), ("edge", "weight")):
        attributes = ET.SubElement(graph, "attributes", {"class": place, "mode": "dynamic"})
        known = {"id": TIMED, "title": f"{title} over time", "type": "integer"}
        ET.SubElement(attributes, "attribute", known)


def _fill(element: ET.Element, keys: Mapping[str, str], item: Node | Edge) -> None:
    if not item.attributes and not item.times:
        return
    values = ET.SubElement(element, "attvalues")
    for name, value in item.attributes.items():
        pair = {"for": keys[name], "value": xml_text(written(value))}
        ET.SubElement(values, "attvalue", pair)
    for time, amount in sorted(item.times.items()):
        step = {"for": TIMED, "value": str(amount), "start": str(time), "end": str(time + 1)}
        ET.SubElement(values, "attvalue", step)
    if item.times:
        spells = ET.SubElement(element, "spells")
        for start, end in _runs(sorted(item.times)):
            ET.SubElement(spells, "spell", {"start": str(start), "end": str(end)})


def _runs(times: Iterable[int]) -> list[tuple[int, int]]:
    """Steps of time that follow each other, as intervals."""
    runs: list[tuple[int, int]] = []
    for time in times:
        if runs and runs[-1][1] == time:
            runs[-1] = (runs[-1][0], time + 1)
        else:
            runs.append((time, time + 1))
    return runs
