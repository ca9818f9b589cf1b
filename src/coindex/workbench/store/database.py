"""The database: a SQLite file, or a PostgreSQL server by its URL.
Committed transactions are on disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Table,
    create_engine,
    delete,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError, DBAPIError

from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.migration import prepare

PATIENCE = 60
"""Seconds to wait for a lock or a connection before giving up."""
CONNECTIONS = 20
"""Connections that stay open; under load, more are opened and closed again."""


class Database:
    """A connection pool; the tables are created or migrated when it is opened.

    `id` is a UUID that no other database has.
    """

    def __init__(self, url: str | Path) -> None:
        self.url = address(url)
        self._engine = _engine(self.url)
        self._readers = (
            self._engine
            if self.local
            else self._engine.execution_options(isolation_level="AUTOCOMMIT")
        )
        self._writing = Lock()
        try:
            self.id = self._prepare()
        except BaseException as error:
            self.close()  # its connections would stay open until garbage collection
            if not isinstance(error, DBAPIError):
                raise
            reason = str(error.orig).strip().splitlines()[0]
            raise CoindexError(
                Message(
                    "{url}: the database cannot be opened: {reason}",
                    url=self.url.render_as_string(),
                    reason=reason,
                )
            ) from error

    @property
    def local(self) -> bool:
        """Whether it is a file of SQLite."""
        return self.url.get_backend_name() == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for one query; several queries may see different states."""
        with self._readers.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection that sees one consistent state of the database."""
        if self.local:  # every transaction of SQLite is one
            with self.reading() as connection:
                yield connection
            return
        with self._engine.connect() as connection:
            isolated = connection.execution_options(isolation_level="REPEATABLE READ")
            with isolated.begin():
                yield isolated

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, which is on disk once the block ends.
        Writers of a SQLite file take turns.
        """
        if not self.local:
            with self._engine.begin() as connection:
                yield connection
            return
        with self._writing, self._engine.connect() as connection:
            immediate = connection.execution_options(immediate=True)
            with immediate.begin():
                yield immediate

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """As `writing`, but also in PostgreSQL only one such block runs at a time; for checks
        before a write.
        """
        with self.writing() as connection:
            if not self.local:
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(6027464)")
            yield connection

    def remove(self, table: Table, *where: ColumnElement[bool], otherwise: str) -> None:
        """Delete the rows for which the conditions hold; `NotStored`, with the message `otherwise`,
        if none do.
        """
        with self.writing() as connection:
            removed = connection.execute(delete(table).where(*where)).rowcount
        if not removed:
            raise NotStored(otherwise)

    def forget(self) -> None:
        """Remove deleted rows from the write-ahead log."""
        if self.local:
            with self._writing, self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self._engine.dispose()

    def _prepare(self) -> str:
        path = self.url.database if self.local else None
        file = Path(path) if path and path != ":memory:" else None
        with self.writing() as connection:
            if (
                not self.local
            ):  # servers that start at the same time migrate the tables one after the other
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(6027463)")
            return prepare(connection, self.url.render_as_string(), file=file)


def address(url: str | Path) -> URL:
    """The URL of a database from a URL or the path of a SQLite
    file; `postgresql://` uses psycopg.
    """
    if isinstance(url, Path) or "://" not in url:
        return URL.create("sqlite", database=str(url))
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise CoindexError(
            Message(
                "{url!r} is not the address of a database: write a path, or postgresql://host/name",
                url=url,
            )
        ) from error
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        raise CoindexError(
            Message(
                "{get_backend_name}: the database is SQLite or PostgreSQL",
                get_backend_name=parsed.get_backend_name(),
            )
        )
    return parsed


def existing(url: str | Path) -> str | Path:
    """The same for an existing database; an error if it is a SQLite file that does not exist."""
    url_of_file = address(url)
    if url_of_file.get_backend_name() == "sqlite" and not Path(url_of_file.database or "").exists():
        raise CoindexError(
            Message("{database}: the database does not exist", database=url_of_file.database)
        )
    return url


def _engine(url: URL) -> Any:
    if url.get_backend_name() == "sqlite":
        if url.database and url.database != ":memory:":
            _create(Path(url.database))
        options: dict[str, Any] = {"timeout": PATIENCE, "check_same_thread": False}
        engine = create_engine(
            url,
            connect_args=options,
            pool_size=CONNECTIONS,
            max_overflow=2 * CONNECTIONS,
            pool_timeout=PATIENCE,
        )
        event.listen(engine, "connect", _careful)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return create_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=CONNECTIONS,
            pool_timeout=PATIENCE,
            pool_pre_ping=True,
        )
    except ImportError as error:
        raise MissingExtra("psycopg") from error


def _create(path: Path) -> None:
    """Create a missing file so that only its owner can read it and the
    logs that SQLite writes beside it.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # it exists already, or SQLite reports why it cannot be created
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _careful(connection: Any, _: Any) -> None:
    """Use a write-ahead log, synchronise every commit, and overwrite deleted content."""
    connection.isolation_level = None  # transactions are begun by `_begin`, not by the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
