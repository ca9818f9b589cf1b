"""Tables as data frames of pandas or polars, or as a plain dictionary."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message

PLAIN = "dict"
KINDS = ("pandas", "polars", PLAIN)


def data_frame(columns: dict[str, list[Any]], kind: str = "pandas") -> Any:
    """A data frame of these columns; `kind` is the library, or `dict` for the columns themselves,
    which programs that embed Python, such as R, turn into tables of their own.
    """
    if kind not in KINDS:
        raise CoindexError(
            Message(
                "the kind of a data frame must be {kinds}, not {kind!r}",
                kinds=" or ".join(KINDS),
                kind=kind,
            )
        )
    if kind == PLAIN:
        return columns
    try:
        library = import_module(kind)
    except ImportError as error:
        raise MissingExtra(kind) from error
    return library.DataFrame(columns)
