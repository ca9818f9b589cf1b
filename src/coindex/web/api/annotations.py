"""Annotations: what each source says of a document, saved revision by revision."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from pydantic import BaseModel

from coindex.annotation import changes
from coindex.annotation.documents import Stored
from coindex.annotation.errors import Conflict, NotStored
from coindex.annotation.revisions import Draft, Source
from coindex.core import registry
from coindex.web.api.of import Of
from coindex.web.api.views import AnnotationView, RevisionView, SourceView
from coindex.web.editing.changing import Change, after
from coindex.web.editing.states import State, counted
from coindex.web.names import Id, Line, Prose, RevisionId, SourceName
from coindex.web.problems import Refused, documented
from coindex.web.security.visitor import ADJUDICATION, LOCAL, In, Me, Visitor
from coindex.web.services import Here, Services
from coindex.web.strict import Strict

router = APIRouter(prefix="/projects/{project}/documents/{document}/annotations", tags=["annotations"])


class _Saving(Strict):
    """What every save says; `base` is the revision it was made from, nothing for the first one.

    `database` and `checksum` name the document the state is about: if they are given and this is another one, as when
    the server was restarted with another database, the state is refused.
    """

    database: Line = ""
    checksum: Line = ""
    base: Id | None = None
    comment: Prose = ""
    kind: Literal["save", "undo", "redo", "restore"] = "save"
    finished: bool = False


class Saving(_Saving):
    """A state to be saved in full; `base` is the revision it was made from, nothing for the first one."""

    annotation: State


class Changing(_Saving):
    """What was changed in the revision `base`; without one, in an empty annotation."""

    change: Change


class Saved(BaseModel):
    """On disk."""

    revision: RevisionView


def readable_source(project: In, source: SourceName, me: Me, here: Here) -> Source:
    """A source the visitor may read; others are not there."""
    found = here.store.revisions.source(project.id, source)
    if not me.reads(found):
        raise NotStored(f"this project has no source {source!r}")
    return found


Readable = Annotated[Source, Depends(readable_source)]


def writable(source: Source, me: Visitor) -> bool:
    if source.kind == "adjudication":
        return me.at_least("adjudicator")
    return me.owns(source)


def source_to_write(here: Services, project: int, name: str, me: Visitor) -> Source:
    """Annotators write their own source, adjudicators the adjudication as well; it is made when it is first used."""
    found = next((one for one in here.store.revisions.sources(project) if one.name == name), None)
    if found is None:
        if name == me.name:
            return here.store.revisions.source(project, name, "annotator", member=me.id)
        if name == ADJUDICATION and me.at_least("adjudicator"):
            return here.store.revisions.source(project, name, "adjudication")
        raise NotStored(f"this project has no source {name!r}; yours is called {me.name!r}")
    if not me.reads(found):
        raise NotStored(f"this project has no source {name!r}")
    if not writable(found, me):
        raise Refused(403, f"{name!r} is not yours to change; your own source is {me.name!r}")
    return found


def source_to_import(here: Services, project: int, name: str, me: Visitor) -> Source:
    """One's own source, the adjudication, or, for adjudicators, one of any name that nobody else has."""
    if name in (me.name, ADJUDICATION) or not me.at_least("adjudicator"):
        return source_to_write(here, project, name, me)
    if name == LOCAL or name in {member.name for member in here.store.members.all()}:
        raise Refused(409, f"{name!r} is a member: only they write their source")
    if name.partition("(")[0].partition(" ")[0] in registry.names("resolvers"):
        raise Refused(409, f"{name!r} is a resolver: choose another name")
    return here.store.revisions.source(project, name, "import")


@router.get("", responses=documented(404))
def list_annotations(project: In, document: Of, me: Me, here: Here) -> list[SourceView]:
    """The sources you may read that have said something of the document, and your own."""
    heads = {head.source: head for head in here.store.revisions.heads([document.id])}
    sources = [source for source in here.store.revisions.sources(project.id) if me.reads(source)]
    found = [
        SourceView(name=one.name, kind=one.kind, mine=writable(one, me), head=RevisionView.of(heads[one.name]))
        for one in sources
        if one.name in heads
    ]
    if all(view.name != me.name for view in found):
        found.insert(0, SourceView(name=me.name, kind="annotator", mine=True))
    return found


@router.get("/{source}", responses={**documented(404), 200: {"model": AnnotationView}})
def show_annotation(project: In, document: Of, source: SourceName, me: Me, here: Here) -> Response:
    """The newest state; your own is empty before you first save."""
    known = {one.name: one for one in here.store.revisions.sources(project.id)}
    if source not in known and source in (me.name, *([ADJUDICATION] if me.at_least("adjudicator") else [])):
        kind = "annotator" if source == me.name else "adjudication"
        return _answer(AnnotationView(source=source, kind=kind, mine=True, annotation=State()))
    if source not in known or not me.reads(known[source]):
        raise NotStored(f"this project has no source {source!r}")
    return _shown(here, document.id, known[source], me)


