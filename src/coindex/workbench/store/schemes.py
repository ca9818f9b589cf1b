"""The schemes of projects."""

from __future__ import annotations

import json

from sqlalchemy import bindparam, delete, insert, select

from coindex.workbench.store.database import Database
from coindex.workbench.store.payloads import dumped
from coindex.workbench.store.scheme.values import Scheme, scheme_of
from coindex.workbench.store.tables import schemes
from coindex.workbench.store.times import now

_OF_PROJECT = select(schemes.c.content).where(schemes.c.project == bindparam("project"))


class Schemes:
    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, project: int) -> Scheme | None:
        """The scheme of a project, if it has one."""
        with self._database.reading() as connection:
            content = connection.scalar(_OF_PROJECT, {"project": project})
        return None if content is None else scheme_of(json.loads(content))

    def save(self, project: int, scheme: Scheme, *, author: int | None = None) -> None:
        """Replace the scheme of a project."""
        values = {"content": dumped(scheme.values()), "author": author, "changed": now()}
        with self._database.writing() as connection:
            connection.execute(delete(schemes).where(schemes.c.project == project))
            connection.execute(insert(schemes).values(project=project, **values))

    def remove(self, project: int) -> None:
        """Annotations stay as they are; any value is allowed from now on."""
        with self._database.writing() as connection:
            connection.execute(delete(schemes).where(schemes.c.project == project))
