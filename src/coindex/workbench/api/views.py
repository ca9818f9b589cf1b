"""The models of the API's answers."""

from __future__ import annotations

from pydantic import BaseModel

from coindex.workbench.editing.states import State
from coindex.workbench.store import documents, members, projects, revisions


class ProjectView(BaseModel):
    id: int
    name: str
    note: str = ""
    created: str
    assigned_only: bool = False
    """Whether annotators see and change only documents that are assigned to them."""
    documents: int = 0
    members: list[str] = []

    @classmethod
    def of(cls, project: projects.Project, members: list[str] | None = None) -> ProjectView:
        return cls(**project._asdict(), members=members or [])


class DocumentView(BaseModel):
    """`tokens` is their number, `origin` where the document came from,
    `checksum` that of its content.
    """

    id: int
    name: str
    language: str = ""
    tokens: int
    created: str
    origin: str = ""
    checksum: str = ""
    archived: bool = False

    @classmethod
    def of(cls, stored: documents.StoredDocument) -> DocumentView:
        values = stored._asdict()
        del values["project"]
        return cls(**values)


class CountsView(BaseModel):
    """`open`: pronouns that are not resolved."""

    mentions: int = 0
    entities: int = 0
    links: int = 0
    open: int = 0


class RevisionView(BaseModel):
    """A saved state; `parent` is the revision it was made from, `number` its
    position in the source's history.
    """

    id: int
    source: str
    number: int
    parent: int | None = None
    author: str = ""
    created: str
    kind: str
    comment: str = ""
    finished: bool = False
    counts: CountsView

    @classmethod
    def of(cls, revision: revisions.Revision) -> RevisionView:
        values = revision._asdict()
        del values["document"]
        return cls(**values | {"counts": CountsView(**revision.counts._asdict())})


class SourceView(BaseModel):
    """A source of a document with its newest revision; `mine`: the visitor may save to it."""

    name: str
    kind: str
    mine: bool = False
    head: RevisionView | None = None


class AnnotationView(BaseModel):
    """The state of a source; `revision` is `None` until something is saved.

    `correctable`: the visitor may correct it, although it is another person's.
    """

    source: str
    kind: str
    mine: bool = False
    correctable: bool = False
    revision: RevisionView | None = None
    annotation: State


class MemberView(BaseModel):
    name: str
    role: str
    created: str

    @classmethod
    def of(cls, member: members.Member) -> MemberView:
        return cls(name=member.name, role=member.role, created=member.created)