def _shown(here: Services, document: int, source: Source, me: Visitor, revision: int | None = None) -> Response:
    found = (
        here.store.revisions.head(document, source)
        if revision is None
        else here.store.revisions.find(document, revision)
    )
    view = AnnotationView(source=source.name, kind=source.kind, mine=writable(source, me), annotation=State())
    if found is None:
        return _answer(view)
    if found.source != source.name:
        raise NotStored(f"there is no revision {found.id} of this source")
    view.revision = RevisionView.of(found)
    return _answer(view, here.store.revisions.text(found.id))


def _answer(view: AnnotationView, stored: str = "{}") -> Response:
    """The stored text goes out as it is: it was checked when it came in, and may be long."""
    head = view.model_dump_json(exclude={"annotation"})
    return Response(f'{head[:-1]},"annotation":{stored}}}', media_type="application/json")


@router.put(
    "/{source}", responses={**documented(403, 404), 409: {"description": "A newer revision, or another document."}}
)
def save_annotation(project: In, document: Of, source: SourceName, new: Saving, me: Me, here: Here) -> Saved:
    """Stored for good when this answers. A state that is not based on the newest revision is a conflict: 409."""
    check_document(here, document, new.database, new.checksum)
    new.annotation.check(document.tokens)
    behind = source_to_write(here, project.id, source, me)
    return _saved(here, document, behind, new, new.annotation.stored(), me)


@router.patch(
    "/{source}", responses={**documented(403, 404), 409: {"description": "A newer revision, or another document."}}
)
def change_annotation(project: In, document: Of, source: SourceName, new: Changing, me: Me, here: Here) -> Saved:
    """As saving the whole state, but only what differs from the revision `base` is sent."""
    check_document(here, document, new.database, new.checksum)
    new.change.check(document.tokens)
    behind = source_to_write(here, project.id, source, me)
    before = base_state(here, document, behind, new.base)
    if before is None:
        raise _conflict(here, document.id, Conflict(_head(here, document, behind), new.base))
    change = new.change.stored()
    return _saved(here, document, behind, new, after(before, change), me, change)


def base_state(here: Services, document: Stored, source: Source, base: int | None) -> dict[str, Any] | None:
    """The state of one of a source's revisions; empty without one, `None` if the source has no such revision."""
    if base is None:
        return {}
    try:
        found = here.store.revisions.find(document.id, base)
    except NotStored:
        return None
    if found.source != source.name:
        return None
    state: dict[str, Any] = here.store.revisions.value(base)
    return state


def _head(here: Services, document: Stored, source: Source) -> int | None:
    head = here.store.revisions.head(document.id, source)
    return None if head is None else head.id


def _saved(
    here: Services,
    document: Stored,
    source: Source,
    new: _Saving,
    state: dict[str, Any],
    me: Visitor,
    change: changes.Change | None = None,
) -> Saved:
    draft = Draft(state, counted(state), new.base, new.kind, new.comment, finished=new.finished, change=change)
    try:
        revision = here.store.revisions.save(document.id, source, draft, author=me.id)
    except Conflict as conflict:
        raise _conflict(here, document.id, conflict) from conflict
    return Saved(revision=RevisionView.of(revision))


def check_document(here: Services, document: Stored, database: str, checksum: str) -> None:
    """That changes were made to this very document; pages stay open while servers and databases come and go."""
    if database in ("", here.store.database.id) and checksum in ("", document.checksum):
        return
    raise Refused(
        409,
        f"these changes were made to another document, not to {document.name!r}: this server has a different database "
        "open. They are kept in this browser; start the server with the database they belong to, then save again",
        type="urn:coindex:other-document",
        title="Another document",
    )


def _conflict(here: Services, document: int, conflict: Conflict) -> Refused:
    """Both revisions: the newest with its state, and the one the refused state was based on, if it exists."""
    head = base = None
    if conflict.head is not None:
        newest = RevisionView.of(here.store.revisions.find(document, conflict.head))
        state = json.loads(here.store.revisions.text(conflict.head))
        head = {**newest.model_dump(), "annotation": state}
    if conflict.base is not None:
        try:
            base = RevisionView.of(here.store.revisions.find(document, conflict.base)).model_dump()
        except NotStored:
            base = None
    return Refused(409, str(conflict), type="urn:coindex:conflict", head=head, base=base)


@router.get("/{source}/revisions", responses=documented(404))
def list_revisions(document: Of, source: Readable, here: Here) -> list[RevisionView]:
    """Newest first."""
    return [RevisionView.of(revision) for revision in here.store.revisions.history(document.id, source)]


@router.get("/{source}/revisions/{revision}", responses={**documented(404), 200: {"model": AnnotationView}})
def show_revision(document: Of, source: Readable, revision: RevisionId, me: Me, here: Here) -> Response:
    return _shown(here, document.id, source, me, revision)
