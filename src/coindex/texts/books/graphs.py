"""Who meets whom as a network, for the files of graph tools; a chapter is a step of time."""

from __future__ import annotations

from coindex.texts.books.meetings import Meetings
from coindex.texts.graphs.network import Edge, Network, Node


def over_time(meetings: Meetings, title: str) -> Network:
    """The network of the whole book; sizes and weights change with each chapter."""
    nodes = (
        Node(
            one.id,
            one.name,
            {"gender": one.gender, "mentions": one.mentions},
            meetings.appearances.get(one.id, {}),
        )
        for one in meetings.characters
    )
    edges = (
        Edge(
            pair.one,
            pair.other,
            weight=pair.weight(),
            attributes={
                "together": sum(pair.together.values()),
                "exchanges": sum(pair.exchanges.values()),
                "chapters": tuple(map(str, pair.chapters)),
            },
            times={chapter: pair.weight(chapter) for chapter in pair.chapters},
        )
        for pair in meetings.pairs
    )
    return Network(tuple(nodes), tuple(edges), directed=False, title=title)


def by_chapter(meetings: Meetings, title: str) -> Network:
    """The same with an edge of its own for each chapter in which two meet."""
    edges = [
        Edge(
            pair.one,
            pair.other,
            weight=pair.weight(chapter),
            attributes={
                "chapter": chapter,
                "together": pair.together.get(chapter, 0),
                "exchanges": pair.exchanges.get(chapter, 0),
            },
        )
        for pair in meetings.pairs
        for chapter in pair.chapters
    ]
    nodes = tuple(Node(one.id, one.name) for one in meetings.characters)
    return Network(nodes, tuple(edges), directed=False, title=title)
