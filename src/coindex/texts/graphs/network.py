"""A network: nodes and edges with attributes, whatever they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

Value = str | int | float | bool | tuple[str, ...]
"""What an attribute may be; several words are a tuple."""

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SEPARATOR = " | "
"""Between the words of a list in files that have no lists."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node: `id` is unique in its network, `label` is what people read, `times` its size in each
    step of time, where there are any.
    """

    id: str
    label: str = ""
    attributes: Mapping[str, Value] = field(default_factory=dict)
    times: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between the nodes with these ids; a heavier `weight` is drawn thicker. `times` are
    the weights in each step of time, where there are any.
    """

    source: str
    target: str
    label: str = ""
    weight: float = 1.0
    attributes: Mapping[str, Value] = field(default_factory=dict)
    times: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Network:
    """Nodes and edges; two nodes may have several edges."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    directed: bool = True
    title: str = ""

    def __post_init__(self) -> None:
        known = {node.id for node in self.nodes}
        if len(known) < len(self.nodes):
            raise ValueError("two nodes have the same id")
        for edge in self.edges:
            if edge.source not in known or edge.target not in known:
                raise ValueError(f"no node {edge.source!r} or {edge.target!r} for the edge")


def kinds(items: Iterable[Node] | Iterable[Edge]) -> dict[str, type]:
    """The names of all attributes, in order of first use, each with the type of its values:
    text, if they have several.
    """
    types: dict[str, type] = {}
    for item in items:
        for name, value in item.attributes.items():
            kind = type(value)
            types[name] = kind if types.get(name, kind) is kind else str
    return types


def written(value: Value) -> str:
    """A value as text."""
    if isinstance(value, tuple):
        return SEPARATOR.join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def xml_text(text: str) -> str:
    """The text without the characters that XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", text)


def rows(items: Iterable[Node] | Iterable[Edge], names: Iterable[str]) -> Iterator[list[str]]:
    """The attributes of each item under these names, as text; empty where one is missing."""
    columns = list(names)
    for item in items:
        yield [written(item.attributes.get(name, "")) for name in columns]
