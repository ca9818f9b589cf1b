"""Comments on mentions, in threads, and the list of those that are flagged for discussion."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from coindex.core.messages import Message
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.sources import source_to_write
from coindex.workbench.names import LARGEST_ID, Id, Line, Name, Prose
from coindex.workbench.problems import documented
from coindex.workbench.security.visitor import ProjectDep, ProtectedRoute, Visitor, VisitorDep
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import readable_sources
from coindex.workbench.store.comments import Comment, NewComment
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.revisions import StoredSource
from coindex.workbench.strict import Strict

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["discussion"])

Place = Annotated[
    str,
    Field(max_length=10_000, pattern=r"^(∅\d{1,10}|\d{1,10}-\d{1,10}(\+\d{1,10}-\d{1,10})*)'*$"),
]


class CommentBody(Strict):
    """A comment on a mention of a source, which `place` names by its tokens: `0-2`, `0-2+5-6`, or
    `∅4` for a zero pronoun. An answer names the first comment of its thread.
    """

    source: Name
    place: Place
    words: Line = ""
    content: Annotated[Prose, Field(min_length=1)]
    flagged: bool = False
    thread: Id | None = None


class Closing(Strict):
    closed: bool


class CommentView(BaseModel):
    """`closed` is when the thread was closed; empty if it is open."""

    id: int
    document: int
    source: str
    thread: int | None = None
    place: str
    words: str
    author: str
    created: str
    content: str
    flagged: bool
    closed: str

    @classmethod
    def of(cls, comment: Comment) -> CommentView:
        return cls(**comment._asdict())


class FlagView(CommentView):
    """`name` is that of the document."""

    name: str


@router.get("/documents/{document}/comments", responses=documented(404))
def list_comments(
    project: ProjectDep,
    document: DocumentDep,
    source: Annotated[Name, Query(description="Source of the mentions.")],
    visitor: VisitorDep,
    services: ServicesDep,
) -> list[CommentView]:
    """List the comments on a source's mentions of a document, oldest first."""
    if source != visitor.name:
        readable_sources(services, project.id, [source], visitor)
    return [
        CommentView.of(one)
        for one in services.store.comments.of_document(document.id)
        if one.source == source
    ]


@router.post("/documents/{document}/comments", status_code=201, responses=documented(404, 409))
def add_comment(
    project: ProjectDep,
    document: DocumentDep,
    new: CommentBody,
    visitor: VisitorDep,
    services: ServicesDep,
) -> CommentView:
    """Comment on a mention, or answer a comment. Adjudicators may comment on everybody's."""
    source = _commented(services, project.id, new.source, visitor)
    if new.thread is not None:
        first = services.store.comments.find(document.id, new.thread)
        if first.source != source.name:
            raise NotStored(
                Message("comment {thread} was not found on this source", thread=new.thread)
            )
    values = new.model_dump(exclude={"source"})
    added = services.store.comments.add(
        document.id, source.id, NewComment(**values), author=visitor.id
    )
    return CommentView.of(added)


def _commented(services: Services, project: int, name: str, visitor: Visitor) -> StoredSource:
    """The source that is commented on; one's own is created with the first comment."""
    if name == visitor.name:
        return source_to_write(services, project, name, visitor)
    (source,) = readable_sources(services, project, [name], visitor)
    return source


@router.put("/documents/{document}/comments/{comment}", responses=documented(404))
def close_thread(
    project: ProjectDep,
    document: DocumentDep,
    comment: Annotated[int, Field(ge=1, le=LARGEST_ID)],
    new: Closing,
    visitor: VisitorDep,
    services: ServicesDep,
) -> CommentView:
    """Close a thread, or open it again."""
    stored = services.store.comments.find(document.id, comment)
    if stored.source != visitor.name:
        readable_sources(services, project.id, [stored.source], visitor)
    services.store.comments.close(stored.thread or stored.id, closed=new.closed)
    return CommentView.of(services.store.comments.find(document.id, stored.thread or stored.id))


@router.get("/flags", responses=documented(404))
def list_flags(project: ProjectDep, visitor: VisitorDep, services: ServicesDep) -> list[FlagView]:
    """List the open threads that are flagged for discussion; annotators see those on their own
    mentions.
    """
    readable = {
        source.name
        for source in services.store.revisions.sources(project.id)
        if visitor.reads(source)
    }
    names = {one.id: one.name for one in services.store.documents.all(project.id)}
    return [
        FlagView(**one._asdict(), name=names[one.document])
        for one in services.store.comments.flags(project.id)
        if one.source in readable and one.document in names
    ]
