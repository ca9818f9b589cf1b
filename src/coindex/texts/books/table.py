"""The characters of books as a table."""

from __future__ import annotations

from collections.abc import Sequence

from coindex.core.messages import Message, messages
from coindex.interface.translation import counted, grouped, say
from coindex.report.table import Cell, Table
from coindex.texts.books.book import Book
from coindex.texts.books.speaking import spoken_by

_MAIN = 5
"""Characters that a summary names."""


def characters(books: Sequence[Book]) -> Table:
    """A row for each character that has a name, or at least five mentions."""
    columns = messages(
        "book", "character", "gender", "mentions", "quotations", "first chapter", "last chapter",
        "also called",
    )  # fmt: skip
    rows = [row for book in books for row in _rows(book)]
    settings = ", ".join(sorted({book.annotation.source.name for book in books}))
    note = Message("resolved by {resolver}", resolver=settings)
    return Table(columns, rows, Message("Characters"), (note,))


def summary(book: Book) -> str:
    """A line about a book: how much of everything it has, and its main characters."""
    listed = sorted(book.worth_listing, key=lambda one: -one.mentions)
    spoken = sum(bool(one.speaker) for one in book.quotations)
    counts = (
        counted(len(listed), "character"),
        counted(len(book.chapters), "chapter"),
        say(
            "{quotations}, {spoken} with a speaker",
            quotations=counted(len(book.quotations), "quotation"),
            spoken=grouped(spoken),
        ),
    )
    main = ", ".join(f"{one.name} ({grouped(one.mentions)})" for one in listed[:_MAIN])
    last = say("most mentioned: {names}", names=main) if main else say("nobody has a name")
    return "; ".join((*counts, last))


def _rows(book: Book) -> list[list[Cell]]:
    quotations = spoken_by(book.quotations)
    return [
        [
            book.document.id,
            one.name,
            Message(one.gender) if one.gender else "",
            one.mentions,
            len(quotations.get(one.id, ())),
            book.chapter_at(one.first),
            book.chapter_at(one.last),
            ", ".join(called.words for called in one.names if called.words != one.name),
        ]
        for one in book.worth_listing
    ]
