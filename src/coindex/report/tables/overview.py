"""Tables of results with intervals in their cells and links for their counts, for the page and for
every style.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from coindex.core import registry
from coindex.core.messages import Message, messages, series
from coindex.core.outcome import NOT_RIGHT
from coindex.core.protocols import COST, SPENT, Averaging
from coindex.experiment.conditions import Condition, ConditionGroup
from coindex.experiment.rows import Row
from coindex.experiment.run import Run
from coindex.report.cells import estimate, slice_name, valued
from coindex.report.findings import Findings
from coindex.report.links import of_list, of_run
from coindex.report.seen import Exposed
from coindex.report.table import Average, Cell, Chance, Detail, Estimate, Share, Table
from coindex.report.tables.results import blocks_of, lacks, mentions_of
from coindex.report.tables.workbench import COUNTS, OF_COUNT, ORDER
from coindex.report.titles import name_cell, name_of


def overview(findings: Findings, group: ConditionGroup) -> Table:
    """Runs, best first; `p` is Holm's, of the difference from the best by the first measure."""
    results, measures = findings.results, findings.results.plan.measures
    ordered = results.best_first(group)
    best = ordered[0].condition.resolver if ordered else ""
    p = {
        one.second: Chance(one.adjusted)
        for one in findings.comparisons(group, measures[0])
        if one.first == best
    }
    rows: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    mentions = mentions_of(results, group)
    for place, run in enumerate(ordered):
        number = findings.numbers[run.condition]
        rows_of_run = [results.row(run.condition, measure) for measure in measures]
        named_by = [name_cell(run.condition), *mentions.get(run.condition, ())]
        details[place, 0] = Detail(link="" if run.lacking else of_run(number))
        details |= {
            (place, i): Detail(row.signed)
            for i, row in enumerate(rows_of_run, len(named_by))
            if row is not None
        }
        wrong = _not_right(findings, run)
        details[place, len(named_by) + len(measures)] = Detail(
            link=of_list(number, outcome="".join(NOT_RIGHT)) if wrong else ""
        )
        speed = None if run.speed is None else round(run.speed)
        rows.append(
            [
                *named_by,
                *map(estimate, rows_of_run),
                wrong,
                p.get(run.condition.resolver, ""),
                speed,
            ]
        )
    columns = (
        *messages("resolver", *(["mentions"] if mentions else [])),
        *(findings.labels[m] for m in measures),
        *messages("not right", "p", "tokens/CPU s"),
    )
    notes = [*_legend(findings), *lacks(ordered)]
    table = Table(columns, rows, findings.groups[group], notes, details, blocks_of(ordered))
    return Exposed.of(results, group).marked(table)


def _not_right(findings: Findings, run: Run) -> Cell:
    if run.lacking:
        return None
    right, _, _, anaphors = findings.survey.profiles[run.condition].success
    return int(anaphors - right)


def _legend(findings: Findings) -> list[str]:
    """The meaning of the headings."""
    results = findings.results
    sentences: list[str] = []
    for measure, label in findings.labels.items():
        row = next((row for row in results.rows if row.measure == measure), None)
        sentences.append(
            label
            if row is None
            else Message(
                "{label}: {value} of {measure}",
                label=label,
                value=Message(row.headline),
                measure=measure,
            )
        )
    return [
        *sentences,
        Message(
            "not right: anaphors ({measure}) that were resolved wrongly, left open, or not "
            "detected",
            measure=findings.judge,
        ),
        Message("p: of the difference to the best by the first measure, with Holm's correction"),
    ]


def values(findings: Findings, run: Run) -> Table:
    """All values of all measures of one run."""
    results = findings.results
    defined = [
        row
        for measure in results.plan.measures
        if (row := results.row(run.condition, measure)) is not None
    ]
    names = list(dict.fromkeys(name for row in defined for name in row.values))
    rows = [[row.measure, *(_value(row, name) for name in names), row.documents] for row in defined]
    details = {
        (i, 1 + j): Detail(row.signed)
        for i, row in enumerate(defined)
        for j, name in enumerate((*names, "documents"))
        if name in row.values or name == "documents"
    }
    columns = messages("measure", *names, "documents")
    return Table(columns, rows, Message("All measures"), _first_signed(details), details)


def _first_signed(details: Mapping[tuple[int, int], Detail]) -> list[str]:
    """One signature for readers who cannot see those of the cells, on paper or on a phone."""
    first = [
        detail.signature for (row, _), detail in details.items() if not row and detail.signature
    ][:1]
    return [
        Message(
            "each number has a signature as its title; the first: {signature}", signature=signature
        )
        for signature in first
    ]


def _value(row: Row | None, name: str) -> Cell:
    if row is None or name not in row.values:
        return ""
    value = row.values[name]
    if value is None:
        return None
    return (
        Estimate(value, row.interval)
        if name == row.headline
        else value
        if name in _means(row.measure)
        else Share(value)
    )


@cache
def _means(measure: str) -> Sequence[str]:
    """The values of a measure that are averages and not proportions."""
    built = registry.build("measures", measure)
    return built.means if isinstance(built, Averaging) else ()


