"""Graphs of entities and their relations, and the files that other programs read them from."""

from coindex.core.commands import Command

graph_command = Command(
    "Turn documents into a graph of entities and their relations.",
    "Texts",
    "coindex.texts.graphs.command:run",
    example="coindex graph story.txt --as gexf -o story.gexf",
)
