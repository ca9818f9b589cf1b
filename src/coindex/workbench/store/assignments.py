"""Who annotates which documents, which of them are locked, and how long people worked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.finishing import FirstFinished, first_finished
from coindex.workbench.store.names import current_name
from coindex.workbench.store.tables import (
    assignments,
    documents,
    exercises,
    locks,
    members,
    memberships,
    projects,
    revisions,
    sources,
)
from coindex.workbench.store.times import now


def distributed(
    documents: Sequence[int],
    members: Sequence[str],
    each: int,
    present: Mapping[int, Collection[str]],
) -> dict[int, list[str]]:
    """Additional annotators of each document, so that it has `each` of them.

    The member with fewest documents comes next, in the order of `members`; `present` are the
    annotators that documents have already.
    """
    if not 1 <= each <= len(members):
        raise CoindexError(
            Message(
                "{each} annotators for each document cannot be chosen from {count}: choose "
                "more people, or fewer for each document",
                each=each,
                count=len(members),
            )
        )
    load = {name: sum(name in names for names in present.values()) for name in members}
    chosen: dict[int, list[str]] = {}
    for document in documents:
        having = present.get(document, ())
        free = sorted((name for name in members if name not in having), key=load.__getitem__)
        chosen[document] = free[: max(0, each - len(having))]
        for name in chosen[document]:
            load[name] += 1
    return chosen


PAUSE = 10 * 60
"""Seconds between two saved changes that count as a pause."""


class Assignment(NamedTuple):
    document: int
    member: str


class Assignments:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, project: int) -> list[Assignment]:
        asked = (
            select(assignments.c.document, members.c.name)
            .join(members, members.c.id == assignments.c.member)
            .join(documents, documents.c.id == assignments.c.document)
            .where(documents.c.project == project)
            .order_by(current_name, members.c.name)
        )
        with self._database.reading() as connection:
            return [Assignment(*row) for row in connection.execute(asked)]

    def assign(
        self, project: int, chosen: Mapping[int, Iterable[str]], *, author: int | None = None
    ) -> None:
        """Assign documents to members of the project, all of them or none."""
        with self._database.alone() as connection:
            known = _members(connection, project)
            for document, names in chosen.items():
                for name in names:
                    if name not in known:
                        raise NotStored(
                            Message("{name!r} is not a member of this project", name=name)
                        )
                    row = {"document": document, "member": known[name]}
                    same = [assignments.c[key] == value for key, value in row.items()]
                    if connection.execute(select(assignments.c.document).where(*same)).first():
                        continue
                    connection.execute(
                        insert(assignments).values(**row, created=now(), author=author)
                    )

    def visible(self, project: int, member: int) -> set[int] | None:
        """What a member sees of a project that shows annotators only what is assigned to them, and
        the documents of training rounds; `None` if the project shows everything.
        """
        with self._database.reading() as connection:
            if not connection.scalar(
                select(projects.c.assigned_only).where(projects.c.id == project)
            ):
                return None
            own = select(assignments.c.document).where(assignments.c.member == member)
            return set(connection.scalars(own.union(select(exercises.c.document))))

    def withdraw(self, document: int, name: str) -> None:
        """Withdraw a document from a member; their annotation stays."""
        member = select(members.c.id).where(members.c.name == name).scalar_subquery()
        self._database.remove(
            assignments,
            assignments.c.document == document,
            assignments.c.member == member,
            otherwise=Message("this document is not assigned to {name!r}", name=name),
        )

    def lock(self, document: int, *, author: int | None = None) -> None:
        """Annotators cannot change their annotations of the document any more."""
        with self._database.alone() as connection:
            if connection.scalar(select(locks.c.document).where(locks.c.document == document)):
                return
            connection.execute(insert(locks).values(document=document, since=now(), author=author))

    def unlock(self, document: int) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(locks).where(locks.c.document == document))

    def is_locked(self, document: int) -> bool:
        with self._database.reading() as connection:
            asked = select(locks.c.document).where(locks.c.document == document)
            return connection.scalar(asked) is not None

    def locked(self, project: int) -> set[int]:
        """The documents of a project that are locked."""
        asked = (
            select(locks.c.document)
            .join(documents, documents.c.id == locks.c.document)
            .where(documents.c.project == project)
        )
        with self._database.reading() as connection:
            return set(connection.scalars(asked))

    def seconds(self, project: int) -> dict[tuple[int, str], float]:
        """How long the annotator of each source worked on each document: the time between saved
        changes, without pauses of more than ten minutes. Corrections by others do not count.
        """
        return {place: worked(own) for place, own in self._moments(project).items()}

    def seconds_by_day(self, project: int) -> dict[tuple[str, str], float]:
        """The same by day and source; time around midnight counts for the later day."""
        total: dict[tuple[str, str], float] = {}
        for (_, source), own in self._moments(project).items():
            for earlier, later in pairwise(own):
                day = (later.date().isoformat(), source)
                total[day] = total.get(day, 0.0) + worked((earlier, later))
        return total

    def first_finished(self, project: int) -> dict[tuple[int, str], FirstFinished]:
        """When annotators first marked documents as finished, by document and source."""
        with self._database.reading() as connection:
            return first_finished(connection, project)

    def _moments(self, project: int) -> dict[tuple[int, str], list[datetime]]:
        """When each source saved changes of each document."""
        asked = (
            select(revisions.c.document, sources.c.name, revisions.c.created)
            .join(sources, sources.c.id == revisions.c.source)
            .where(sources.c.project == project, sources.c.kind.in_(("annotator", "adjudication")))
            .where(
                (sources.c.kind == "adjudication")
                | revisions.c.author.is_not_distinct_from(sources.c.member)
            )
            .order_by(revisions.c.document, revisions.c.source, revisions.c.number)
        )
        times: dict[tuple[int, str], list[datetime]] = {}
        with self._database.reading() as connection:
            for document, source, created in connection.execute(asked):
                times.setdefault((document, source), []).append(datetime.fromisoformat(created))
        return times


def worked(times: Iterable[datetime]) -> float:
    """Seconds between moments in order, without pauses."""
    gaps = ((later - earlier).total_seconds() for earlier, later in pairwise(times))
    return sum(gap for gap in gaps if gap <= PAUSE)


def _members(connection: Connection, project: int) -> dict[str, int]:
    asked = (
        select(members.c.name, members.c.id)
        .join(memberships, memberships.c.member == members.c.id)
        .where(memberships.c.project == project)
    )
    return {row.name: row.id for row in connection.execute(asked)}
