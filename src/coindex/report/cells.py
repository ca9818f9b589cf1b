"""Rows of numbers as cells and headings of tables."""

from __future__ import annotations

from collections.abc import Sequence

from coindex.core import registry, spec
from coindex.experiment.rows import Row
from coindex.report.table import Bounds, Cell, Estimate, Share, text

PARTIAL = ("precision", "recall")
"""Values that are misleading alone, so a heading names them."""


def labels(measures: Sequence[str]) -> dict[str, str]:
    """A short heading for each measure: its name and selection; the whole string if that is not
    enough.

    Precision and recall are named.
    """
    short = {measure: _label(measure) for measure in measures}
    return {
        measure: label if list(short.values()).count(label) == 1 else measure
        for measure, label in short.items()
    }


def _label(measure: str) -> str:
    read = spec.read(measure)
    of = dict(read.named).get("of") or next(
        (value for value in read.positional if isinstance(value, str)), ""
    )
    kind = registry.build("measures", measure).headline
    return " ".join(filter(None, (read.name, str(of), kind if kind in PARTIAL else "")))


def share(value: float | None) -> Cell:
    return None if value is None else Share(value)


def estimate(row: Row | None) -> Cell:
    """The headline with its interval."""
    return None if row is None or row.value is None else Estimate(row.value, row.interval)


def bounds_of(row: Row) -> tuple[Cell, Cell]:
    """The interval in two cells, empty if there is none."""
    return ("", "") if row.interval is None else (Share(row.interval.low), Share(row.interval.high))


def bounds(row: Row | None) -> str:
    if row is None or row.interval is None:
        return ""
    return Bounds(row.interval)


def headline(row: Row) -> str:
    """`CoNLL@head = 61.42 [59.80, 63.05]`: the number to which a signature belongs."""
    around = f" [{', '.join(text(Share(bound)) for bound in row.interval)}]" if row.interval else ""
    on = f" on {row.by} {row.slice}" if row.by else ""
    return f"{row.measure}{on} = {text(share(row.value))}{around}"
