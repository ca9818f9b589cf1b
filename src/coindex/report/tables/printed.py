"""Numbers as they are printed in a paper, and the notes below: intervals, the best, significance,
signatures. Few modules are needed here, because scoring files starts with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from coindex.core.messages import Amount, Message, series
from coindex.experiment.rows import Row
from coindex.report.limits import SIGNIFICANT, Limit
from coindex.report.signatures import shared_signatures
from coindex.report.table import Cell, Chance, Estimate, Share, text

MARKS = ((0.01, "‡"), (SIGNIFICANT, "†"))
Rows = Mapping[tuple[str, str], Row]
"""The numbers of a table by system and measure."""


def printed(row: Row | None, best: str, p: Cell) -> Cell:
    """A number with its interval, in bold if it is the best, and with the mark of its p value."""
    if row is None or row.value is None:
        return None
    mark = ""
    if isinstance(p, Chance):
        mark = next((mark for level, mark in MARKS if p < level), "")
    return Estimate(row.value, row.interval, best=text(Share(row.value)) == best, mark=mark)


def best_printed(rows: Iterable[Row | None]) -> str:
    """The best number as it is printed: all systems that have it are the best. It is empty for a
    single system.
    """
    values = [row.value for row in rows if row is not None and row.value is not None]
    return text(Share(max(values))) if len(values) > 1 else ""


def legend(rows: Rows, named: Mapping[str, str], tests: int, limit: Limit) -> list[str]:
    """What headings, intervals and marks mean."""
    headlines = {row.measure: row.headline for row in rows.values()}
    meanings = [
        Message("{label}: {value} of {measure}", label=label, value=Message(value), measure=measure)
        for measure, label in named.items()
        if (value := headlines.get(measure)) is not None
    ]
    notes: list[str] = [series(meanings, "; ")] if meanings else []
    drawn = [row for row in rows.values() if row.interval is not None]
    if drawn:
        notes.append(
            Message("With each number, its 95 % interval: documents are drawn with replacement.")
            if any(row.documents > 1 for row in drawn)
            else Message(
                "Beside numbers of anaphors, their 95 % interval: the anaphors of the one document "
                "are drawn with replacement."
            )
        )
    if tests:
        notes.append(
            Message(
                "{one} p below .05, {two} below .01: the difference to the best system by that "
                "measure, by approximate randomisation of documents, with Holm's correction over "
                "{number}.",
                one=MARKS[1][1],
                two=MARKS[0][1],
                number=Amount(tests, "comparison"),
            )
        )
        notes += [limit.sentence] if limit.reached else []
    return notes


def signatures(rows: Rows, named: Mapping[str, str]) -> list[Message]:
    return shared_signatures(
        {
            (system, named[measure]): row.signature
            for (system, measure), row in rows.items()
            if row.value is not None
        }
    )
