"""The tables of the store. Triggers in the database prevent changes of revisions and documents."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    DDL,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    event,
    false,
    text,
)

metadata = MetaData()


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True, autoincrement=True)


def _of(table: str, *, name: str = "", **options: Any) -> Column[int]:
    """A foreign key; the row is deleted with the row that it refers to."""
    column = name or table.removesuffix("s")
    return Column(
        column,
        Integer,
        ForeignKey(f"{table}.id", ondelete="CASCADE"),
        **{"nullable": False, **options},
    )


def _author() -> Column[int]:
    """A reference to an account; accounts are anonymised, not removed. Empty without accounts."""
    return Column("author", Integer, ForeignKey("members.id"))


def _text(name: str, **options: Any) -> Column[str]:
    return Column(name, Text, **{"nullable": False, **options})


def _number(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _bytes(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


about = Table("about", metadata, _text("name", primary_key=True), _text("value"))

members = Table(
    "members",
    metadata,
    _id(),
    _text("name", unique=True),
    _text("password"),
    _text("role"),
    _text("created"),
    Column("gone", Boolean, nullable=False, default=False),
    sqlite_autoincrement=True,
)

sessions = Table(
    "sessions",
    metadata,
    _text("token", primary_key=True),
    _of("members"),
    _text("label"),
    _text("created"),
    _text("expires"),
    _text("scope", server_default=""),
)

projects = Table(
    "projects",
    metadata,
    _id(),
    _text("name"),
    _text("note"),
    _text("created"),
    Column("assigned_only", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,
)

memberships = Table(
    "memberships",
    metadata,
    _of("projects", primary_key=True),
    _of("members", primary_key=True),
    _text("role", server_default=""),
)

documents = Table(
    "documents",
    metadata,
    _id(),
    _of("projects"),
    _text("name"),
    _text("language"),
    _number("tokens"),
    _text("created"),
    _author(),
    _text("origin"),
    _text("checksum"),
    _bytes("text"),
    _bytes("outline"),
    _bytes("content"),
    UniqueConstraint("project", "name"),
    sqlite_autoincrement=True,
)

archived = Table("archived", metadata, _of("documents", primary_key=True), _text("since"))

sources = Table(
    "sources",
    metadata,
    _id(),
    _of("projects"),
    _text("name"),
    _text("kind"),
    Column("member", Integer, ForeignKey("members.id")),
    UniqueConstraint("project", "name"),
    sqlite_autoincrement=True,
)

revisions = Table(
    "revisions",
    metadata,
    _id(),
    _of("documents"),
    _of("sources"),
    _number("number"),
    Column("parent", Integer),
    _author(),
    _text("created"),
    _text("kind"),
    _text("comment"),
    Column("finished", Boolean, nullable=False),
    _number("mentions"),
    _number("entities"),
    _number("links"),
    _number("open"),
    _text("checksum"),
    _bytes("content"),
    Column("depth", Integer, nullable=False, server_default=text("0")),
    UniqueConstraint("document", "source", "number"),
    sqlite_autoincrement=True,
)

decisions = Table(
    "decisions",
    metadata,
    _of("revisions", primary_key=True),
    _text("checksum"),
    _bytes("content"),
)

runs = Table(
    "runs",
    metadata,
    _id(),
    _of("projects"),
    _author(),
    Column("parent", Integer),
    _text("title"),
    _text("plan"),
    Column("private", Boolean, nullable=False),
    _text("created"),
    _text("ended"),
    _text("state"),
    _text("message"),
    _number("attempts"),
    _number("done"),
    _number("total"),
    Index("runs_of_project", "project", "id"),
    sqlite_autoincrement=True,
)

responses = Table(
    "responses",
    metadata,
    _of("runs", primary_key=True),
    _text("name", primary_key=True),
    _text("filename"),
    _bytes("content"),
)

files = Table(
    "files",
    metadata,
    _of("runs", primary_key=True),
    _text("name", primary_key=True),
    _text("checksum"),
    _bytes("content"),
)

schemes = Table(
    "schemes",
    metadata,
    _of("projects", primary_key=True),
    _text("content"),
    _text("changed"),
    _author(),
)

assignments = Table(
    "assignments",
    metadata,
    _of("documents", primary_key=True),
    _of("members", primary_key=True),
    _text("created"),
    _author(),
)

locks = Table("locks", metadata, _of("documents", primary_key=True), _text("since"), _author())

comments = Table(
    "comments",
    metadata,
    _id(),
    _of("documents"),
    _of("sources"),
    _of("comments", name="thread", nullable=True),
    _text("place"),
    _text("words"),
    _author(),
    _text("created"),
    _text("content"),
    Column("flagged", Boolean, nullable=False),
    _text("closed"),
    Index("comments_of_document", "document", "id"),
    sqlite_autoincrement=True,
)

exercises = Table(
    "exercises",
    metadata,
    _of("documents", primary_key=True),
    _of("sources"),
    _text("created"),
    _author(),
)

proposers = Table(
    "proposers",
    metadata,
    _of("projects", primary_key=True),
    _of("runs"),
    _text("resolver"),
    _text("since"),
    _author(),
)

renamings = Table(
    "renamings",
    metadata,
    _id(),
    _of("documents"),
    _text("name"),
    _text("since"),
    _author(),
    Index("renamings_of_document", "document", "id"),
    sqlite_autoincrement=True,
)
"""Later names of documents, the newest of which holds; the documents stay as they were stored."""

UNCHANGING = (revisions, documents, decisions)

_REFUSAL = "what is stored is never changed"
_TRIGGER = "CREATE TRIGGER {0}_stay BEFORE UPDATE ON {0} "
_BODIES = {
    "sqlite": f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END",
    "postgresql": "FOR EACH ROW EXECUTE FUNCTION coindex_stays()",
}
_FUNCTION = (
    "CREATE OR REPLACE FUNCTION coindex_stays() RETURNS trigger AS $$ "
    f"BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$ LANGUAGE plpgsql"
)


def _once_made(table: Table, dialect: str, statement: str) -> None:
    ddl = DDL(statement)  # type: ignore[no-untyped-call]  # SQLAlchemy's own lack of a type
    event.listen(table, "after_create", ddl.execute_if(dialect=dialect))


for unchanging in UNCHANGING:
    _once_made(unchanging, "postgresql", _FUNCTION)
    for dialect, body in _BODIES.items():
        _once_made(unchanging, dialect, _TRIGGER.format(unchanging.name) + body)
