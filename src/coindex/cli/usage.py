"""Errors in the use of the command line, such as an unknown option, in the language of the
interface.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import IO, Any, Protocol, runtime_checkable

import typer

from coindex.cli.interface import in_language
from coindex.core.interface import current, usage


@runtime_checkable
class _UsageError(Protocol):
    """What Typer raises; its classes are Click's in some versions and its own in others."""

    exit_code: int

    def format_message(self) -> str: ...

    def show(self, file: IO[Any] | None = None) -> None: ...


@contextmanager
def usage_errors_in_language() -> Iterator[None]:
    """Print a usage error in the language of the interface and exit; in English, Typer does so."""
    try:
        yield
    except Exception as error:
        if current() is None or not isinstance(error, _UsageError):
            raise
        typer.echo(_in_language(error), err=True, nl=False)
        sys.exit(error.exit_code)


def _in_language(error: _UsageError) -> str:
    """The lines that Typer prints: how the command is used, how to get help, what is wrong."""
    english = StringIO()
    error.show(english)
    before, mark, wrong = in_language(english.getvalue()).partition("Error: ")
    lines = [usage(line) for line in before.splitlines()]
    return "\n".join([*lines, f"{usage(mark + wrong.rstrip())}\n"])
