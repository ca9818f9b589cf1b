"""`coindex agree`: agreement of annotators, corrected for chance and link by link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated as Option

import typer

from coindex import formats
from coindex.cli.inputs import as_files, path_name
from coindex.cli.notes import tell_problems, tell_remarks
from coindex.cli.scoring import response_names, tell_observations
from coindex.core.errors import CoindexError
from coindex.core.messages import Amount, Message, Term, messages
from coindex.core.problems import Problems
from coindex.experiment.annotator_agreement import ANNOTATOR, PAIR, WITHOUT, Agreeing, defined
from coindex.experiment.annotators import panels
from coindex.experiment.response_pairs import Given, Key, Pairing
from coindex.experiment.rows import Row
from coindex.experiment.scoring import Scores, Scoring
from coindex.formats.inception import by_annotator
from coindex.formats.recognition import is_project
from coindex.io.files import opened
from coindex.measures.alignment import check_view
from coindex.measures.differences import Difference, differences
from coindex.measures.disagreements import Disagreement, disagreements
from coindex.measures.purposes import agreement
from coindex.report.cells import bounds_of, share, slice_name
from coindex.report.table import Cell, Table, check_style, show


def run(
    annotations: Option[
        list[Path],
        typer.Argument(
            metavar="ANNOTATION",
            help=(
                "Paths of annotations, one per annotator; - is standard input. Or one project of "
                "INCEpTION or WebAnno, whose annotators are compared."
            ),
            callback=as_files,
        ),
    ],
    view: Option[
        str, typer.Option(help="How mentions are matched: exact, head, min, partial, overlap.")
    ] = "exact",
    by: Option[
        str,
        typer.Option(
            help="Split alpha by document, genre, form, kind, type or entity, separated by commas."
        ),
    ] = "",
    distance: Option[
        str, typer.Option(help="Distance of two chains in alpha: passonneau, jaccard or masi.")
    ] = "passonneau",
    ci: Option[bool, typer.Option("--ci", help="Add bootstrap intervals over documents.")] = False,
    list_: Option[bool, typer.Option("--list", help="List every difference as well.")] = False,
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
    missing: Option[
        str,
        typer.Option(
            help=(
                "What to do with a document that an annotator lacks: error, empty, or skip, which "
                "compares those who have it."
            )
        ),
    ] = "error",
    from_: Option[
        str, typer.Option("--from", help="Format of all files; detected if not given.")
    ] = "",
    lenient: Option[bool, typer.Option(help="Count problems in files and continue.")] = False,
    draws: Option[int, typer.Option(min=1, help="Number of bootstrap draws.")] = 10_000,
    seed: Option[int, typer.Option(help="Seed for the bootstrap.")] = 12345,
) -> None:
    check_style(as_)
    check_view(view)
    slices = tuple(one.strip() for one in by.split(",") if one.strip())
    agreeing = Agreeing(view, distance, slices, ci, missing, from_, lenient, draws, seed)
    if len(annotations) < 2:
        _compare_project(annotations[0], agreeing, as_, listing=list_)
    elif len(annotations) == 2 and not slices and missing != "skip" and distance == "passonneau":
        _compare_two(annotations[0], annotations[1], agreeing, as_, listing=list_)
    else:
        given = response_names(annotations)
        if len(given) < len(annotations):
            raise CoindexError("the same annotation is named twice; name each annotator's once")
        _compare_several(given, agreeing, as_, listing=list_)


def _compare_two(
    first: Path, second: Path, agreeing: Agreeing, style: str, *, listing: bool
) -> None:
    key = Key.of(first)
    pairing = Pairing(agreeing.format, agreeing.missing, lenient=agreeing.lenient)
    ci = agreeing.intervals
    measures = agreement(agreeing.view)
    scores = Scores(Scoring(measures, (), ci, pairing, agreeing.draws, agreeing.seed), key)
    response = scores.begin(second.stem)
    differing: list[Difference] = []
    for pair in pairing.pairs(key, second, scores.seen[response.name]):
        response.add(pair, pair.document.id)
        differing += differences(pair) if listing else []
    rows = list(map(defined, scores.rows))
    whole = _table(rows, ci, _both(first, second), _notes(rows))
    names = list(response_names([first, second])) if first != second else ["1", "2"]
    show([whole, _listed(differing, names)] if listing else [whole], style)
    tell_observations(scores.seen)
    tell_remarks(scores.remarks())


def _compare_project(path: Path, agreeing: Agreeing, style: str, *, listing: bool) -> None:
    problems = Problems(lenient=agreeing.lenient)
    with opened(path) as files:
        annotators = (
            by_annotator(formats.read_files(files, agreeing.format, problems))
            if is_project(files)
            else {}
        )
    if len(annotators) < 2:
        raise CoindexError("agreement needs two annotations or more; name another file or folder")
    _compare_several(annotators, agreeing, style, listing=listing)
    tell_problems(problems)


def _compare_several(
    given: Mapping[str, Given], agreeing: Agreeing, style: str, *, listing: bool
) -> None:
    reading = panels(given, agreeing)
    rows, ci = list(reading.agreement.rows), agreeing.intervals
    whole = [row for row in rows if not row.by]
    title = Message(
        "Agreement of {number:,} annotators on {documents}",
        number=len(given),
        documents=Amount(reading.agreement.documents, "document"),
    )
    tables = [_table(whole, ci, title, [*_MEANS, *_notes(whole)])]
    tables.append(_split(rows, PAIR, Message("Every two annotators"), Message("pair")))
    each = Message("Each annotator with the others")
    tables.append(_split(rows, ANNOTATOR, each, Message("annotator")))
    if len(given) > 2:
        title = Message("Alpha without one annotator")
        tables.append(_of_alpha(rows, WITHOUT, title, Message("without"), ci=ci))
    tables += [
        _of_alpha(rows, by, Message("Alpha by {slice}", slice=Message(by)), Message(by), ci=ci)
        for by in agreeing.by
    ]
    if listing:
        listed = [
            one
            for panel in reading.panels
            for one in disagreements(panel.document, panel.annotations)
        ]
        tables += [_kinds(listed), _disagreements(listed)]
    show(tables, style)
    for problems in reading.problems.values():
        tell_problems(problems)
    tell_remarks(reading.agreement.remarks())


_MEANS = messages(
    "Mentions, MUC, CoNLL and Kappa are means over pairs of annotators; Alpha is of all of them.",
)


def _table(rows: Sequence[Row], ci: bool, title: str, notes: Sequence[str]) -> Table:
    columns = messages(
        "measure", "agreement", "observed", "expected", *(("low", "high") if ci else ())
    )
    return Table(columns, [_row(row, ci) for row in rows], title, notes)


def _split(rows: Iterable[Row], by: str, title: str, column: str) -> Table:
    """A row for each slice, a column for each measure."""
    values: dict[str, dict[str, Cell]] = {}
    documents: dict[str, int] = {}
    for row in rows:
        if row.by == by:
            values.setdefault(row.slice, {})[_name(row)] = share(row.value)
            documents[row.slice] = row.documents
    measures = list(dict.fromkeys(name for cells in values.values() for name in cells))
    lines: list[list[Cell]] = [
        [slice, documents[slice], *(cells.get(name, "") for name in measures)]
        for slice, cells in values.items()
    ]
    return Table((column, Message("documents"), *measures), lines, title)


def _of_alpha(rows: Iterable[Row], by: str, title: str, column: str, *, ci: bool) -> Table:
    columns = messages(column, "documents", "agreement", "observed", "expected")
    lines = [
        [slice_name(by, row.slice), row.documents, *_row(row, ci)[1:]]
        for row in rows
        if row.by == by
    ]
    return Table((*columns, *(messages("low", "high") if ci else ())), lines, title)


def _listed(differing: Iterable[Difference], annotators: Sequence[str]) -> Table:
    columns = (*messages("document", "token", "words", "aspect"), *annotators)
    rows: list[list[Cell]] = [
        [
            one.document,
            one.parts[0].start,
            one.words,
            Message(one.aspect),
            Term(one.first),
            Term(one.second),
        ]
        for one in differing
    ]
    return Table(columns, rows, Message("Differences"))


def _kinds(listed: Iterable[Disagreement]) -> Table:
    """How many disagreements there are of each kind, and how many of them a majority settles."""
    every, settled = Counter[str](), Counter[str]()
    for one in listed:
        every[one.aspect] += 1
        settled[one.aspect] += one.majority is not None
    rows: list[list[Cell]] = [
        [Message(aspect), count, settled[aspect]] for aspect, count in every.most_common()
    ]
    columns = messages("aspect", "disagreements", "with a majority")
    return Table(columns, rows, Message("Disagreements by kind"))


def _disagreements(listed: Iterable[Disagreement]) -> Table:
    columns = messages("document", "token", "words", "aspect", "readings")
    rows: list[list[Cell]] = [
        [one.document, one.parts[0].start, one.words, Message(one.aspect), _readings(one)]
        for one in listed
    ]
    return Table(columns, rows, Message("Disagreements"))


def _readings(disagreement: Disagreement) -> str:
    return "; ".join(f"{', '.join(one.sources)}: {one.saying}" for one in disagreement.readings)


def _both(first: Path, second: Path) -> Message:
    return Message("{first} and {second}", first=path_name(first), second=path_name(second))


def _notes(rows: Sequence[Row]) -> list[str]:
    """Signatures, each once."""
    return list(dict.fromkeys(row.signature for row in rows))


def _name(scored: Row) -> str:
    name = scored.measure.partition("(")[0].partition("@")[0]
    return f"{name} F1" if "f1" in scored.values else name


def _row(scored: Row, ci: bool) -> list[Cell]:
    """A row of the table; the agreement of measures that are not
    corrected for chance is their F1.
    """
    values = scored.values
    row: list[Cell] = [f"{scored.measure} F1" if "f1" in values else scored.measure]
    row.append(share(values.get("agreement", values.get("f1"))))
    row += [share(values[name]) if name in values else "" for name in ("observed", "expected")]
    return [*row, *(bounds_of(scored) if ci else ())]
