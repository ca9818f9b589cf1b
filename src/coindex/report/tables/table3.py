"""ROSANA's disciplines run by run, in the layout of Stuckardt's Table 3 (2001): the cost of a
changed factor.
"""

from __future__ import annotations

from collections.abc import Sequence

from coindex.core.messages import Message, messages
from coindex.measures.antecedents import cell_score
from coindex.measures.occurrences import Classes
from coindex.measures.scores import total
from coindex.measures.selection import PRONOUN_TYPES
from coindex.report.links import of_run
from coindex.report.published import OF_TABLE3, TABLE3, TABLE3_COLUMNS, table3_row
from coindex.report.run_profile import NOTHING, RunProfile
from coindex.report.table import Cell, Detail, Share, Table

MEANINGS = Message(
    "P and R of coreference classes (co) and of non-pronominal anchors of all pronouns (na); "
    "precision of immediate antecedents of third-person personal (PER3) and possessive (POS3) "
    "pronouns"
)


def table3(profiles: Sequence[RunProfile], title: str, notes: Sequence[str] = ()) -> Table:
    rows = [
        [profile.run.condition.resolver, *map(_share, _values(profile))] for profile in profiles
    ]
    details = {
        (row, 0): Detail(link=of_run(profile.number)) for row, profile in enumerate(profiles)
    }
    published = [
        table3_row(profile.run.condition.resolver, profile.run.condition.corpus)
        for profile in profiles
    ]
    columns = (*messages("resolver"), *TABLE3_COLUMNS)
    meanings = [MEANINGS]
    if any(published):
        columns += tuple(Message("{column} published", column=one) for one in TABLE3_COLUMNS)
        meanings.append(OF_TABLE3)
        rows = [
            [*row, *(map(Share, printed) if printed else [""] * len(TABLE3_COLUMNS))]
            for row, printed in zip(rows, published, strict=True)
        ]
    return Table(columns, rows, title, (*meanings, *notes), details)


def table3_as_published() -> Table:
    """Table 3 of the paper, for texts that are of neither of its kinds."""
    rows: list[list[Cell]] = [
        [kind, ", ".join(sorted(off)) or Message("nothing"), *map(Share, values)]
        for kind, variants in TABLE3.items()
        for off, values in variants.items()
    ]
    columns = (*messages("texts", "without"), *TABLE3_COLUMNS)
    return Table(columns, rows, Message("Table 3, as published"), (OF_TABLE3,))


def _values(profile: RunProfile) -> list[float | None]:
    classes = Classes.score(profile.classes)
    anchors = cell_score(total(profile.anchors.get(type, NOTHING) for type in PRONOUN_TYPES))
    immediate = (
        cell_score(profile.antecedents.get(type, NOTHING)).precision for type in ("PER3", "POS3")
    )
    return [classes.precision, classes.recall, anchors.precision, anchors.recall, *immediate]


def _share(value: float | None) -> Cell:
    return None if value is None else Share(value)
