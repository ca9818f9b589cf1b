"""Names of documents. A document is never changed, so that its later names have a table of their
own.
"""

from __future__ import annotations

from itertools import chain, count
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, or_, select

from coindex.workbench.store.tables import documents, members, renamings
from coindex.workbench.store.times import now

_AFTER = "\x1f"
"""Separates a name from a number in the table of documents, where the name of a renamed document
stays in use. Names that people give have no control characters.
"""


class Naming(NamedTuple):
    """A name of a document, the time from which it holds, and who gave it."""

    name: str
    since: str
    author: str


_LATEST = (
    select(renamings.c.name)
    .where(renamings.c.document == documents.c.id)
    .order_by(renamings.c.id.desc())
    .limit(1)
    .scalar_subquery()
)

current_name = func.coalesce(_LATEST, documents.c.name)
"""The name of a document in a statement about documents."""


def ever_named(name: str) -> Any:
    """The condition that a document has or had this name."""
    later = select(renamings.c.document).where(renamings.c.name == name)
    return or_(documents.c.name == name, documents.c.id.in_(later))


def give_name(connection: Connection, document: int, name: str, author: int | None) -> None:
    """Rename a document within a transaction of the caller."""
    connection.execute(
        insert(renamings).values(document=document, name=name, since=now(), author=author)
    )


def unused_key(connection: Connection, project: int, name: str) -> str:
    """The name, or, if a renamed document is stored under it, the name with a number."""
    keys = chain([name], (f"{name}{_AFTER}{number}" for number in count(2)))
    return next(key for key in keys if not _is_used(connection, project, key))


def _is_used(connection: Connection, project: int, key: str) -> bool:
    asked = select(documents.c.id).where(documents.c.project == project, documents.c.name == key)
    return connection.scalar(asked) is not None


def names_of(connection: Connection, document: int) -> list[Naming]:
    """The names that a document has had, the first one first."""
    author = func.coalesce(members.c.name, "")
    first = (
        select(documents.c.name, documents.c.created, author)
        .outerjoin(members, members.c.id == documents.c.author)
        .where(documents.c.id == document)
    )
    later = (
        select(renamings.c.name, renamings.c.since, author)
        .outerjoin(members, members.c.id == renamings.c.author)
        .where(renamings.c.document == document)
        .order_by(renamings.c.id)
    )
    namings: list[Naming] = []
    for statement in (first, later):
        for name, since, who in connection.execute(statement):
            shown = name.partition(_AFTER)[0]
            if not namings or namings[-1].name != shown:
                namings.append(Naming(shown, since, who))
    return namings
