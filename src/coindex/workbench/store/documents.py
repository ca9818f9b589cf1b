"""Documents: text and tokens, which never change. Documents can be renamed and archived."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, bindparam, delete, insert, select

from coindex.core.messages import Message
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import NotStored, Taken
from coindex.workbench.store.names import (
    Naming,
    current_name,
    ever_named,
    give_name,
    names_of,
    unused_key,
)
from coindex.workbench.store.payloads import Payload, packed, packed_text, unpacked_text
from coindex.workbench.store.tables import archived, documents, locks
from coindex.workbench.store.times import now


class StoredDocument(NamedTuple):
    """A document without its content; `origin` says where it came from,
    `checksum` is that of the content.
    """

    id: int
    project: int
    name: str
    language: str
    tokens: int
    created: str
    origin: str
    checksum: str
    archived: bool = False


class New(NamedTuple):
    """A document to store; `content` is its JSON value, `outline`
    the part of it that pages draw.
    """

    name: str
    content: Any
    tokens: int
    language: str = ""
    origin: str = ""
    text: str = ""
    outline: Any = None
    locked: bool = False


_COLUMNS = [
    current_name.label("name") if name == "name" else documents.c[name]
    for name in StoredDocument._fields[:-1]
]


class Documents:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, project: int, new: New, *, author: int | None = None) -> StoredDocument:
        with self._database.alone() as connection:
            return add_document(connection, project, new, author)

    def all(self, project: int, *, archived_too: bool = False) -> list[StoredDocument]:
        """Documents sorted by name."""
        with self._database.reading() as connection:
            rows = connection.execute(
                _chosen().where(documents.c.project == project).order_by(current_name)
            )
            stored = [_stored(row) for row in rows]
        return [document for document in stored if archived_too or not document.archived]

    def find(self, project: int, id: int) -> StoredDocument:
        """The document with this number; documents of other projects are not found."""
        with self._database.reading() as connection:
            row = connection.execute(_FOUND, {"project": project, "id": id}).first()
        if row is None:
            raise NotStored(Message("document {id} was not found in this project", id=id))
        return _stored(row)

    def named(self, project: int, name: str) -> StoredDocument | None:
        """The document with this name; if none has it, the newest one that had it before."""
        asked = _chosen().where(documents.c.project == project, ever_named(name))
        with self._database.reading() as connection:
            rows = map(_stored, connection.execute(asked.order_by(documents.c.id)))
            return max(rows, key=lambda one: (one.name == name, one.id), default=None)

    def rename(self, stored: StoredDocument, name: str, *, author: int | None = None) -> None:
        """Rename a document; its earlier names are listed by `names`."""
        with self._database.alone() as connection:
            other = _with_name(connection, stored.project, name)
            if other is None:
                give_name(connection, stored.id, name, author)
            elif other.id != stored.id:
                raise _taken(other)

    def names(self, id: int) -> list[Naming]:
        """The names that the document has had, the first one first."""
        with self._database.reading() as connection:
            return names_of(connection, id)

    def content(self, id: int) -> Payload:
        with self._database.reading() as connection:
            row = connection.execute(
                select(documents.c.content, documents.c.checksum).where(documents.c.id == id)
            ).first()
        if row is None:
            raise NotStored(Message("document {id} was not found", id=id))
        return Payload(*row)

    def text(self, id: int) -> str:
        return unpacked_text(self.packed_text(id))

    def packed_text(self, id: int) -> bytes:
        """The compressed text."""
        return self._packed(documents.c.text, id)

    def packed_outline(self, id: int) -> bytes:
        """The outline as compressed JSON."""
        return self._packed(documents.c.outline, id)

    def _packed(self, column: Column[bytes], id: int) -> bytes:
        with self._database.reading() as connection:
            payload = connection.scalar(select(column).where(documents.c.id == id))
        if payload is None:
            raise NotStored(Message("document {id} was not found", id=id))
        return payload

    def archive(self, id: int) -> None:
        """Archive a document: it is no longer listed, and nothing is lost."""
        with self._database.writing() as connection:
            if (
                connection.scalar(select(archived.c.document).where(archived.c.document == id))
                is None
            ):
                connection.execute(insert(archived).values(document=id, since=now()))

    def bring_back(self, id: int) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(archived).where(archived.c.document == id))


def add_document(
    connection: Connection, project: int, new: New, author: int | None = None
) -> StoredDocument:
    """Add a document within a transaction of the caller."""
    other = _with_name(connection, project, new.name)
    if other is not None:
        raise _taken(other)
    payload, created = packed(new.content), now()
    key = unused_key(connection, project, new.name)
    values = new._asdict() | payload._asdict() | {"name": key}
    locked = values.pop("locked")
    values |= {"text": packed_text(new.text).content, "outline": packed(new.outline).content}
    statement = insert(documents).values(project=project, created=created, author=author, **values)
    id = connection.execute(statement.returning(documents.c.id)).scalar_one()
    if key != new.name:
        give_name(connection, id, new.name, author)
    if locked:
        connection.execute(insert(locks).values(document=id, since=created, author=author))
    return StoredDocument(
        id, project, new.name, new.language, new.tokens, created, new.origin, payload.checksum
    )


def _with_name(connection: Connection, project: int, name: str) -> StoredDocument | None:
    same = _chosen().where(documents.c.project == project, current_name == name)
    row = connection.execute(same).first()
    return None if row is None else _stored(row)


def _taken(other: StoredDocument) -> Taken:
    where = Message(" among the archived documents") if other.archived else ""
    return Taken(
        Message(
            "the project already has a document called {other!r}{where}",
            other=other.name,
            where=where,
        )
    )


def _chosen() -> Any:
    return select(*_COLUMNS, archived.c.document).outerjoin(
        archived, archived.c.document == documents.c.id
    )


def _stored(row: Any) -> StoredDocument:
    return StoredDocument._make([*row[:-1], row[-1] is not None])


_FOUND = _chosen().where(
    documents.c.project == bindparam("project"), documents.c.id == bindparam("id")
)
