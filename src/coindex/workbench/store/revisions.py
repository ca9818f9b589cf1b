"""Revisions of annotations by source and document; revisions are only added, never changed."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from coindex.core.messages import Message
from coindex.workbench.store.changes import Change
from coindex.workbench.store.contents import change_between, restored, stored
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import Conflict, NotStored, Taken
from coindex.workbench.store.payloads import Payload, checksum_of, dumped, packed
from coindex.workbench.store.tables import decisions, members, revisions, sources
from coindex.workbench.store.times import now

PARSED = 8
"""Approximate size of a state in Python relative to its JSON text."""


class RecentTexts:
    """JSON texts by number, and their values once asked for; the least
    recently used are removed first.

    `room` is in approximate bytes. Numbered texts never change, and callers must not change the
    values.
    """

    def __init__(self, room: int) -> None:
        self._room, self._size = room, 0
        self._texts: OrderedDict[int, str] = OrderedDict()
        self._values: dict[int, Any] = {}
        self._lock = Lock()

    def text(self, number: int) -> str | None:
        with self._lock:
            if number in self._texts:
                self._texts.move_to_end(number)
            return self._texts.get(number)

    def value(self, number: int, text: str) -> Any:
        """The value of the text with this number."""
        with self._lock:
            if number in self._values:
                return self._values[number]
        value = json.loads(text)
        self.put(number, text, value)
        return value

    def put(self, number: int, text: str, value: Any = None) -> None:
        with self._lock:
            self._drop(number)
            self._texts[number] = text
            if value is not None:
                self._values[number] = value
            self._size += self._weight(number)
            while self._size > self._room:
                self._drop(next(iter(self._texts)))

    def drop(self, number: int) -> None:
        with self._lock:
            self._drop(number)

    def _drop(self, number: int) -> None:
        self._size -= self._weight(number)
        self._texts.pop(number, None)
        self._values.pop(number, None)

    def _weight(self, number: int) -> int:
        return len(self._texts.get(number, "")) * (1 + PARSED * (number in self._values))


ROOM = 64 << 20
"""Approximate bytes of cached states; states that are being edited are read often."""
KINDS = ("annotator", "resolver", "adjudication", "import", "person")
"""Kinds of sources; a `person` annotated in another program, and has no account here."""
PEOPLE = ("annotator", "person")


class StoredSource(NamedTuple):
    """An annotator, resolver or import in a project; `member` is the account of an annotator."""

    id: int
    name: str
    kind: str
    member: int | None = None


class RevisionCounts(NamedTuple):
    """Counts in a list of revisions; `open` are anaphors that are not resolved."""

    mentions: int = 0
    entities: int = 0
    links: int = 0
    open: int = 0


class Draft(NamedTuple):
    """A state to save; `base` is the revision it was made from, `None` for the first.

    `change` is the change since the base, if it is known.
    """

    annotation: Any
    counts: RevisionCounts
    base: int | None = None
    kind: str = "save"
    comment: str = ""
    finished: bool = False
    decisions: Any = None
    change: Change | None = None


class Revision(NamedTuple):
    """A saved state without its content; `author` is a name, empty in local use."""

    id: int
    document: int
    source: str
    number: int
    parent: int | None
    author: str
    created: str
    kind: str
    comment: str
    finished: bool
    counts: RevisionCounts


class Revisions:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent = RecentTexts(ROOM)

    def sources(self, project: int) -> list[StoredSource]:
        with self._database.reading() as connection:
            rows = connection.execute(_SOURCES, {"project": project})
            return [StoredSource(*row) for row in rows]

    def source(
        self, project: int, name: str, kind: str = "", *, member: int | None = None
    ) -> StoredSource:
        """The source with this name; it is created if a kind is given."""
        existing = next((source for source in self.sources(project) if source.name == name), None)
        if existing is None and not kind:
            raise NotStored(Message("this project has no source {name!r}", name=name))
        if existing is None:
            existing = self._create(project, name, kind, member)
        if kind and (existing.kind, existing.member) != (kind, member):
            raise Taken(
                Message(
                    "the source {name!r} has another kind: {kind}", name=name, kind=existing.kind
                )
            )
        return existing

    def _create(self, project: int, name: str, kind: str, member: int | None) -> StoredSource:
        statement = insert(sources).values(project=project, name=name, kind=kind, member=member)
        try:
            with self._database.writing() as connection:
                id = connection.execute(statement.returning(sources.c.id)).scalar_one()
        except IntegrityError:  # another request created it meanwhile
            return self.source(project, name)
        return StoredSource(id, name, kind, member)

    def save(
        self, document: int, source: StoredSource, draft: Draft, *, author: int | None = None
    ) -> Revision:
        """Save a draft; it is on disk when this returns. Raises Conflict if its
        base is not the newest revision.

        A draft that is sent again, because the answer was lost, is stored once.
        """
        text = dumped(draft.annotation)
        if draft.change is None and draft.base is not None:
            draft = draft._replace(change=self._changed(draft.base, draft.annotation, text))
        try:
            with self._database.writing() as connection:
                id = _insert(connection, document, source, draft, text, author)
        except IntegrityError:  # another save of the same source came first
            head = self.head(document, source)
            raise Conflict(None if head is None else head.id, draft.base) from None
        # What a resolver says is not edited. Its value would only be in the way: that of a long
        # document is scattered over the memory its decisions needed, which could then not be given
        # back.
        self._recent.put(id, text, draft.annotation if draft.decisions is None else None)
        if draft.base is not None and draft.base != id:
            self._recent.drop(draft.base)  # the new state is the one that is read next
        return self.find(document, id)

    def _changed(self, base: int, annotation: Any, text: str) -> Change | None:
        """The change to store, computed before the transaction, because others wait during it."""
        try:
            return change_between(self.value(base), annotation, text)
        except NotStored:
            return None

    def head(self, document: int, source: StoredSource) -> Revision | None:
        """The newest revision of a source."""
        revisions = self._listed(_HEAD, document=document, source=source.id)
        return revisions[0] if revisions else None

    def heads(self, documents: Iterable[int]) -> list[Revision]:
        """The newest revision of each source of each document."""
        return self._listed(_HEADS, documents=list(documents))

    def history(self, document: int, source: StoredSource) -> list[Revision]:
        """Revisions of a source, newest first."""
        return self._listed(_HISTORY, document=document, source=source.id)

    def find(self, document: int, id: int) -> Revision:
        revisions = self._listed(_ONE, document=document, id=id)
        if not revisions:
            raise NotStored(Message("revision {id} of this document was not found", id=id))
        return revisions[0]

    def value(self, id: int) -> Any:
        """The state of a revision; it is shared, so do not change it."""
        return self._recent.value(id, self.text(id))

    def text(self, id: int) -> str:
        """The state of a revision as JSON, exactly as it was saved."""
        text = self._recent.text(id)
        if text is None:
            with self._database.reading() as connection:
                rows = [Payload(*row) for row in connection.execute(_SINCE_IN_FULL, {"id": id})]
            if not rows:
                raise NotStored(Message("revision {id} was not found", id=id))
            text = restored(rows)
            self._recent.put(id, text)
        return text

    def decisions(self, id: int) -> Payload:
        asked = select(decisions.c.content, decisions.c.checksum).where(decisions.c.revision == id)
        with self._database.reading() as connection:
            row = connection.execute(asked).first()
        if row is None:
            raise NotStored(Message("revision {id} has no decisions", id=id))
        return Payload(*row)

    def _listed(self, statement: Any, **values: Any) -> list[Revision]:
        with self._database.reading() as connection:
            return [_revision(row) for row in connection.execute(statement, values)]


def save_revision(
    connection: Connection,
    document: int,
    source: StoredSource,
    draft: Draft,
    author: int | None = None,
) -> int:
    """Save a draft within a transaction of the caller; return the revision's id."""
    return _insert(connection, document, source, draft, dumped(draft.annotation), author)


