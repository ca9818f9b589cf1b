"""Properties of corpora as tables: counts and averages, by document or otherwise (Barbu & Mitkov
2001).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.core.messages import Message, messages
from coindex.measures.statistics import Averages, Statistics, means
from coindex.report.published import MEANS, OF_MEANS
from coindex.report.table import Cell, Share, Table

COUNTS = (
    "documents", "words", "sentences", "mentions", "entities", "singletons", "personal",
    "possessive", "reflexive", "pronouns", "first_second", "anaphors", "intrasentential",
    "nontrivial", "critical", "split_antecedents", "bridging",
)  # fmt: skip
AVERAGES = (*Averages._fields[:3], *(f"{name}_share" for name in Averages._fields[3:]))


def statistics_tables(
    groups: Mapping[str, Statistics], documents: Sequence[Statistics], *, by: str, window: int
) -> list[Table]:
    """A row for each group and one for all, then both means of each average."""
    whole = sum(documents[1:], documents[0])
    rows = [_row(name, statistics) for name, statistics in sorted(groups.items())]
    notes = (
        Message(
            "pronouns and anaphors are of the third person; first_second: pronouns of the first "
            "and second person; anaphors have an earlier mention of their entity, and tables of "
            "success also count those that have only a later one"
        ),
        Message(
            "candidates: noun phrases in the same sentence and {number:,} before; critical: more "
            "than one agrees in form",
            number=window,
        ),
    )
    heads = messages(*COUNTS, *AVERAGES)
    return [
        Table((by, *heads), [*rows, _row(Message("total"), whole)], "", notes),
        _means(documents),
    ]


def _row(name: str, statistics: Statistics) -> list[Cell]:
    averages = statistics.averages()
    shares = [None if value is None else Share(value) for value in averages[3:]]
    return [name, *(getattr(statistics, count) for count in COUNTS), *averages[:3], *shares]


def _means(documents: Sequence[Statistics]) -> Table:
    rows: list[list[Cell]] = []
    for name, called in zip(Averages._fields, AVERAGES, strict=True):
        both = means(documents, name)
        share = name != called
        rows.append(
            [
                Message(called),
                *(Share(value) if share and value is not None else value for value in both),
                MEANS.get(name, ""),
            ]
        )
    columns = messages("average", "mean of documents", "mean of anaphors", "published")
    return Table(columns, rows, Message("Averages"), (OF_MEANS,))
