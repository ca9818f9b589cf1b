"""A text that stands on its own, whole or in passages: names replace pronouns, descriptions and
zeros where that is safe, and everything else stays, with the reason.
"""

from coindex.core.commands import Command

rewrite_command = Command(
    "Make a text stand on its own: names replace pronouns where that is safe.",
    "Texts",
    "coindex.texts.rewriting.rewrite_command:run",
)
chunks_command = Command(
    "Cut documents into passages that stand on their own, for retrieval.",
    "Texts",
    "coindex.texts.rewriting.chunks_command:run",
)
