"""Data frames of pandas or polars."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from coindex.core.errors import CoindexError, MissingExtra

KINDS = ("pandas", "polars")


def data_frame(columns: dict[str, list[Any]], kind: str = "pandas") -> Any:
    """A data frame of these columns; `kind` is the library."""
    if kind not in KINDS:
        raise CoindexError(f"data frames are of {' or '.join(KINDS)}, not {kind!r}")
    try:
        library = import_module(kind)
    except ImportError as error:
        raise MissingExtra(kind, kind) from error
    return library.DataFrame(columns)
