"""Data frames of pandas or polars."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from coindex.core.errors import CoindexError, MissingExtra

if TYPE_CHECKING:
    from coindex.experiment.results import Results

KINDS = ("pandas", "polars")


def frame(results: Results, kind: str = "pandas") -> Any:
    """Columns for condition, measure, slice, headline value with its bounds, every other value, and what it cost."""
    return data_frame(columns(results), kind)


def data_frame(columns: dict[str, list[Any]], kind: str = "pandas") -> Any:
    """A data frame of these columns; `kind` is the library."""
    if kind not in KINDS:
        raise CoindexError(f"data frames are of {' or '.join(KINDS)}, not {kind!r}")
    try:
        library = import_module(kind)
    except ImportError as error:
        raise MissingExtra(kind, kind) from error
    return library.DataFrame(columns)


def columns(results: Results) -> dict[str, list[Any]]:
    """Each column by its name; all are of the same length."""
    speed = {run.condition: run.speed for run in results.runs}
    values = list(dict.fromkeys(name for row in results.rows for name in row.values))
    records = [
        {
            **row.condition._asdict(),
            "given": row.condition.given,
            "measure": row.measure,
            "by": row.by,
            "slice": row.slice,
            "value": row.value,
            "low": None if row.interval is None else row.interval.low,
            "high": None if row.interval is None else row.interval.high,
            "documents": row.documents,
            "tokens_per_cpu_second": speed[row.condition],
            **{name: row.values.get(name) for name in values},
            "signature": row.signature,
        }
        for row in results.rows
    ]
    names = list(records[0]) if records else []
    return {name: [record[name] for record in records] for name in names}
