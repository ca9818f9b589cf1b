"""Which database a command of the workbench works on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[
    str,
    typer.Option(metavar="URL|FILE", help="A SQLite file, or postgresql://...; none: COINDEX_DATABASE, or your own."),
]


def chosen(database: str, project: Path | None = None) -> str | Path:
    """The one that is named, else the usual one."""
    from coindex.core.errors import CoindexError
    from coindex.web.settings import default_database

    if database and project is not None:
        raise CoindexError("name a file or a --database, not both")
    if project is not None:
        _check(project)
        return project
    return database or default_database()


def _check(path: Path) -> None:
    from coindex.core.errors import FormatError

    if path.is_dir():
        raise FormatError(
            "is a folder", path=str(path), remedy="name a file, such as project.db; it is made if it is new"
        )
    if path.exists() and path.stat().st_size and not path.read_bytes()[:15] == b"SQLite format 3":
        raise FormatError(
            "is not a project file",
            path=str(path),
            remedy="name a file that `coindex serve` made, or a new one, and upload this one in the workbench",
        )
