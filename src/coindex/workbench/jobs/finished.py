"""What is finished in a project, for resolvers to learn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from coindex.core.annotation import Annotated
from coindex.workbench.editing.pairs import annotated
from coindex.workbench.services import Shelf
from coindex.workbench.standings import Standing
from coindex.workbench.store.store import Store


def finished(store: Store, shelf: Shelf, project: int) -> list[Standing]:
    """One finished annotation of each document: the adjudication, else that of the annotator with
    most finished documents. Documents of the training round are left out: beginners annotate them.
    """
    exercises = {one.document for one in store.exercises.all(project)}
    documents = {one.id: one for one in store.documents.all(project) if one.id not in exercises}
    sources = {
        one.name: one
        for one in store.revisions.sources(project)
        if one.kind in ("annotator", "adjudication")
    }
    heads = [
        head
        for head in store.revisions.heads(documents)
        if head.finished and head.source in sources
    ]
    often = Counter(head.source for head in heads)
    best = {
        head.document: head
        for head in sorted(
            heads,
            key=lambda head: (
                sources[head.source].kind == "adjudication",
                often[head.source],
                head.source,
            ),
        )
    }
    return [
        Standing(stored, (sources[best[id].source],), (best[id].id,), store, shelf)
        for id, stored in documents.items()
        if id in best
    ]


def finished_items(store: Store, shelf: Shelf, project: int) -> Iterator[Annotated]:
    """The documents with what is finished of them."""
    for standing in finished(store, shelf, project):
        yield annotated(standing.document, standing.sources[0], standing.states[0])
