"""The sample project: texts of the embedded corpus, one of them ready to be annotated."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from coindex import formats
from coindex.core.annotation import Annotated, Reference
from coindex.core.problems import Problems
from coindex.workbench.api.components import named_corpus
from coindex.workbench.api.documents import ready
from coindex.workbench.api.sources import source_to_write
from coindex.workbench.api.storing import store_items
from coindex.workbench.editing.layout import Layout
from coindex.workbench.editing.states import State
from coindex.workbench.security.visitor import AdminDep, ProtectedRoute
from coindex.workbench.services import ServicesDep
from coindex.workbench.store.revisions import Draft

router = APIRouter(route_class=ProtectedRoute, tags=["projects"])

CORPUS = "embedded/press"
FIRST = "vulture"
"""The text to begin with: its first anaphors have antecedents that a resolver finds."""
ORIGIN = "sample"


class Sample(BaseModel):
    """The sample project, and its text to begin with."""

    id: int
    document: int


@router.post("/projects/sample", status_code=201)
def open_sample(visitor: AdminDep, services: ServicesDep) -> Sample:
    """Create the sample project, or find the one that you have.

    Its texts come with their gold annotation; in the first one, your own annotation has all
    mentions and none of the links.
    """
    for project in services.store.projects.all(visitor.id):
        for document in services.store.documents.all(project.id):
            if document.origin == ORIGIN and document.name == FIRST:
                return Sample(id=project.id, document=document.id)
    corpus = named_corpus(CORPUS)
    items = [ready(item) for item in formats.read(corpus.path, corpus.format)]
    project = services.store.projects.add(
        "Sample project",
        "Eight news stories of the embedded corpus, with their gold annotation.",
        member=visitor.id,
    )
    documents, _ = store_items(services, project.id, items, "gold", ORIGIN, visitor, Problems())
    stored = {document.name: document.id for document in documents}
    state = next(_mentions(item) for item in items if item.document.id == FIRST)
    own = source_to_write(services, project.id, visitor.name, visitor)
    draft = Draft(state.stored(), state.counts(), kind="import")
    services.store.revisions.save(stored[FIRST], own, draft, author=visitor.id)
    return Sample(id=project.id, document=stored[FIRST])


def _mentions(item: Annotated) -> State:
    """The mentions of the gold annotation, about which nothing is decided."""
    state = Layout(item.document).state(item.annotation)
    undecided = {"reference": Reference.UNMARKED, "subtype": ""}
    return State(mentions=[mention.model_copy(update=undecided) for mention in state.mentions])
