"""JSON-LD: nodes and edges as statements of the semantic web, with terms of schema.org."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from coindex.texts.graphs.network import Edge, Network, Node, Value, kinds

CONTEXT = {
    "@vocab": "https://schema.org/",
    "aliases": "alternateName",
    "label": "name",
    "edges": {"@id": "urn:x-coindex:edges", "@container": "@set"},
    "nodes": {"@id": "urn:x-coindex:nodes", "@container": "@set"},
    "source": {"@id": "urn:x-coindex:source", "@type": "@id"},
    "target": {"@id": "urn:x-coindex:target", "@type": "@id"},
}
"""What the names of the file mean; those that are missing are terms of this project."""
_CLASSES = {"person": "Person", "organization": "Organization", "place": "Place"}


def jsonld(network: Network) -> str:
    """The network as a JSON-LD file."""
    own = sorted({*kinds(network.nodes), *kinds(network.edges)} - {"type", *CONTEXT})
    context = {**CONTEXT, **{name: f"urn:x-coindex:{quote(name)}" for name in own}}
    context |= {name: f"urn:x-coindex:{name}" for name in ("weight", "predicate", "type")}
    value: dict[str, Any] = {"@context": context, "@id": "", "label": network.title}
    value["nodes"] = [_node(node) for node in network.nodes]
    value["edges"] = [_edge(edge, number) for number, edge in enumerate(network.edges)]
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _node(node: Node) -> dict[str, Any]:
    kind = _CLASSES.get(str(node.attributes.get("type", "")), "Thing")
    start = {"@id": _name("node", node.id), "@type": kind, "label": node.label}
    return {**start, **_plain(node.attributes)}


def _edge(edge: Edge, number: int) -> dict[str, Any]:
    ends = {"source": _name("node", edge.source), "target": _name("node", edge.target)}
    start = {"@id": _name("edge", str(number)), **ends}
    return {**start, "predicate": edge.label, "weight": edge.weight, **_plain(edge.attributes)}


def _name(kind: str, id: str) -> str:
    return f"#{kind}-{quote(id, safe='')}"


def _plain(attributes: Any) -> dict[str, Value | list[str]]:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in attributes.items()
    }
