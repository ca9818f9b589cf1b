"""What is broken in an annotation of a document, and what is probably wrong with it."""

from __future__ import annotations

from bisect import bisect_left
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from coindex.checking.issue import Issue
from coindex.core.messages import Message
from coindex.experiment.checking import NONE, Checker
from coindex.pipeline.pipeline import RESOLVER
from coindex.workbench.api.dependencies import DocumentDep, SourceDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.editing.pairs import annotated
from coindex.workbench.editing.parses import HEAVY, checked_resolver
from coindex.workbench.names import Component
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import ProjectDep, ProtectedRoute
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import Standing, standings
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.revisions import StoredSource

router = APIRouter(
    route_class=ProtectedRoute,
    prefix="/projects/{project}/documents/{document}/issues",
    tags=["annotations"],
)

A_ROW = 500
"""Approximate bytes of an issue in memory."""
SecondOpinion = Annotated[
    Component, Query(description="Resolver whose surest decisions links are compared with.")
]


class IssueView(BaseModel):
    """`token` is the first one of the words; `start` and `end` are characters."""

    check: str
    severity: str
    message: str
    remedy: str
    sentence: int
    start: int
    end: int
    token: int
    text: str
    entities: list[str]
    confidence: float | None = None
    fixable: bool = False


@router.get("/{source}", responses=documented(404), dependencies=LONG_WORK)
def list_issues(
    project: ProjectDep,
    document: DocumentDep,
    source: SourceDep,
    services: ServicesDep,
    resolver: SecondOpinion = NONE,
) -> list[IssueView]:
    """List the issues of a source's newest annotation, in textual order."""
    return issues_of(services, document, source, resolver)


def issues_of(
    services: Services, document: StoredDocument, source: StoredSource, resolver: str
) -> list[IssueView]:
    """The issues of the newest revision; they are cached, because a revision never changes."""
    chosen = resolver if resolver in (NONE, RESOLVER) else checked_resolver(resolver)
    standing = next(
        standings(services.store, services.shelf, document.project, [source], [document]), None
    )
    if standing is None:
        raise Refused(
            404, Message("{source!r} has not annotated this document", source=source.name)
        )
    return services.cache.of(
        ("issues", *standing.key, chosen),
        lambda: _checked(standing, source, chosen),
        lambda rows: A_ROW * (1 + len(rows)),
    )


def _checked(standing: Standing, source: StoredSource, resolver: str) -> list[IssueView]:
    item = annotated(standing.document, source, standing.states[0])
    with HEAVY:
        issues = Checker(resolver=resolver)(item)
    starts = [token.start for token in standing.document.tokens]
    return [_view(issue, starts) for issue in issues]


def _view(issue: Issue, starts: list[int]) -> IssueView:
    # Without validation, which would make plain text of messages that a page translates.
    return IssueView.model_construct(
        check=issue.check,
        severity=str(issue.severity),
        message=issue.message,
        remedy=issue.remedy,
        sentence=issue.sentence,
        start=issue.start,
        end=issue.end,
        token=min(bisect_left(starts, issue.start), max(0, len(starts) - 1)),
        text=issue.text,
        entities=list(issue.entities),
        confidence=issue.confidence,
        fixable=issue.fixable,
    )
