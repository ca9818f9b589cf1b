"""The database that a command of the workbench uses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from coindex.interface.translation import counted

Database = Annotated[
    str,
    typer.Option(
        metavar="URL|FILE",
        help="SQLite file or postgresql://...; default: COINDEX_DATABASE, or your own.",
    ),
]


def database_url(database: str, project: Path | None = None) -> str | Path:
    """The named database, else the default one."""
    from coindex.core.errors import CoindexError
    from coindex.workbench.settings import default_database

    if database and project is not None:
        raise CoindexError("name a file or a --database, not both")
    if project is not None:
        _check(project)
        return project
    return database or default_database()


def tell_counts(counts: Mapping[str, int]) -> None:
    """Print how much was saved or restored."""
    typer.echo(
        ", ".join(
            counted(counts[f"{noun}s"], noun) for noun in ("project", "document", "revision")
        ),
        err=True,
    )


def _check(path: Path) -> None:
    from coindex.core.errors import FormatError

    if path.is_dir():
        raise FormatError(
            "is a folder",
            path=str(path),
            remedy="name a file, such as project.db; a new file is created",
        )
    if path.exists() and path.stat().st_size and not path.read_bytes()[:15] == b"SQLite format 3":
        raise FormatError(
            "is not a project file",
            path=str(path),
            remedy=(
                "name a new file or one that `coindex serve` created; upload this one in the "
                "workbench"
            ),
        )
