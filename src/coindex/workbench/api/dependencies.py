"""The objects that the path of a request names: its document, source and run, if the visitor may
see them.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from coindex.core.messages import Message
from coindex.workbench.names import DocumentId, RunId, SourceName
from coindex.workbench.security.visitor import ProjectDep, VisitorDep
from coindex.workbench.services import ServicesDep
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.revisions import StoredSource
from coindex.workbench.store.runs import StoredRun
from coindex.workbench.visibility import visible_document


def _document(
    project: ProjectDep, document: DocumentId, visitor: VisitorDep, services: ServicesDep
) -> StoredDocument:
    return visible_document(services, project.id, document, visitor)


def _source(
    project: ProjectDep, source: SourceName, visitor: VisitorDep, services: ServicesDep
) -> StoredSource:
    stored = services.store.revisions.source(project.id, source)
    if not visitor.reads(stored):
        raise NotStored(Message("this project has no source {source!r}", source=source))
    return stored


def _run(project: ProjectDep, run: RunId, visitor: VisitorDep, services: ServicesDep) -> StoredRun:
    """Runs on the project's own annotations are visible only to
    those who may read all annotations.
    """
    stored = services.store.runs.find(project.id, run)
    if stored.private and not visitor.at_least("adjudicator"):
        raise NotStored(Message("run {run} was not found in this project", run=run))
    return stored


DocumentDep = Annotated[StoredDocument, Depends(_document)]
"""A document of the project that the visitor may see; others are not found."""
SourceDep = Annotated[StoredSource, Depends(_source)]
"""A source that the visitor may read; others are not found."""
RunDep = Annotated[StoredRun, Depends(_run)]
