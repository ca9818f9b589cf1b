"""Errors in the use of the command line, such as an unknown option, in the language of the
interface.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import StringIO
from typing import IO, Any, Protocol, runtime_checkable

import typer

from coindex.cli.interface import in_language
from coindex.interface.catalogues import catalogue, current, language


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
    lines = [_usage(line) for line in before.splitlines()]
    return "\n".join([*lines, f"{_usage(mark + wrong.rstrip())}\n"])


def _usage(english: str) -> str:
    """A sentence of Typer's. Unlike ours it comes finished, without its template, so it is found
    by its pattern; fields of several words are looked up in the same way.
    """
    for pattern, text in _patterns(language()):
        if match := pattern.fullmatch(english):
            fields = {
                name.removeprefix("_"): _usage(part) if " " in part else part
                for name, part in match.groupdict().items()
            }
            return re.sub(r"\{(\d)\}", lambda field: fields[field[1]], text)  # noqa: B023 - used at once
    return english


@cache
def _patterns(code: str) -> list[tuple[re.Pattern[str], str]]:
    """The sentences of the section `usage`, those with most words of their own first."""
    entries = catalogue(code).section("usage")
    fielded = sorted(entries, key=lambda key: ("{" in key, -len(re.sub(r"\{\d\}", "", key))))
    return [(_pattern(key), entries[key]) for key in fielded]


def _pattern(key: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\d)\}", key)
    return re.compile(
        "".join(
            f"(?P<_{part}>.+?)" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        ),
        re.DOTALL,
    )