def _insert(
    connection: Connection,
    document: int,
    source: StoredSource,
    draft: Draft,
    text: str,
    author: int | None = None,
) -> int:
    head = connection.execute(_NEWEST, {"document": document, "source": source.id}).first()
    if head is not None and head.checksum == checksum_of(text) and head.finished == draft.finished:
        # If the answer to a save is lost, it comes again and still names the parent of what it has
        # stored.
        again = draft.base in (head.id, head.parent) and not (
            draft.comment and draft.base == head.id
        )
        if again and draft.decisions is None:
            return int(head.id)
    if draft.base != (None if head is None else head.id):
        raise Conflict(None if head is None else head.id, draft.base)
    values = {
        "document": document,
        "source": source.id,
        "number": 1 if head is None else head.number + 1,
        "parent": draft.base,
        "author": author,
        "created": now(),
        "kind": draft.kind,
        "comment": draft.comment,
        "finished": draft.finished,
        **stored(
            text, draft.change if head is not None else None, 0 if head is None else head.depth
        )._asdict(),
        **draft.counts._asdict(),
    }
    id = int(connection.execute(_INSERTED, values).scalar_one())
    if draft.decisions is not None:
        payload = packed(draft.decisions)
        connection.execute(insert(decisions).values(revision=id, **payload._asdict()))
    return id


