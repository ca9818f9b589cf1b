"""A novel or play as its readers see it: characters, what they say and do, and whom they meet."""

from coindex.core.commands import Command

book_command = Command(
    "Read novels and plays: characters, quotations, encounters.",
    "Texts",
    "coindex.texts.books.command:run",
    example="coindex book novel.txt -o novel/",
)
CORRECTED = "coindex book --characters names.json"
"""How a book is read with the corrections that its page writes, as the page says it."""
