"""The newest states of sources, document by document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from coindex.core.document import Document
from coindex.core.messages import Message
from coindex.workbench.editing.states import State
from coindex.workbench.presence import checked
from coindex.workbench.security.visitor import Visitor
from coindex.workbench.services import Services, Shelf
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.revisions import PEOPLE, Revision, StoredSource
from coindex.workbench.store.store import Store


@dataclass(frozen=True)
class Standing:
    """A document with revisions of the sources asked for; document and states are
    read when they are first used.
    """

    stored: StoredDocument
    sources: tuple[StoredSource, ...]
    revisions: tuple[int, ...]
    _store: Store
    _shelf: Shelf

    @property
    def key(self) -> tuple[int | str, ...]:
        """Key for caching what is computed from it."""
        return (self.stored.id, self.stored.name, *self.revisions)

    @cached_property
    def document(self) -> Document:
        return self._shelf.document(self.stored)

    @cached_property
    def states(self) -> tuple[State, ...]:
        return tuple(
            State.model_validate_json(self._store.revisions.text(id)) for id in self.revisions
        )


def readable_sources(
    services: Services, project: int, names: Sequence[str], visitor: Visitor
) -> list[StoredSource]:
    """The sources with these names; sources that the visitor may not read are not found."""
    known = {
        source.name: source
        for source in services.store.revisions.sources(project)
        if visitor.reads(source)
    }
    missing = next((name for name in names if name not in known), None)
    if missing is not None:
        raise NotStored(Message("this project has no source {missing!r}", missing=missing))
    return [known[name] for name in names]


def usual_sources(heads: Iterable[Revision], kinds: Mapping[str, str]) -> list[str]:
    """Whose annotations are compared unless others are named: those of people who have finished;
    else of people; else whatever is not a resolver's.
    """
    known = [head for head in heads if kinds.get(head.source, "adjudication") != "adjudication"]
    people = [head for head in known if kinds[head.source] in PEOPLE]
    tiers = (
        [head for head in people if head.finished],
        people,
        [head for head in known if kinds[head.source] != "resolver"],
        known,
    )
    names: list[str] = []
    for tier in tiers:
        documents = Counter(head.document for head in tier)
        # A source is of use only if another one has a document in common with it.
        shared = [head.source for head in tier if documents[head.document] > 1]
        names = [name for name, _ in Counter(shared).most_common()]
        if len(names) > 1:
            return names
    return list(dict.fromkeys(head.source for head in known))


def standings(
    store: Store,
    shelf: Shelf,
    project: int,
    sources: Sequence[StoredSource],
    documents: Sequence[StoredDocument] | None = None,
    *,
    least: int | None = None,
    finished: bool = False,
) -> Iterator[Standing]:
    """Documents that all of the sources have annotated, or at least this many of them, one at a
    time; with `finished`, only annotations that are marked as such count.
    """
    chosen = store.documents.all(project) if documents is None else documents
    heads = {
        (head.document, head.source): head.id
        for head in store.revisions.heads(d.id for d in chosen)
        if head.finished or not finished
    }
    for stored in checked(chosen):
        newest = [(source, heads.get((stored.id, source.name))) for source in sources]
        present = [(source, id) for source, id in newest if id is not None]
        if len(present) >= (len(sources) if least is None else least):
            having, ids = zip(*present, strict=True) if present else ((), ())
            yield Standing(stored, having, ids, store, shelf)
