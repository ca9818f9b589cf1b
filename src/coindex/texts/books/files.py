"""The files of a book in a folder: its page, BookNLP's tables, JSON, and the network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from coindex.io.output import replacing_folder
from coindex.texts.books.book import Book
from coindex.texts.books.booknlp import booknlp_files
from coindex.texts.books.figures import network_figure
from coindex.texts.books.graphs import by_chapter, over_time
from coindex.texts.books.page import page
from coindex.texts.graphs.writing import network_text


def book_files(book: Book, name: str) -> Mapping[str, Iterator[str]]:
    """The names of all files and their content; `name` is that of the book."""
    title = f"Who meets whom: {book.document.id}"
    network, chapters = over_time(book.meetings, title), by_chapter(book.meetings, title)
    return {
        f"{name}.html": iter([page(book)]),
        f"{name}.json": iter([book.to_json() + "\n"]),
        **{f"{name}{suffix}": lines for suffix, lines in booknlp_files(book).items()},
        f"{name}.network.graphml": iter([network_text(network, "graphml")]),
        f"{name}.network.gexf": iter([network_text(network, "gexf")]),
        f"{name}.network.csv": iter([network_text(chapters, "csv")]),
        f"{name}.network.svg": iter([network_figure(book.meetings, title).file()]),
    }


def write_book(book: Book, folder: Path | str, name: str = "") -> None:
    """Write all files of a book into a folder, or none if something goes wrong.

    The files are called `name` with different endings; unless given, it is the id of the document.
    """
    called = name or Path(book.document.id).name
    with replacing_folder(folder) as temporary:
        for file, content in book_files(book, called).items():
            with (temporary / file).open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(content)
