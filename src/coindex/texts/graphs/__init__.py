"""Graphs of entities and their relations, and the files that other programs read them from."""

from coindex.core.commands import Command

graph_command = Command(
    "Turn documents into a graph: entities are its nodes, their relations its edges.",
    "Texts",
    "coindex.texts.graphs.command:run",
    example="coindex graph story.txt --as gexf -o story.gexf",
)
