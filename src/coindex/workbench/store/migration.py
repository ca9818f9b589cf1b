"""The version of the tables, and the steps from each earlier version to this one.

Never change a step once a version of Coindex with it is released: existing databases went through
it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, insert, inspect, select, update

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.workbench.store.tables import about, metadata

VERSION = 6
"""The version of the tables. A change of them raises it and adds a step to `STEPS`, because
databases of earlier versions must still open.
"""
_NAME = "coindex-store/"
SCHEMA = f"{_NAME}{VERSION}"

Step = Callable[[Connection], None]


def prepare(connection: Connection, shown: str, *, file: Path | None = None) -> str:
    """Migrate the tables to this version within a transaction of the
    caller; return the database's id.

    `shown` names the database in errors. `file` is the SQLite file, which is copied before the
    tables change.
    """
    names = set(inspect(connection).get_table_names())
    if about.name not in names:
        if names and file is not None:
            raise CoindexError(
                Message(
                    "{shown}: this SQLite file belongs to another program; name another file",
                    shown=shown,
                )
            )
        metadata.create_all(connection)
        connection.execute(insert(about).values(name="schema", value=SCHEMA))
        _identify(connection)
    elif (version := version_in(_value(connection, "schema"), shown)) < VERSION:
        if file is not None:
            copy_file(file, version)
        for step in range(version, VERSION):
            STEPS[step](connection)
        metadata.create_all(connection)
        connection.execute(update(about).where(about.c.name == "schema").values(value=SCHEMA))
    return _value(connection, "id")


def version_in(schema: str, shown: str) -> int:
    """The number in `coindex-store/2`; an error if this version of Coindex does not know it."""
    number = schema.removeprefix(_NAME)
    if not schema.startswith(_NAME) or not number.isdecimal():
        raise CoindexError(
            Message(
                "{shown}: not a database of Coindex: its schema is {schema!r}",
                shown=shown,
                schema=schema,
            )
        )
    if int(number) > VERSION:
        raise CoindexError(
            Message(
                "{shown}: written by a newer version of Coindex (schema {number}; this "
                "version reads up to {version}): update Coindex",
                shown=shown,
                number=number,
                version=VERSION,
            )
        )
    return int(number)


def copy_file(file: Path, version: int) -> Path:
    """Copy a SQLite file, including its write-ahead log, to the same folder; an
    existing copy is never replaced.
    """
    first = file.with_name(f"{file.name}.schema-{version}")
    others = (first.with_name(f"{first.name}.{number}") for number in count(2))
    target = next(path for path in chain([first], others) if not path.exists())
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(partial)) as copy:
            source.backup(copy)
        return partial.rename(target)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise CoindexError(
            Message(
                "{file}: written by an earlier version of Coindex; copying it before the "
                "update failed: {error} (nothing was changed; free some disk space and try "
                "again)",
                file=file,
                error=error,
            )
        ) from error


def _value(connection: Connection, name: str) -> str:
    return connection.scalar(select(about.c.value).where(about.c.name == name)) or ""


def _identify(connection: Connection) -> None:
    """A unique id, so that a browser never mixes up data of two databases."""
    connection.execute(insert(about).values(name="id", value=uuid4().hex))


def _from_1(connection: Connection) -> None:
    """Revisions may be stored as differences; the database gets an id."""
    connection.exec_driver_sql("ALTER TABLE revisions ADD COLUMN depth INTEGER DEFAULT 0 NOT NULL")
    if not _value(connection, "id"):
        _identify(connection)


def _from_2(connection: Connection) -> None:
    """Schemes, assignments, locks and comments: new tables, which are created after the steps."""


def _from_3(connection: Connection) -> None:
    """Exercises and tuned resolvers: new tables, which are created after the steps."""


def _from_4(connection: Connection) -> None:
    """Later names of documents: a new table, which is created after the steps."""


def _from_5(connection: Connection) -> None:
    """Tokens have a scope, memberships may have a role of their own, and a project may show
    annotators only what is assigned to them.
    """
    for table, column in (
        ("sessions", "scope TEXT DEFAULT '' NOT NULL"),
        ("projects", f"assigned_only BOOLEAN DEFAULT {_FALSE[connection.dialect.name]} NOT NULL"),
        ("memberships", "role TEXT DEFAULT '' NOT NULL"),
    ):
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column}")


_FALSE = {"sqlite": "0", "postgresql": "false"}

STEPS: dict[int, Step] = {1: _from_1, 2: _from_2, 3: _from_3, 4: _from_4, 5: _from_5}
"""Steps; the n-th one migrates version `n` to version `n + 1`."""
