"""`coindex restore`: a backup into a new database, SQLite or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coindex.core.errors import MissingExtra
from coindex.workbench.commands.database import Database, database_url, tell_counts


def run(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="File written by `coindex backup`.")
    ],
    database: Database = "",
) -> None:
    try:
        from coindex.workbench.store.backup import checked, restore
        from coindex.workbench.store.database import Database as Opened
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "sqlalchemy", "web") from error
    checked(source)  # opening a database creates it
    opened = Opened(database_url(database))
    try:
        counts = restore(source, opened)
    finally:
        opened.close()
    tell_counts(counts)
