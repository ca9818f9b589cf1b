"""`coindex stats`: the size, make-up and difficulty of an annotated corpus."""

from __future__ import annotations

from collections import Counter
from typing import Annotated as Option

import typer

from coindex.cli.inputs import corpus_items
from coindex.cli.notes import tell_problems
from coindex.cli.options import AnnotatedCorpora, Files, Fragmenter, TableStyle
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.messages import Message, messages
from coindex.core.problems import Problems
from coindex.measures.census import census
from coindex.measures.statistics import Statistics, described
from coindex.pipeline.fragment_lists import fragment_count
from coindex.pipeline.pipeline import NO_CUTS, Pipeline, with_parse
from coindex.report.cells import category_wording
from coindex.report.table import Average, Cell, Table, check_style, show
from coindex.report.tables.statistics import statistics_tables as tables


def run(
    names: AnnotatedCorpora,
    by: Option[str, typer.Option(help="One row per document, genre or corpus.")] = "document",
    window: Option[
        int, typer.Option(min=0, help="Number of preceding sentences with candidates.")
    ] = 2,
    same_as_one: Option[
        bool, typer.Option(help="Count the same sentence as distance one, not zero.")
    ] = True,
    phenomena: Option[
        bool, typer.Option("--phenomena", help="Count phenomena that make texts difficult.")
    ] = False,
    fragments: Option[
        bool, typer.Option("--fragments", help="Count the fragments of parses, per sentence.")
    ] = False,
    fragmenter: Fragmenter = NO_CUTS,
    as_: TableStyle = "table",
    *,
    files: Files,
) -> None:
    check_style(as_)
    if by not in ("document", "genre", "corpus"):
        raise CoindexError(Message("--by must be document, genre or corpus, not {by!r}", by=by))
    problems = Problems(lenient=files.lenient)
    groups: dict[str, Statistics] = {}
    documents: list[Statistics] = []
    counted: dict[str, Counter[str]] = {}
    pipeline = Pipeline(fragmenter=fragmenter)
    for name, item in corpus_items(names, files.from_, problems):
        group = {
            "document": item.document.id,
            "genre": item.document.genre or "unknown",
            "corpus": name,
        }[by]
        if fragments:
            counted.setdefault(group, Counter()).update(
                _fragments(pipeline.fragmented(with_parse(item).document))
            )
        elif phenomena:
            counted.setdefault(group, Counter()).update(census(*with_parse(item)))
        else:
            statistics = described(*with_parse(item), window=window, count_same_as_one=same_as_one)
            groups[group] = groups[group] + statistics if group in groups else statistics
            documents.append(statistics)
    if not documents and not counted:
        raise CoindexError(Message("{names}: no document to describe", names=", ".join(names)))
    if fragments:
        show([_fragment_table(counted, by, fragmenter)], as_)
    else:
        show(
            [_phenomena(counted)]
            if phenomena
            else tables(groups, documents, by=Message(by), window=window),
            as_,
        )
    tell_problems(problems)


def _fragments(document: Document) -> Counter[str]:
    fragments = sum(map(fragment_count, document.sentences))
    return Counter({"sentences": len(document.sentences), "fragments": fragments})


def _fragment_table(counted: dict[str, Counter[str]], by: str, fragmenter: str) -> Table:
    """Stuckardt's parser left 2.61 fragments per sentence (2001)."""
    groups = {**counted, Message("total"): sum(counted.values(), Counter[str]())}
    rows: list[list[Cell]] = [
        [
            name,
            counts["sentences"],
            counts["fragments"],
            Average(counts["fragments"] / max(1, counts["sentences"])),
        ]
        for name, counts in groups.items()
    ]
    columns = messages(by, "sentences", "fragments", "per sentence")
    note = Message("fragmenter {name}; a whole tree is one fragment", name=fragmenter)
    return Table(columns, rows, Message("Fragments"), (note,))


def _phenomena(counted: dict[str, Counter[str]]) -> Table:
    total = sum(counted.values(), Counter[str]())
    rows: list[list[Cell]] = [
        [category_wording(name), *(counts[name] for counts in counted.values()), total[name]]
        for name in sorted(total)
    ]
    return Table((Message("phenomenon"), *counted, Message("total")), rows)
