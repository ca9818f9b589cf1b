"""Cypher: statements that create the network in Neo4j and other graph databases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from coindex.texts.graphs.network import Edge, Network, Node, Value

_ESCAPED = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_UNICODE = re.compile(r"\\(?=[uU])")
_SPLIT = r"\\' + '"
_UNFIT = re.compile(r"[^A-Za-z0-9_]")


def cypher(network: Network) -> str:
    """A statement for each node and each edge; run again, they make nothing twice."""
    return "".join(f"{statement};\n" for statement in _statements(network))


def _statements(network: Network) -> Iterator[str]:
    for node in network.nodes:
        label = _label(str(node.attributes.get("type", "")))
        yield f"MERGE (n:Entity {{id: {literal(node.id)}}}) SET n:{label}, n += {_map(node)}"
    for number, edge in enumerate(network.edges):
        ends = f"MATCH (a:Entity {{id: {literal(edge.source)}}}), "
        ends += f"(b:Entity {{id: {literal(edge.target)}}})"
        relation = f"[r:{_type(edge.label)} {{id: {number}}}]"
        yield f"{ends} MERGE (a)-{relation}->(b) SET r += {_map(edge)}"


def _map(item: Node | Edge) -> str:
    values: dict[str, Value] = {"label": item.label}
    if isinstance(item, Edge):
        values["weight"] = item.weight
    return _properties({**values, **item.attributes})


def _properties(values: Mapping[str, Value]) -> str:
    pairs = (f"{_quoted(name)}: {literal(value)}" for name, value in values.items())
    return f"{{{', '.join(pairs)}}}"


def literal(value: Value) -> str:
    """A value as Cypher writes it; nothing in a text can end its quotation.

    Some databases read `\\u0027` as an apostrophe wherever it stands, so no *u* may follow a
    backslash of the text.
    """
    if isinstance(value, tuple):
        return f"[{', '.join(map(literal, value))}]"
    if not isinstance(value, str):
        return json.dumps(value)
    escaped = value.translate(_ESCAPED)
    return f"'{_UNICODE.sub(_SPLIT, escaped)}'"


def _label(kind: str) -> str:
    return _quoted(kind.capitalize() or "Thing")


def _type(predicate: str) -> str:
    """The type of a relationship: *WORK_FOR*; letters that Cypher allows without quotes stay."""
    return _quoted(predicate.upper().replace(" ", "_") or "RELATED")


def _quoted(name: str) -> str:
    """A name in back quotes, if it needs them."""
    if name and not _UNFIT.search(name) and not name[0].isdigit():
        return name
    return "`" + name.replace("\\", "").replace("`", "``") + "`"
