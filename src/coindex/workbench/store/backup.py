"""A whole database as one file that can be restored into any other database:
compressed JSON Lines with a checksum.

One line for each row, referenced rows first; the last line has the number of rows and a checksum of
all lines before it. Sign-ins are left out.
"""

from __future__ import annotations

import base64
import gzip
import json
import lzma
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, Table, insert, select, text

from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.io.output import replacing
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import Taken
from coindex.workbench.store.migration import SCHEMA as STORE
from coindex.workbench.store.migration import version_in
from coindex.workbench.store.tables import about, members, metadata, projects, sessions
from coindex.workbench.store.times import now

SCHEMA = "coindex-backup/1"
AT_ONCE = 500
"""Rows read or written at a time, so that a large database is never in memory as a whole."""
_LEFT_OUT = (about, sessions)


def back_up(database: Database, path: Path) -> Counter[str]:
    """Write one consistent state of the database; the file appears when it is
    complete. Returns rows by table.
    """
    counts: Counter[str] = Counter()
    checksum = sha256()
    with database.snapshot() as connection, replacing(path, private=True) as stream:
        head = {"schema": SCHEMA, "store": STORE, "created": now()}
        for line in _lines(connection, head, counts):
            checksum.update(line.encode())
            stream.write(line)
        stream.write(json.dumps({"end": counts, "checksum": checksum.hexdigest()}) + "\n")
    return counts


def _lines(connection: Connection, head: dict[str, str], counts: Counter[str]) -> Iterator[str]:
    yield json.dumps(head) + "\n"
    for table in _tables():
        binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
        order = list(table.primary_key.columns)
        for row in (
            connection.execution_options(yield_per=AT_ONCE)
            .execute(select(table).order_by(*order))
            .mappings()
        ):
            values = {k: base64.b64encode(v).decode() if k in binary else v for k, v in row.items()}
            counts[table.name] += 1
            yield json.dumps({"table": table.name, "row": values}, ensure_ascii=False) + "\n"


def _tables() -> list[Table]:
    return [table for table in metadata.sorted_tables if table not in _LEFT_OUT]


def restore(path: Path, database: Database) -> Counter[str]:
    """Restore into an empty database; nothing is stored if the file is damaged."""
    counts = checked(path)
    with database.writing() as connection:
        if any(
            connection.scalar(select(table.c.id).limit(1)) is not None
            for table in (projects, members)
        ):
            raise Taken(
                Message(
                    "{url} is not empty; restore into a new database",
                    url=database.url.render_as_string(),
                )
            )
        for name, rows in _batches(path):
            connection.execute(insert(metadata.tables[name]), rows)
        if not database.local:
            _go_on_counting(connection)
    return counts


def checked(path: Path) -> Counter[str]:
    """The number of rows that the file declares; an error if it has another number, or is not a
    backup that this version can restore.
    """
    checksum, counts = sha256(), Counter[str]()
    lines = _read(path)
    last = next(lines, "")
    _check_head(last, path)
    for line in lines:
        checksum.update(last.encode())
        counts.update([str(_value(last).get("table", ""))])
        last = line
    del counts[""]
    ending = _value(last)
    if ending.get("end") != counts or ending.get("checksum") != checksum.hexdigest():
        raise FormatError(
            "the backup is incomplete", path=str(path), remedy="take another copy of it"
        )
    return counts


def _check_head(line: str, path: Path) -> None:
    head = _value(line)
    schema = str(head.get("schema", ""))
    if not schema.startswith(SCHEMA.partition("/")[0]):
        raise FormatError(
            "not a backup of Coindex",
            path=str(path),
            remedy="name a file that `backup` has written",
        )
    if schema != SCHEMA:
        raise FormatError(
            Message("not a backup of schema {schema}", schema=SCHEMA),
            path=str(path),
            remedy="restore it with the version that wrote it",
        )
    # Columns that earlier versions did not have get their defaults.
    version_in(str(head.get("store", "")), str(path))


def _batches(path: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    lines = _read(path)
    _check_head(next(lines, ""), path)
    rows = (json.loads(line) for line in lines)
    current: str = ""
    batch: list[dict[str, Any]] = []
    for row in rows:
        name = row.get("table", "")
        if batch and (name != current or len(batch) >= AT_ONCE):
            yield current, batch
            batch = []
        current = name
        if name:
            batch.append(_values(metadata.tables[name], row["row"]))


def _values(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    return {key: base64.b64decode(value) if key in binary else value for key, value in row.items()}


def _read(path: Path) -> Iterator[str]:
    if not path.exists():
        raise FormatError("no such file", path=str(path), remedy="check the path")
    opened: Any = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    try:
        with opened(path, "rt", encoding="utf-8", newline="\n") as stream:
            yield from stream
    except (OSError, EOFError, UnicodeDecodeError, lzma.LZMAError) as error:
        raise FormatError(
            Message("cannot be read: {error}", error=error),
            path=str(path),
            remedy="take another copy of it",
        ) from error


def _value(line: str) -> dict[str, Any]:
    """The object in a line; empty if there is none, which no line of a backup is."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _go_on_counting(connection: Connection) -> None:
    """Let PostgreSQL number new rows after the restored ones."""
    for table in _tables():
        if "id" in table.columns:
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "  # noqa: S608 - our own names
                    f"COALESCE((SELECT MAX(id) FROM {table.name}), 1), (SELECT MAX(id) FROM "
                    f"{table.name}) IS NOT NULL)"
                )
            )
