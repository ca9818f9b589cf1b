"""A text that stands on its own, whole or in passages: names replace pronouns, descriptions and
zeros where that is safe, and everything else stays, with the reason.
"""

from coindex.core.commands import Command

rewrite_command = Command(
    "Replace pronouns with names, where that is safe.",
    "Texts",
    "coindex.texts.rewriting.rewrite_command:run",
    example='coindex rewrite "Ann Lee lost her key. She found it in the garden."',
)
chunks_command = Command(
    "Cut documents into passages that stand on their own.",
    "Texts",
    "coindex.texts.rewriting.chunks_command:run",
    example="coindex chunks report.txt --words 150 -o passages.jsonl",
)
