"""Annotations of documents by sources, saved as revisions."""

from __future__ import annotations

import json
from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel

from coindex.core.messages import Message
from coindex.workbench.api.dependencies import DocumentDep, SourceDep
from coindex.workbench.api.sources import correctable, source_to_write, writable
from coindex.workbench.api.views import AnnotationView, RevisionView, SourceView
from coindex.workbench.editing.changes import Change, after
from coindex.workbench.editing.schemes import check_against_scheme
from coindex.workbench.editing.states import State, counted
from coindex.workbench.names import Id, Line, Prose, RevisionId, SourceName
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import (
    ADJUDICATION,
    ProjectDep,
    ProtectedRoute,
    Visitor,
    VisitorDep,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.store import changes
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.errors import Conflict, NotStored
from coindex.workbench.store.revisions import Draft, StoredSource
from coindex.workbench.strict import Strict

router = APIRouter(
    route_class=ProtectedRoute,
    prefix="/projects/{project}/documents/{document}/annotations",
    tags=["annotations"],
)

CORRECTION = "correction"
"""The kind of a revision that another person than the annotator has saved."""
_CONFLICTING: dict[int | str, dict[str, Any]] = {
    **documented(403, 404),
    409: {"description": "A newer revision, or another document."},
}


class _Saving(Strict):
    """The fields of every save; `base` is the revision it was made from, `null` for the first one.

    `database` and `checksum` identify the document. If they are given and do not match, as when the
    server was restarted with another database, the save is refused. With `correct`, adjudicators
    correct the annotation of another person; the revision names them as its author.
    """

    database: Line = ""
    checksum: Line = ""
    base: Id | None = None
    comment: Prose = ""
    kind: Literal["save", "undo", "redo", "restore"] = "save"
    finished: bool = False
    correct: bool = False


class Saving(_Saving):
    """A whole state to save; `base` is the revision it was made from, `null` for the first one."""

    annotation: State


class Changing(_Saving):
    """Changes to the revision `base`; without one, to an empty annotation."""

    change: Change


class Saved(BaseModel):
    """The saved revision."""

    revision: RevisionView


@router.get("", responses=documented(404))
def list_annotations(
    project: ProjectDep, document: DocumentDep, visitor: VisitorDep, services: ServicesDep
) -> list[SourceView]:
    """List the sources you may read that have annotated the document, and your own."""
    heads = {head.source: head for head in services.store.revisions.heads([document.id])}
    sources = [
        source for source in services.store.revisions.sources(project.id) if visitor.reads(source)
    ]
    views = [
        SourceView(
            name=one.name,
            kind=one.kind,
            mine=writable(one, visitor),
            head=RevisionView.of(heads[one.name]),
        )
        for one in sources
        if one.name in heads
    ]
    if all(view.name != visitor.name for view in views):
        views.insert(0, SourceView(name=visitor.name, kind="annotator", mine=True))
    return views


@router.get("/{source}", responses={**documented(404), 200: {"model": AnnotationView}})
def show_annotation(
    project: ProjectDep,
    document: DocumentDep,
    source: SourceName,
    visitor: VisitorDep,
    services: ServicesDep,
) -> Response:
    """Show the newest state; your own is empty before your first save."""
    known = {one.name: one for one in services.store.revisions.sources(project.id)}
    if source not in known and source in (
        visitor.name,
        *([ADJUDICATION] if visitor.at_least("adjudicator") else []),
    ):
        kind = "annotator" if source == visitor.name else "adjudication"
        locked = kind == "annotator" and services.store.assignments.is_locked(document.id)
        view = AnnotationView(source=source, kind=kind, mine=not locked, annotation=State())
        return _answer(view)
    if source not in known or not visitor.reads(known[source]):
        raise NotStored(Message("this project has no source {source!r}", source=source))
    return _show(services, document.id, known[source], visitor)


def _show(
    services: Services,
    document: int,
    source: StoredSource,
    visitor: Visitor,
    revision: int | None = None,
) -> Response:
    shown = (
        services.store.revisions.head(document, source)
        if revision is None
        else services.store.revisions.find(document, revision)
    )
    locked = source.kind == "annotator" and services.store.assignments.is_locked(document)
    mine = writable(source, visitor) and not locked
    view = AnnotationView(
        source=source.name,
        kind=source.kind,
        mine=mine,
        correctable=correctable(source, visitor) and not mine and not locked,
        annotation=State(),
    )
    if shown is None:
        return _answer(view)
    if shown.source != source.name:
        raise NotStored(Message("revision {shown} of this source was not found", shown=shown.id))
    view.revision = RevisionView.of(shown)
    return _answer(view, services.store.revisions.text(shown.id))


def _answer(view: AnnotationView, stored: str = "{}") -> Response:
    """The stored text is sent as it is: it was validated when it was saved, and may be long."""
    head = view.model_dump_json(exclude={"annotation"})
    return Response(f'{head[:-1]},"annotation":{stored}}}', media_type="application/json")


@router.put(
    "/{source}",
    responses=_CONFLICTING,
)
def save_annotation(
    project: ProjectDep,
    document: DocumentDep,
    source: SourceName,
    new: Saving,
    visitor: VisitorDep,
    services: ServicesDep,
) -> Saved:
    """Save a state; it is on disk when this answers. A state not based on the
    newest revision is a conflict (409).
    """
    check_document(services, document, new.database, new.checksum)
    new.annotation.check(document.tokens)
    behind = _unlocked_source(services, document, source, new, visitor)
    state = new.annotation.stored()
    _check_scheme(services, document, behind, new, state)
    return _save(services, document, behind, new, state, visitor)


@router.patch(
    "/{source}",
    responses=_CONFLICTING,
)
def change_annotation(
    project: ProjectDep,
    document: DocumentDep,
    source: SourceName,
    new: Changing,
    visitor: VisitorDep,
    services: ServicesDep,
) -> Saved:
    """Save only the changes since the revision `base`."""
    check_document(services, document, new.database, new.checksum)
    new.change.check(document.tokens)
    behind = _unlocked_source(services, document, source, new, visitor)
    before = base_state(services, document, behind, new.base)
    if before is None:
        raise _conflict(
            services, document.id, behind, Conflict(_head(services, document, behind), new.base)
        )
    change = new.change.stored()
    state = after(before, change)
    _check_scheme(services, document, behind, new, state)
    return _save(services, document, behind, new, state, visitor, change)


def _unlocked_source(
    services: Services, document: StoredDocument, name: str, new: _Saving, visitor: Visitor
) -> StoredSource:
    source = source_to_write(services, document.project, name, visitor, correct=new.correct)
    check_unlocked(services, document, source)
    return source


def check_unlocked(services: Services, document: StoredDocument, source: StoredSource) -> None:
    """Refuse to change an annotator's work on a document that is locked."""
    if source.kind == "annotator" and services.store.assignments.is_locked(document.id):
        raise Refused(
            409,
            f"{document.name!r} is locked: its annotations cannot be changed; ask an adjudicator "
            "to unlock it",
        )


def _check_scheme(
    services: Services,
    document: StoredDocument,
    source: StoredSource,
    new: _Saving,
    state: dict[str, Any],
) -> None:
    scheme = services.store.schemes.find(document.project)
    if scheme is not None:
        before = base_state(services, document, source, new.base) or {}
        check_against_scheme(scheme, before, state, finished=new.finished)


def base_state(
    services: Services, document: StoredDocument, source: StoredSource, base: int | None
) -> dict[str, Any] | None:
    """The state of one of a source's revisions; empty without one, `None` if
    the source has no such revision.
    """
    if base is None:
        return {}
    try:
        revision = services.store.revisions.find(document.id, base)
    except NotStored:
        return None
    if revision.source != source.name:
        return None
    state: dict[str, Any] = services.store.revisions.value(base)
    return state


def _head(services: Services, document: StoredDocument, source: StoredSource) -> int | None:
    head = services.store.revisions.head(document.id, source)
    return None if head is None else head.id


def _save(
    services: Services,
    document: StoredDocument,
    source: StoredSource,
    new: _Saving,
    state: dict[str, Any],
    visitor: Visitor,
    change: changes.Change | None = None,
) -> Saved:
    corrected = source.kind == "annotator" and not visitor.owns(source)
    draft = Draft(
        state,
        counted(state),
        new.base,
        CORRECTION if corrected else new.kind,
        new.comment,
        finished=new.finished,
        change=change,
    )
    try:
        revision = services.store.revisions.save(document.id, source, draft, author=visitor.id)
    except Conflict as conflict:
        raise _conflict(services, document.id, source, conflict) from conflict
    return Saved(revision=RevisionView.of(revision))


def check_document(
    services: Services, document: StoredDocument, database: str, checksum: str
) -> None:
    """Check that the changes were made to this document; a page may stay open while
    the server changes its database.
    """
    if database in ("", services.store.database.id) and checksum in ("", document.checksum):
        return
    raise Refused(
        409,
        Message(
            "these changes were made to another document, not to {document!r}: this "
            "server has a different database open. They are kept in this browser; "
            "start the server with the database they belong to, then save again",
            document=document.name,
        ),
        type="urn:coindex:other-document",
        title="Another document",
    )


def _conflict(
    services: Services, document: int, source: StoredSource, conflict: Conflict
) -> Refused:
    """The answer to a conflict: the newest revision with its state, and the base of
    the refused state, if it is a revision of this source.

    Revisions are numbered across sources. The number of another person's revision must not show
    what they have done.
    """
    head = base = None
    if conflict.head is not None:
        newest = RevisionView.of(services.store.revisions.find(document, conflict.head))
        state = json.loads(services.store.revisions.text(conflict.head))
        head = {**newest.model_dump(), "annotation": state}
    if conflict.base is not None:
        try:
            revision = services.store.revisions.find(document, conflict.base)
            if revision.source == source.name:
                base = RevisionView.of(revision).model_dump()
        except NotStored:
            base = None
    return Refused(409, str(conflict), type="urn:coindex:conflict", head=head, base=base)


@router.get("/{source}/revisions", responses=documented(404))
def list_revisions(
    document: DocumentDep, source: SourceDep, services: ServicesDep
) -> list[RevisionView]:
    """List revisions, newest first."""
    return [
        RevisionView.of(revision)
        for revision in services.store.revisions.history(document.id, source)
    ]


@router.get(
    "/{source}/revisions/{revision}", responses={**documented(404), 200: {"model": AnnotationView}}
)
def show_revision(
    document: DocumentDep,
    source: SourceDep,
    revision: RevisionId,
    visitor: VisitorDep,
    services: ServicesDep,
) -> Response:
    return _show(services, document.id, source, visitor, revision)
