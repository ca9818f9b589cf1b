"""Comments on mentions, in threads; a thread may be flagged for discussion until it is closed."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import insert, select, update

from coindex.core.messages import Message
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import NotStored, Taken
from coindex.workbench.store.tables import comments, documents, members, sources
from coindex.workbench.store.times import now


class Comment(NamedTuple):
    """What a person wrote about a mention of a source, which `place` names by its tokens.

    `thread` is the first comment, if this is an answer. `closed` is when the thread was closed,
    empty if it is open.
    """

    id: int
    document: int
    thread: int | None
    place: str
    words: str
    created: str
    content: str
    flagged: bool
    closed: str
    source: str
    author: str


class NewComment(NamedTuple):
    place: str
    words: str
    content: str
    flagged: bool = False
    thread: int | None = None


_COLUMNS = Comment._fields[:9]
_ALL = (
    select(*(comments.c[name] for name in _COLUMNS), sources.c.name.label("source"), members.c.name)
    .join(sources, sources.c.id == comments.c.source)
    .outerjoin(members, members.c.id == comments.c.author)
    .order_by(comments.c.id)
)


class Comments:
    def __init__(self, database: Database) -> None:
        self._database = database

    def of_document(self, document: int) -> list[Comment]:
        """Comments in the order in which they were written."""
        return self._listed(_ALL.where(comments.c.document == document))

    def flags(self, project: int) -> list[Comment]:
        """The first comments of all open threads of a project that are flagged for discussion."""
        inside = _ALL.join(documents, documents.c.id == comments.c.document)
        chosen = (documents.c.project == project, comments.c.flagged, comments.c.closed == "")
        return self._listed(inside.where(*chosen, comments.c.thread.is_(None)))

    def find(self, document: int, id: int) -> Comment:
        rows = self._listed(_ALL.where(comments.c.document == document, comments.c.id == id))
        if not rows:
            raise NotStored(Message("comment {id} was not found on this document", id=id))
        return rows[0]

    def add(
        self, document: int, source: int, new: NewComment, *, author: int | None = None
    ) -> Comment:
        """Add a comment; an answer goes to an open thread, at the place of that."""
        values: dict[str, Any] = {**new._asdict(), "source": source}
        if new.thread is not None:
            first = self.find(document, new.thread)
            if first.thread is not None or first.closed:
                raise Taken("this thread is closed: open it again, or begin another one")
            values |= {"place": first.place, "words": first.words, "flagged": False}
        row = {**values, "document": document, "author": author, "created": now(), "closed": ""}
        with self._database.writing() as connection:
            id = connection.execute(
                insert(comments).values(**row).returning(comments.c.id)
            ).scalar_one()
        return self.find(document, id)

    def close(self, id: int, *, closed: bool) -> None:
        """Close a thread, or open it again."""
        with self._database.writing() as connection:
            connection.execute(
                update(comments).where(comments.c.id == id).values(closed=now() if closed else "")
            )

    def _listed(self, statement: Any) -> list[Comment]:
        with self._database.reading() as connection:
            rows = connection.execute(statement)
            return [Comment._make([*row[:-1], row[-1] or ""]) for row in rows]
