"""The characters of books as a table."""

from __future__ import annotations

from collections.abc import Sequence

from coindex.rendering.book.book import Book
from coindex.rendering.book.speaking import spoken_by
from coindex.report.table import Cell, Table


def characters(books: Sequence[Book]) -> Table:
    """A row for each character that has a name, or at least five mentions."""
    columns = (
        "book", "character", "gender", "mentions", "quotations", "first chapter", "last chapter",
        "also called",
    )  # fmt: skip
    rows = [row for book in books for row in _rows(book)]
    settings = ", ".join(sorted({book.annotation.source.name for book in books}))
    return Table(columns, rows, "Characters", (f"resolved by {settings}",))


def _rows(book: Book) -> list[list[Cell]]:
    quotations = spoken_by(book.quotations)
    return [
        [
            book.document.id,
            one.name,
            one.gender,
            one.mentions,
            len(quotations.get(one.id, ())),
            book.chapter_at(one.first),
            book.chapter_at(one.last),
            ", ".join(called.words for called in one.names if called.words != one.name),
        ]
        for one in book.worth_listing
    ]
