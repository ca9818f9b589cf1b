"""`coindex stats`: what an annotated corpus is like, and how hard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated as Option

import typer

from coindex import formats
from coindex.cli.notes import tell_problems
from coindex.core.errors import CoindexError
from coindex.core.problems import Problems
from coindex.measures.statistics import Averages, Statistics, described, means
from coindex.report.tables import Cell, Share, Table, check_style, show

COUNTS = (
    "documents", "words", "sentences", "mentions", "entities", "singletons", "personal", "possessive", "reflexive",
    "pronouns", "anaphors", "intrasentential", "critical", "split_antecedents", "bridging",
)  # fmt: skip
AVERAGES = (*Averages._fields[:3], *(f"{name}_share" for name in Averages._fields[3:]))


def run(
    paths: Option[list[Path], typer.Argument(metavar="CORPUS...", help="Annotated documents.")],
    by: Option[str, typer.Option(help="One row per document, genre or corpus.")] = "document",
    window: Option[int, typer.Option(min=0, help="Sentences before the anaphor's own with candidates.")] = 2,
    same_as_one: Option[bool, typer.Option(help="The same sentence is one sentence away, not none.")] = True,
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
    from_: Option[str, typer.Option("--from", help="Format; recognised if not given.")] = "",
    lenient: Option[bool, typer.Option(help="Count problems in files and go on.")] = False,
) -> None:
    check_style(as_)
    if by not in ("document", "genre", "corpus"):
        raise CoindexError(f"--by is document, genre or corpus, not {by!r}")
    problems = Problems(lenient=lenient)
    groups: dict[str, Statistics] = {}
    documents: list[Statistics] = []
    for path in paths:
        for document, annotation in formats.read(path, from_, problems):
            found = described(document, annotation, window=window, count_same_as_one=same_as_one)
            name = {"document": document.id, "genre": document.genre or "unknown", "corpus": str(path)}[by]
            groups[name] = groups[name] + found if name in groups else found
            documents.append(found)
    if not documents:
        raise CoindexError(f"{', '.join(map(str, paths))}: no document to describe")
    whole = sum(documents[1:], documents[0])
    rows = [_row(name, found) for name, found in sorted(groups.items())]
    columns = (by, *COUNTS, *AVERAGES)
    note = f"candidates: mentions that are no pronouns, in the same sentence and {window} before"
    show([Table(columns, [*rows, _row("total", whole)], "", (note,)), _means(documents)], as_)
    tell_problems(problems)


def _row(name: str, found: Statistics) -> list[Cell]:
    averages = found.averages()
    shares = [None if value is None else Share(value) for value in averages[3:]]
    return [name, *(getattr(found, count) for count in COUNTS), *averages[:3], *shares]


def _means(documents: list[Statistics]) -> Table:
    rows: list[list[Cell]] = []
    for name, called in zip(Averages._fields, AVERAGES, strict=True):
        both = means(documents, name)
        share = name != called
        rows.append([called, *(Share(value) if share and value is not None else value for value in both)])
    return Table(("average", "mean of documents", "mean of anaphors"), rows, "Averages")
