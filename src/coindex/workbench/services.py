"""Objects that the routes of one server share."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Request

from coindex.core.document import Document
from coindex.workbench.cache import Cache
from coindex.workbench.editing.contents import document_of
from coindex.workbench.jobs.concordances import Concordances
from coindex.workbench.jobs.queue import Queue
from coindex.workbench.polls import RunPolls
from coindex.workbench.progress import Works
from coindex.workbench.security.attempts import Attempts
from coindex.workbench.settings import Settings
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.store import Store
from coindex.workbench.turns import Streams, Turns

CACHED = 400_000
"""Number of tokens of documents that are cached in memory."""


class Shelf:
    """A cache of recently read documents, of which only the names change."""

    def __init__(self, store: Store, room: int = CACHED) -> None:
        self._store, self._room = store, room
        self._documents: OrderedDict[int, Document] = OrderedDict()
        self._lock, self._reading = Lock(), Lock()

    def document(self, stored: StoredDocument) -> Document:
        cached = self._cached(stored.id)
        if cached is None:
            # a page asks for text and tokens at once; only one of the requests reads the document
            with self._reading:
                cached = self._cached(stored.id) or self._read(stored)
        return cached if cached.id == stored.name else replace(cached, id=stored.name)

    def _cached(self, id: int) -> Document | None:
        with self._lock:
            if id in self._documents:
                self._documents.move_to_end(id)
            return self._documents.get(id)

    def _read(self, stored: StoredDocument) -> Document:
        document = document_of(self._store.documents.content(stored.id).value(), stored.name)
        with self._lock:
            self._documents[stored.id] = document
            while (
                len(self._documents) > 1
                and sum(len(d.tokens) for d in self._documents.values()) > self._room
            ):
                self._documents.popitem(last=False)
        return document


class Services(NamedTuple):
    settings: Settings
    store: Store
    shelf: Shelf
    attempts: Attempts
    queue: Queue
    concordances: Concordances
    cache: Cache
    turns: Turns
    streams: Streams
    polls: RunPolls
    works: Works


def services_of(request: Request) -> Services:
    """The objects that the application shares between its routes."""
    services: Any = request.app.state.services
    assert isinstance(services, Services)
    return services


async def _services(request: Request) -> Services:
    # `async`, because FastAPI runs other dependencies in a thread, and this one does not wait for
    # anything.
    return services_of(request)


ServicesDep = Annotated[Services, Depends(_services)]
