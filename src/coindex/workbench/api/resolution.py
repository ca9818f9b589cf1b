"""Resolves documents of a project."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from coindex.core.document import Document
from coindex.core.messages import Message
from coindex.experiment.cache import dumped
from coindex.pipeline.pipeline import RESOLVER
from coindex.workbench.api.dependencies import DocumentDep, SourceDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.api.views import RevisionView
from coindex.workbench.editing.decisions import Decided, glossary_of
from coindex.workbench.editing.resolution import resolve
from coindex.workbench.editing.stages import checked_stages
from coindex.workbench.editing.states import State
from coindex.workbench.names import Component, Name, OptionalComponent
from coindex.workbench.presence import check
from coindex.workbench.problems import Refused, documented
from coindex.workbench.progress import tell
from coindex.workbench.proposer import named_resolver
from coindex.workbench.security.visitor import ProjectDep, ProtectedRoute, Visitor, VisitorDep
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.store.errors import Conflict
from coindex.workbench.store.revisions import Draft, Revision
from coindex.workbench.strict import Strict

router = APIRouter(route_class=ProtectedRoute, tags=["resolving"])
TRIES = 5
"""How often a save is tried again if others save the same source meanwhile."""


class Resolving(Strict):
    """`mentions` names the source whose mentions are resolved; if empty, mentions are detected.

    Without a parser, the document keeps its own parse.
    """

    resolver: Component = RESOLVER
    mentions: Name | None = None
    parser: OptionalComponent = ""
    fragmenter: OptionalComponent = ""
    detector: OptionalComponent = ""


class Resolved(Decided):
    """The stored revision; `source` is named after the resolver."""

    source: str
    revision: RevisionView


@router.post(
    "/projects/{project}/documents/{document}/resolve",
    responses=documented(404),
    response_model_exclude_defaults=True,
    dependencies=LONG_WORK,
)
def resolve_document(
    project: ProjectDep,
    document: DocumentDep,
    asked: Resolving,
    visitor: VisitorDep,
    services: ServicesDep,
) -> Resolved:
    """Resolve a document, and store decisions and chains as a source of the project."""
    resolver, name = named_resolver(services, project.id, asked.resolver)
    stages = checked_stages(asked.parser, asked.fragmenter, asked.detector)
    state = (
        None
        if asked.mentions is None
        else _state(services, project.id, document.id, asked.mentions, visitor)
    )
    tell("reading the document")
    decided = resolve(services.shelf.document(document), resolver, state, stages=stages)
    check()  # a request that was cancelled stores nothing
    tell("storing")
    name += "" if asked.mentions is None else f" given {asked.mentions}"
    name += f" with {stages.changed}" if stages.changed else ""
    revision = _store(services, project.id, document.id, name, decided, visitor)
    return Resolved(source=name, revision=RevisionView.of(revision), **dict(decided))


def _state(services: Services, project: int, document: int, name: str, visitor: Visitor) -> State:
    source = services.store.revisions.source(project, name)
    head = services.store.revisions.head(document, source)
    if not visitor.reads(source) or head is None:
        raise Refused(404, Message("{name!r} has not annotated this document", name=name))
    return State.model_validate_json(services.store.revisions.text(head.id))


def _store(
    services: Services, project: int, document: int, name: str, decided: Decided, visitor: Visitor
) -> Revision:
    """Store a new revision of the resolver's source; try again if another
    request stored one at the same time.
    """
    source = services.store.revisions.source(project, name, "resolver")
    state = decided.annotation
    reasons = decided.model_dump(mode="json", include={"decisions", "more"}, exclude_defaults=True)
    for _ in range(TRIES):
        head = services.store.revisions.head(document, source)
        draft = Draft(
            state.stored(),
            state.counts(),
            None if head is None else head.id,
            "resolve",
            decisions=reasons,
        )
        try:
            return services.store.revisions.save(document, source, draft, author=visitor.id)
        except Conflict:
            continue
    raise Refused(503, "too many requests are resolving this document; try again")


@router.get(
    "/projects/{project}/documents/{document}/decisions/{source}",
    responses={**documented(404), 200: {"model": Decided}},
)
def show_decisions(document: DocumentDep, source: SourceDep, services: ServicesDep) -> Response:
    """Show the newest annotation of a resolver's source with its decisions."""
    head = services.store.revisions.head(document.id, source)
    if head is None or source.kind != "resolver":
        raise Refused(
            404, Message("{source!r} has no decisions on this document", source=source.name)
        )
    annotation = services.store.revisions.text(head.id)
    reasons = services.store.revisions.decisions(head.id).text()
    rest = f",{reasons[1:-1]}" if len(reasons) > 2 else ""
    glossary = dumped(glossary_of(source.name, Document(document.name, "", document.language)))
    return Response(
        f'{{"annotation":{annotation}{rest},"glossary":{glossary}}}', media_type="application/json"
    )
