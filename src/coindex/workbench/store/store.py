"""The store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from coindex.workbench.store.assignments import Assignments
from coindex.workbench.store.comments import Comments
from coindex.workbench.store.database import Database
from coindex.workbench.store.documents import Documents, New, StoredDocument, add_document
from coindex.workbench.store.exercises import Exercises
from coindex.workbench.store.members import Members
from coindex.workbench.store.projects import Projects
from coindex.workbench.store.proposers import Proposers
from coindex.workbench.store.revisions import Draft, Revisions, StoredSource, save_revision
from coindex.workbench.store.runs import Runs
from coindex.workbench.store.schemes import Schemes


class Store:
    """All tables of projects in one database."""

    def __init__(self, url: str | Path) -> None:
        self.database = Database(url)
        self.projects = Projects(self.database)
        self.documents = Documents(self.database)
        self.revisions = Revisions(self.database)
        self.members = Members(self.database)
        self.runs = Runs(self.database)
        self.schemes = Schemes(self.database)
        self.assignments = Assignments(self.database)
        self.comments = Comments(self.database)
        self.exercises = Exercises(self.database)
        self.proposers = Proposers(self.database)

    def add_annotated(
        self,
        project: int,
        new: Sequence[New],
        source: StoredSource | None,
        drafts: Sequence[Draft | None],
        *,
        author: int | None = None,
    ) -> list[StoredDocument]:
        """Add documents with annotations of one source, all of them or none."""
        single = [[] if draft is None or source is None else [(source, draft)] for draft in drafts]
        return self.add_with_sources(project, new, single, author=author)

    def add_with_sources(
        self,
        project: int,
        new: Sequence[New],
        drafts: Sequence[Sequence[tuple[StoredSource, Draft]]],
        *,
        author: int | None = None,
    ) -> list[StoredDocument]:
        """Add documents, each with annotations of any number of sources, all of them or none."""
        with self.database.alone() as connection:
            stored = [add_document(connection, project, one, author) for one in new]
            for document, own in zip(stored, drafts, strict=True):
                for source, draft in own:
                    save_revision(connection, document.id, source, draft, author)
        return stored

    def close(self) -> None:
        self.database.close()
