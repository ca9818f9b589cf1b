"""Runs of comparisons and tunings: plans, progress and results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import insert, select, update

from coindex.core.messages import Message
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.payloads import Payload, packed_text
from coindex.workbench.store.tables import files, members, responses, runs
from coindex.workbench.store.times import now

WAITING = ("queued", "running")
ENDED = ("finished", "failed", "cancelled")
COMPARISON, TUNING = "comparison", "tuning"
"""What runs do; plans of comparisons do not say so."""


class StoredRun(NamedTuple):
    """`plan` is a JSON text; a `private` run uses annotations of the project."""

    id: int
    project: int
    parent: int | None
    title: str
    plan: str
    private: bool
    created: str
    ended: str
    state: str
    message: str
    attempts: int
    done: int
    total: int
    author: str = ""

    @property
    def task(self) -> str:
        """What the run does: a comparison, or the tuning of a resolver."""
        return str(json.loads(self.plan).get("task", COMPARISON))


class StoredResponse(NamedTuple):
    """The uploaded output of another system."""

    name: str
    filename: str
    content: bytes


_COLUMNS = [runs.c[name] for name in StoredRun._fields[:-1]]


class Runs:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        project: int,
        plan: str,
        *,
        title: str = "",
        private: bool = False,
        parent: int | None = None,
        given: tuple[StoredResponse, ...] = (),
        author: int | None = None,
    ) -> StoredRun:
        values = {
            "plan": plan,
            "title": title,
            "private": private,
            "parent": parent,
            "author": author,
        }
        fresh = {
            "created": now(),
            "ended": "",
            "state": "queued",
            "message": "",
            "attempts": 0,
            "done": 0,
            "total": 0,
        }
        with self._database.writing() as connection:
            statement = insert(runs).values(project=project, **values, **fresh)
            id = connection.execute(statement.returning(runs.c.id)).scalar_one()
            for response in given:
                connection.execute(insert(responses).values(run=id, **response._asdict()))
        return self.find(project, id)

    def all(self, project: int) -> list[StoredRun]:
        """Runs of a project, newest first."""
        return self._listed(runs.c.project == project)[::-1]

    def find(self, project: int, id: int) -> StoredRun:
        matching = self._listed(runs.c.project == project, runs.c.id == id)
        if not matching:
            raise NotStored(Message("run {id} was not found in this project", id=id))
        return matching[0]

    def waiting(self) -> list[StoredRun]:
        """Runs that have not ended, oldest first."""
        return self._listed(runs.c.state.in_(WAITING))

    def note(self, id: int, **changes: Any) -> bool:
        """Record the progress of a run; return whether it has not ended yet."""
        if changes.get("state") in ENDED:
            changes["ended"] = now()
        with self._database.writing() as connection:
            changed = connection.execute(
                update(runs).where(runs.c.id == id, runs.c.state.in_(WAITING)).values(**changes)
            )
            return bool(changed.rowcount)

    def finish(self, id: int, outcome: Mapping[str, str], *, done: int) -> None:
        """Store the files of a run by name, and mark it as finished."""
        with self._database.writing() as connection:
            for name, text in outcome.items():
                connection.execute(
                    insert(files).values(run=id, name=name, **packed_text(text)._asdict())
                )
            changes = {"state": "finished", "ended": now(), "done": done, "message": ""}
            connection.execute(update(runs).where(runs.c.id == id).values(**changes))

    def responses(self, id: int) -> list[StoredResponse]:
        asked = select(*(responses.c[name] for name in StoredResponse._fields)).where(
            responses.c.run == id
        )
        with self._database.reading() as connection:
            return [
                StoredResponse(*row) for row in connection.execute(asked.order_by(responses.c.name))
            ]

    def files(self, id: int) -> list[str]:
        with self._database.reading() as connection:
            return list(
                connection.scalars(
                    select(files.c.name).where(files.c.run == id).order_by(files.c.name)
                )
            )

    def file(self, id: int, name: str) -> Payload:
        asked = select(files.c.content, files.c.checksum).where(
            files.c.run == id, files.c.name == name
        )
        with self._database.reading() as connection:
            row = connection.execute(asked).first()
        if row is None:
            raise NotStored(Message("this run has no {name}", name=name))
        return Payload(*row)

    def _listed(self, *which: Any) -> list[StoredRun]:
        asked = (
            select(*_COLUMNS, members.c.name)
            .outerjoin(members, members.c.id == runs.c.author)
            .where(*which)
            .order_by(runs.c.id)
        )
        with self._database.reading() as connection:
            return [
                StoredRun._make([*row[:-1], row[-1] or ""]) for row in connection.execute(asked)
            ]
