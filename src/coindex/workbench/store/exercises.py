"""Exercises of new annotators: documents with a key that they see once they have handed in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.finishing import FirstFinished, first_finished
from coindex.workbench.store.names import current_name
from coindex.workbench.store.revisions import StoredSource
from coindex.workbench.store.tables import documents, exercises, revisions, sources
from coindex.workbench.store.times import now

_NO_EXERCISE = "this document is not part of the training round"


class Exercise(NamedTuple):
    """A document, and the source whose annotation of it is the key."""

    document: int
    key: StoredSource


class Exercises:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, project: int) -> list[Exercise]:
        """The exercises of a project, by the names of their documents."""
        asked = (
            select(exercises.c.document, *(sources.c[name] for name in StoredSource._fields))
            .join(sources, sources.c.id == exercises.c.source)
            .join(documents, documents.c.id == exercises.c.document)
            .where(documents.c.project == project)
            .order_by(current_name)
        )
        with self._database.reading() as connection:
            return [
                Exercise(document, StoredSource(*source))
                for document, *source in connection.execute(asked)
            ]

    def find(self, project: int, document: int) -> Exercise:
        exercise = next((one for one in self.all(project) if one.document == document), None)
        if exercise is None:
            raise NotStored(_NO_EXERCISE)
        return exercise

    def add(self, chosen: Iterable[int], key: StoredSource, *, author: int | None = None) -> None:
        """Make exercises of documents; one that is an exercise already gets the new key."""
        with self._database.alone() as connection:
            for document in dict.fromkeys(chosen):
                connection.execute(delete(exercises).where(exercises.c.document == document))
                values = {"document": document, "source": key.id, "author": author}
                connection.execute(insert(exercises).values(**values, created=now()))

    def remove(self, document: int) -> None:
        """Annotations of the document stay."""
        self._database.remove(exercises, exercises.c.document == document, otherwise=_NO_EXERCISE)

    def handed_in(self, project: int) -> dict[tuple[int, str], FirstFinished]:
        """What annotators have handed in, by document and source; later versions do not count."""
        chosen = revisions.c.document.in_(select(exercises.c.document))
        with self._database.reading() as connection:
            return first_finished(connection, project, chosen)