def slices(findings: Findings, run: Run, by: str) -> Table | None:
    """Every slice of one run: all values of all measures that can be split this way, and the counts
    of success.
    """
    measures = findings.results.plan.measures
    sliced = {
        measure: rows
        for measure in measures
        if (rows := findings.sliced(run.condition, measure, by))
    }
    if not sliced:
        return None
    heads = [
        (measure, value)
        for measure, rows in sliced.items()
        for value in next(iter(rows.values())).values
    ]
    judged = sliced.get(findings.judged_by, {}) if findings.categorical else {}
    columns: list[str] = [Message(by), Message("documents"), *(COUNTS if judged else ())]
    lines: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    # A measure may lack a slice that another has: documents without an anaphor of a form.
    for name in _ordered(findings, run, by, sliced):
        if name in judged:
            details |= _counted(len(lines), judged[name], findings.numbers[run.condition])
        shown = [(sliced[measure].get(name), value) for measure, value in heads]
        numbered = enumerate(shown, len(columns))
        details |= {
            (len(lines), place): Detail(row.signed)
            for place, (row, _) in numbered
            if row is not None
        }
        documents = max(row.documents for row, _ in shown if row is not None)
        counts = _counts(judged.get(name)) if judged else []
        values = (_value(row, value) for row, value in shown)
        lines.append([slice_name(by, name), documents, *counts, *values])
    columns += [valued(findings.labels[measure], value) for measure, value in heads]
    title = Message("By {slice}", slice=Message(by))
    return Table(columns, lines, title, _first_signed(details), details)


def _ordered(
    findings: Findings, run: Run, by: str, sliced: Mapping[str, Mapping[str, Row]]
) -> list[str]:
    """Slices as in the figures; those that only other measures have come last."""
    known = list(findings.slices(run.condition.group, by))
    more = sorted({name for rows in sliced.values() for name in rows} - set(known))
    return [name for name in (*known, *more) if any(name in rows for rows in sliced.values())]


def _counts(row: Row | None) -> list[Cell]:
    return [""] * len(COUNTS) if row is None else [int(row.counts[where]) for where in ORDER]


def _counted(place: int, row: Row, number: int) -> dict[tuple[int, int], Detail]:
    """Links to what was counted; documents are not listed by genre."""
    wanted = {"by": row.by, "slice": row.slice}
    links = [of_list(number, outcome=outcome, **wanted) for outcome in OF_COUNT]
    return {
        (place, 2 + i): Detail(row.signed, links[i] if row.counts[where] else "")
        for i, where in enumerate(ORDER)
    }


def costs(findings: Findings, group: ConditionGroup) -> Table:
    runs = list(findings.able(group))
    spent = [name for name in SPENT if any(run.account.get(name) for run in runs)]
    rows: list[list[Cell]] = [
        [
            name_cell(run.condition),
            run.tokens,
            Average(run.seconds) if run.speed else None,
            None if run.speed is None else round(run.speed),
            *(_spent(run, name) for name in spent),
        ]
        for run in runs
    ]
    repaired = (
        Message("{resolver}: {counts}", resolver=name_of(run.condition), counts=series(counted))
        for run in runs
        if (
            counted := [
                Message("{name} {number:,}", name=Message(name), number=round(n))
                for name, n in run.account.items()
                if name not in SPENT
            ]
        )
    )
    note = Message(
        "seconds of CPU spent on resolving alone, once for each document; parsing and detection "
        "are not in it"
    )
    columns = messages("resolver", "tokens", "CPU s", "tokens/CPU s", *spent)
    return Table(columns, rows, findings.groups[group], (note, *repaired))


def _spent(run: Run, name: str) -> Cell:
    """A number of a run's account; for a cost, with the significant digits."""
    number = run.account.get(name)
    if number is None:
        return None
    return f"{number:.4g}" if name == COST else round(number)


def corpora(findings: Findings) -> Table:
    """The corpora as they were read; empty columns are left out."""
    columns: tuple[str, ...] = messages(
        "corpus", "version", "language", "documents", "tokens", "mentions", "entities", "chains",
        "licence", "checksum",
    )  # fmt: skip
    rows: list[list[Cell]] = [
        [
            c.name, c.version, c.language, c.documents, c.words, c.mentions, c.entities, c.chains,
            c.licence or Message("not known"), c.checksum,
        ]
        for c in findings.results.corpora
    ]  # fmt: skip
    known = [place for place in range(len(columns)) if any(row[place] != "" for row in rows)]
    columns, rows = tuple(columns[i] for i in known), [[row[i] for i in known] for row in rows]
    note = Message(
        "chains: entities of two or more mentions; checksum: of the content, it is part of every "
        "signature"
    )
    return Table(columns, rows, Message("Corpora"), (note,))


def problems(findings: Findings) -> Table:
    """Runs that failed, documents that count as unresolved, and numbers of another state of the
    program.
    """
    rows: list[list[Cell]] = []
    for run in findings.results.runs:
        fields = [*run.condition]
        if run.lacking:
            rows.append([*fields, Message("all"), Message(run.lacking)])
        else:
            rows += [
                [*fields, document, Message(problem)] for document, problem in run.problems.items()
            ]
            rows += [[*fields, Message("all"), OUTDATED]] if _outdated(findings, run) else []
    columns = messages(*Condition._fields, "document", "problem")
    return Table(columns, rows, Message("Problems"))


OUTDATED = Message(
    "numbers and lists differ: they were made by different states of the program; run the "
    "comparison again"
)


def _outdated(findings: Findings, run: Run) -> bool:
    row = findings.results.row(run.condition, findings.judged_by)
    profile = findings.survey.profiles[run.condition]
    return row is not None and findings.categorical and tuple(row.counts) != tuple(profile.success)
