"""The documents of a project that a visitor may see."""

from __future__ import annotations

from coindex.core.messages import Message
from coindex.workbench.security.visitor import Visitor
from coindex.workbench.services import Services
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.errors import NotStored


def visible_documents(
    services: Services, project: int, visitor: Visitor, *, archived_too: bool = False
) -> list[StoredDocument]:
    """All documents; in a project that shows annotators only what is assigned to them, an
    annotator's own and those of training rounds.
    """
    stored = services.store.documents.all(project, archived_too=archived_too)
    chosen = _assigned(services, project, visitor)
    return stored if chosen is None else [one for one in stored if one.id in chosen]


def visible_document(services: Services, project: int, id: int, visitor: Visitor) -> StoredDocument:
    """The same for one document; `NotStored` if the visitor may not see it."""
    chosen = _assigned(services, project, visitor)
    if chosen is not None and id not in chosen:
        raise NotStored(Message("document {id} was not found in this project", id=id))
    return services.store.documents.find(project, id)


def _assigned(services: Services, project: int, visitor: Visitor) -> set[int] | None:
    """What is assigned to the visitor, if they see nothing else."""
    if visitor.member is None or visitor.at_least("adjudicator"):
        return None
    return services.store.assignments.visible(project, visitor.member.id)