def _revision(row: Any) -> Revision:
    id, document, number, parent, created, kind, comment, finished, *counts, source, author = row
    return Revision(
        id,
        document,
        source,
        number,
        parent,
        author or "",
        created,
        kind,
        comment,
        finished,
        RevisionCounts(*counts),
    )


_TOLD = (
    "id",
    "document",
    "number",
    "parent",
    "created",
    "kind",
    "comment",
    "finished",
    *RevisionCounts._fields,
)
_ALL = (
    select(*(revisions.c[name] for name in _TOLD), sources.c.name.label("source"), members.c.name)
    .join(sources, sources.c.id == revisions.c.source)
    .outerjoin(members, members.c.id == revisions.c.author)
)
_OF_SOURCE = (
    revisions.c.document == bindparam("document"),
    revisions.c.source == bindparam("source"),
)
_HISTORY = _ALL.where(*_OF_SOURCE).order_by(revisions.c.number.desc())
_HEAD = _HISTORY.limit(1)
_ONE = _ALL.where(revisions.c.document == bindparam("document"), revisions.c.id == bindparam("id"))
_AMONG = revisions.c.document.in_(bindparam("documents", expanding=True))
_NUMBERS = (
    select(revisions.c.document, revisions.c.source, func.max(revisions.c.number).label("number"))
    .where(_AMONG)
    .group_by(revisions.c.document, revisions.c.source)
    .subquery()
)
_HEADS = _ALL.join(
    _NUMBERS,
    and_(*(_NUMBERS.c[name] == revisions.c[name] for name in ("document", "source", "number"))),
).order_by(revisions.c.document, revisions.c.source)
_NEWEST = (
    select(
        *(revisions.c[name] for name in ("id", "number", "parent", "checksum", "finished", "depth"))
    )
    .where(*_OF_SOURCE)
    .order_by(revisions.c.number.desc())
    .limit(1)
)
_earlier = revisions.alias("earlier")
_SINCE_IN_FULL = (
    select(_earlier.c.content, _earlier.c.checksum)
    .join(
        revisions, and_(*(_earlier.c[name] == revisions.c[name] for name in ("document", "source")))
    )
    .where(revisions.c.id == bindparam("id"))
    .where(_earlier.c.number.between(revisions.c.number - revisions.c.depth, revisions.c.number))
    .order_by(_earlier.c.number)
)
"""The last full state at or before a revision, and all changes up to it."""
_INSERTED = insert(revisions).returning(revisions.c.id)
_SOURCES = (
    select(*(sources.c[name] for name in StoredSource._fields))
    .where(sources.c.project == bindparam("project"))
    .order_by(sources.c.id)
)
