"""The tuned resolver that proposes antecedents in a project, if one was switched on."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select

from coindex.workbench.store.database import Database
from coindex.workbench.store.tables import members, proposers
from coindex.workbench.store.times import now


class Proposer(NamedTuple):
    """`resolver` is a component string with its weights, which `run` fitted."""

    run: int
    resolver: str
    since: str
    author: str = ""


class Proposers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, project: int) -> Proposer | None:
        asked = (
            select(proposers.c.run, proposers.c.resolver, proposers.c.since, members.c.name)
            .outerjoin(members, members.c.id == proposers.c.author)
            .where(proposers.c.project == project)
        )
        with self._database.reading() as connection:
            row = connection.execute(asked).first()
        return None if row is None else Proposer(row[0], row[1], row[2], row[3] or "")

    def switch_on(
        self, project: int, run: int, resolver: str, *, author: int | None = None
    ) -> None:
        """Let a tuned resolver propose from now on, instead of another one."""
        values = {"run": run, "resolver": resolver, "since": now(), "author": author}
        with self._database.writing() as connection:
            connection.execute(delete(proposers).where(proposers.c.project == project))
            connection.execute(insert(proposers).values(project=project, **values))

    def switch_off(self, project: int) -> None:
        self._database.remove(
            proposers,
            proposers.c.project == project,
            otherwise="no tuned resolver is switched on in this project",
        )
