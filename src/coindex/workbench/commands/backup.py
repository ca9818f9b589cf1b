"""`coindex backup`: the workbench's database as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.io.output import file_identity
from coindex.workbench.commands.database import Database, database_url, tell_counts


def run(
    target: Annotated[
        Path, typer.Argument(metavar="FILE", help="File to write; .gz and .xz are compressed.")
    ],
    database: Database = "",
) -> None:
    try:
        from coindex.workbench.store.backup import back_up
        from coindex.workbench.store.database import Database as Opened
        from coindex.workbench.store.database import address, existing
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "sqlalchemy", "web") from error
    source = existing(database_url(database))
    url = address(source)
    if (
        url.get_backend_name() == "sqlite"
        and target.exists()
        and file_identity(target) == file_identity(Path(url.database or ""))
    ):
        raise CoindexError(
            Message(
                "{target} would replace the database itself; choose another file", target=target
            )
        )
    opened = Opened(source)
    try:
        counts = back_up(opened, target)
    finally:
        opened.close()
    tell_counts(counts)
