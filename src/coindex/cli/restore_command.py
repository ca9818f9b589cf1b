"""`coindex restore`: a backup into a new database, SQLite or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.database import Database, database_url, tell_counts
from coindex.core.errors import MissingExtra


def run(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="File written by `coindex backup`.")
    ],
    database: Database = "",
) -> None:
    try:
        from coindex.annotation.backup import checked, restore
        from coindex.annotation.database import Database as Opened
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "sqlalchemy", "web") from error
    checked(source)  # opening a database creates it
    opened = Opened(database_url(database))
    try:
        counts = restore(source, opened)
    finally:
        opened.close()
    tell_counts(counts)
