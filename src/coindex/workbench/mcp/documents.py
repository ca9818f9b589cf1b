"""The documents of a database's projects as resources: texts, and annotations as JSON."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.formats.jsonl import SCHEMA
from coindex.formats.jsonl.writer import line_of
from coindex.workbench.editing.pairs import annotated
from coindex.workbench.services import Shelf
from coindex.workbench.standings import standings
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.store import Store

TEXT = "coindex://projects/{project}/documents/{document}"
ANNOTATION = TEXT + "/annotations/{source}"
JSON = "application/json"


class Listed(NamedTuple):
    """A document of a project: its address, what it is called, and what it is."""

    uri: str
    name: str
    description: str


class Documents:
    """Reads a database; nothing is changed."""

    def __init__(self, store: Store) -> None:
        self._store, self._shelf = store, Shelf(store)

    def listed(self) -> list[Listed]:
        """Every document of every project, with the sources that annotated it."""
        entries = []
        for project in self._store.projects.all():
            documents = self._store.documents.all(project.id)
            heads = self._store.revisions.heads(one.id for one in documents)
            for one in documents:
                sources = ", ".join(head.source for head in heads if head.document == one.id)
                annotated_by = f"; annotated by {sources}" if sources else ""
                entries.append(
                    Listed(
                        TEXT.format(project=project.id, document=one.id),
                        one.name,
                        f"{project.name}: {one.tokens:,} tokens{annotated_by}",
                    )
                )
        return entries

    def text(self, project: int, document: int) -> str:
        return self._store.documents.text(self._store.documents.find(project, document).id)

    def annotation(self, project: int, document: int, source: str) -> str:
        """The newest annotation of a source, as `coindex-doc/1`."""
        stored = self._store.documents.find(project, document)
        known = {one.name: one for one in self._store.revisions.sources(project)}
        if source not in known:
            raise NotStored(Message("this project has no source {source!r}", source=source))
        newest = list(standings(self._store, self._shelf, project, [known[source]], [stored]))
        if not newest:
            raise CoindexError(Message("{source!r} has not annotated this document", source=source))
        item = annotated(newest[0].document, known[source], newest[0].states[0])
        return "".join(line_of(item, SCHEMA))
