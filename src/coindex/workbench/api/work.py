"""Work in a project: who annotates what, how far everybody is, and which documents are locked."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.names import Id, Name
from coindex.workbench.problems import documented
from coindex.workbench.security.visitor import (
    AdjudicatorDep,
    ProjectDep,
    ProtectedRoute,
    Visitor,
    VisitorDep,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.store.assignments import distributed
from coindex.workbench.store.revisions import PEOPLE, Revision
from coindex.workbench.strict import Strict

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["work"])

MOST = 10_000
"""Documents or people in one request."""
OPEN, IN_WORK, FINISHED, LOCKED = "open", "in work", "finished", "locked"

Numbers = Annotated[list[Id], Field(max_length=MOST)]
Names = Annotated[list[Name], Field(min_length=1, max_length=MOST)]


class Assigning(Strict):
    """Documents that each of the members is to annotate."""

    documents: Annotated[list[Id], Field(min_length=1, max_length=MOST)]
    members: Names


class Distributing(Strict):
    """Documents, all if none are named, that are distributed so that `each` of them has this many
    annotators.
    """

    documents: Numbers = []
    members: Names
    each: Annotated[int, Field(ge=1, le=MOST)] = 1


class Locking(Strict):
    locked: bool


class Part(BaseModel):
    """One person's work on one document; `minutes` is the time between saved changes, without
    pauses.
    """

    document: int
    name: str
    person: str
    assigned: bool
    state: str
    minutes: float = 0
    mentions: int = 0
    open: int = 0
    changed: str = ""


class Person(BaseModel):
    """One person's work on the documents that are assigned or begun."""

    name: str
    documents: int = 0
    finished: int = 0
    in_work: int = 0
    minutes: float = 0


class Work(BaseModel):
    """`parts` are in the order of documents, then of people."""

    people: list[Person]
    parts: list[Part]
    locked: list[int]


class LockView(BaseModel):
    document: int
    locked: bool


@router.get("/work", responses=documented(404))
def show_work(project: ProjectDep, visitor: VisitorDep, services: ServicesDep) -> Work:
    """Show who annotates what, and how far everybody is; annotators see their own work."""
    return work_of(services, project.id, visitor)


def work_of(services: Services, project: int, visitor: Visitor) -> Work:
    """The work that the visitor may see."""
    store = services.store
    stored = store.documents.all(project)
    assigned = {(one.document, one.member) for one in store.assignments.all(project)}
    locked, seconds = store.assignments.locked(project), store.assignments.seconds(project)
    readable = {
        source.name
        for source in store.revisions.sources(project)
        if source.kind in PEOPLE and visitor.reads(source)
    }
    heads = {
        (head.document, head.source): head
        for head in store.revisions.heads(one.id for one in stored)
        if head.source in readable
    }
    # Annotators must not learn from a list who else works on a document.
    if not visitor.at_least("adjudicator"):
        assigned = {one for one in assigned if one[1] == visitor.name}
    places = assigned | set(heads)
    people = sorted({name for _, name in places})
    parts = [
        _part(heads.get(place), document.name, place, place in assigned, document.id in locked)
        for document in stored
        for name in people
        if (place := (document.id, name)) in places
    ]
    for part in parts:
        part.minutes = round(seconds.get((part.document, part.person), 0) / 60, 1)
    return Work(
        people=[_person(name, [part for part in parts if part.person == name]) for name in people],
        parts=parts,
        locked=sorted(locked),
    )


def _part(
    head: Revision | None, name: str, place: tuple[int, str], assigned: bool, locked: bool
) -> Part:
    document, person = place
    part = Part(document=document, name=name, person=person, assigned=assigned, state=OPEN)
    if head is not None:
        part.state = FINISHED if head.finished else IN_WORK
        part.mentions, part.open, part.changed = (
            head.counts.mentions,
            head.counts.open,
            head.created,
        )
    if locked:
        part.state = LOCKED
    return part


def _person(name: str, parts: list[Part]) -> Person:
    done = (FINISHED, LOCKED)
    return Person(
        name=name,
        documents=len(parts),
        finished=sum(part.state in done for part in parts),
        in_work=sum(part.state == IN_WORK for part in parts),
        minutes=round(sum(part.minutes for part in parts), 1),
    )


@router.post("/assignments", responses=documented(404))
def assign(
    project: ProjectDep, new: Assigning, visitor: AdjudicatorDep, services: ServicesDep
) -> Work:
    """Assign documents to members of the project."""
    stored = [services.store.documents.find(project.id, id) for id in new.documents]
    services.store.assignments.assign(
        project.id, {one.id: new.members for one in stored}, author=visitor.id
    )
    return work_of(services, project.id, visitor)


@router.post("/assignments/distribute", responses=documented(404))
def distribute(
    project: ProjectDep, new: Distributing, visitor: AdjudicatorDep, services: ServicesDep
) -> Work:
    """Distribute documents among members, in turn, so that each has the same number of annotators;
    who annotates a document already stays with it.
    """
    store = services.store
    named = [store.documents.find(project.id, id) for id in new.documents]
    present: dict[int, list[str]] = {}
    for one in store.assignments.all(project.id):
        present.setdefault(one.document, []).append(one.member)
    documents = [one.id for one in named or store.documents.all(project.id)]
    chosen = distributed(documents, list(dict.fromkeys(new.members)), new.each, present)
    store.assignments.assign(project.id, chosen, author=visitor.id)
    return work_of(services, project.id, visitor)


@router.delete("/assignments", responses=documented(404))
def withdraw(
    project: ProjectDep,
    document: Annotated[Id, Query(description="Number of the document.")],
    member: Annotated[Name, Query(description="Name of the member.")],
    visitor: AdjudicatorDep,
    services: ServicesDep,
) -> Work:
    """Take a document from a member; the annotation stays."""
    stored = services.store.documents.find(project.id, document)
    services.store.assignments.withdraw(stored.id, member)
    return work_of(services, project.id, visitor)


@router.put("/documents/{document}/lock", responses=documented(404))
def lock_document(
    project: ProjectDep,
    document: DocumentDep,
    new: Locking,
    visitor: AdjudicatorDep,
    services: ServicesDep,
) -> LockView:
    """Lock a document, so that annotators cannot change their annotations of it, or unlock it."""
    if new.locked:
        services.store.assignments.lock(document.id, author=visitor.id)
    else:
        services.store.assignments.unlock(document.id)
    return LockView(document=document.id, locked=new.locked)
