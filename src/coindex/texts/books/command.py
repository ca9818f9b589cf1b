"""`coindex book`: novels and plays, with characters, quotations and meetings; also as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.inputs import Input, inputs
from coindex.cli.notes import tell_problems
from coindex.cli.options import (
    Detector,
    Language,
    Parser,
    Text,
    TextFiles,
    Texts,
    parser_for,
)
from coindex.cli.outputs import InputWork, Making, free_path
from coindex.core.errors import CoindexError
from coindex.core.messages import Message, messages
from coindex.core.problems import Problems
from coindex.interface.translation import counted, grouped, say
from coindex.pipeline.pipeline import AUTO, NO_CUTS, PARSER, RESOLVER, Pipeline
from coindex.report.table import Cell, Table, check_style, render, show
from coindex.texts.books.book import Book
from coindex.texts.books.characters import LEAST
from coindex.texts.books.corrections import Corrections
from coindex.texts.books.files import write_book
from coindex.texts.books.reading import BookReader
from coindex.texts.books.speaking import spoken_by

_MAIN = 5
"""Characters that a summary names."""


def character_table(books: Sequence[Book]) -> Table:
    """A row for each character that has a name, or at least five mentions."""
    columns = messages(
        "book", "character", "gender", "mentions", "quotations", "first chapter", "last chapter",
        "also called",
    )  # fmt: skip
    rows = [row for book in books for row in _rows(book)]
    settings = ", ".join(sorted({book.annotation.source.name for book in books}))
    whole = [
        Message("{book} has no headings of chapters: it is read as one", book=book.document.id)
        for book in books
        if not book.has_headings
    ]
    notes = (Message("resolved by {resolver}", resolver=settings), *whole)
    return Table(columns, rows, Message("Characters"), notes)


def summary(book: Book) -> str:
    """A line about a book: how much of everything it has, and its main characters."""
    listed = sorted(book.worth_listing, key=lambda one: -one.mentions)
    spoken = sum(bool(one.speaker) for one in book.quotations)
    counts = (
        counted(len(listed), "character"),
        counted(len(book.chapters), "chapter")
        if book.has_headings
        else say("no headings of chapters"),
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


PAGE = ".html"


def run(
    texts: Texts = None,
    text: Text = None,
    least: Annotated[
        int, typer.Option(min=1, help="Minimum number of mentions of a character.")
    ] = LEAST,
    characters: Annotated[
        Path | None,
        typer.Option(
            help="JSON file of corrected characters: who has which names. The page writes it."
        ),
    ] = None,
    resolver: Annotated[
        str, typer.Option(help='Resolver; auto: the fast one of the language, with names="book".')
    ] = RESOLVER,
    parser: Parser = PARSER,
    language: Language = "auto",
    detector: Detector = AUTO,
    as_: Annotated[
        str,
        typer.Option(
            "--as", help="Without -o, the table of characters: table, csv, json, markdown or latex."
        ),
    ] = "table",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Folder for the page, BookNLP's files and the network."
        ),
    ] = None,
    *,
    files: TextFiles,
) -> None:
    check_style(as_)
    if output is not None and output.exists() and not output.is_dir():
        raise CoindexError(Message("{output} is a file; name a folder with -o", output=output))
    pipeline = Pipeline(parser_for(parser, language), NO_CUTS, detector, resolver)
    corrections = Corrections() if characters is None else Corrections.read(characters)
    reader = BookReader(pipeline, least, corrections)
    work = InputWork(Making(pipeline, "reading", reader, _table, PAGE))
    problems = Problems(lenient=files.lenient)
    given = inputs(
        texts or [], texts=text or [], format=files.from_, problems=problems, prose=files.prose
    )
    try:
        if output is None:
            books = list(work.on(given))
            if books:
                show([character_table(books)], as_)
        else:
            _write(given, work, output)
    finally:
        tell_problems(problems)
    work.end()


def _write(given: Iterable[Input], work: InputWork[Book], folder: Path) -> None:
    """All files of each book, one book after the other; a file of several books numbers them."""
    seen: set[str] = set()
    for input in given:
        path = free_path(folder, input, PAGE, seen)
        for number, book in enumerate(work.on([input]), 1):
            name = path.name.removesuffix(PAGE) + (f"-{number}" if number > 1 else "")
            write_book(book, path.parent, name)
            typer.echo(f"{path.parent / name}{PAGE}: {summary(book)}", err=True)


def _table(books: Iterable[Book], named: bool) -> Iterator[str]:
    yield render([character_table(list(books))], "table")
