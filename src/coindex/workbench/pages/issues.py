"""The page that lists what is wrong with an annotation."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from coindex.checking.catalogue import CHECKS
from coindex.experiment.checking import NONE
from coindex.interface.translation import translate
from coindex.pipeline.pipeline import RESOLVER
from coindex.workbench.api.annotations import list_annotations
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.issues import IssueView, issues_of
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.security.visitor import ProjectDep, VisitorDep
from coindex.workbench.standings import readable_sources

router = APIRouter(route_class=Page)


@router.get("/projects/{project}/documents/{document}/issues", dependencies=LONG_WORK)
def show_issues(
    shell: ShellDep,
    project: ProjectDep,
    document: DocumentDep,
    visitor: VisitorDep,
    source: Annotated[str, Query(max_length=500)] = "",
    opinion: bool = False,
) -> HTMLResponse:
    """Show the issues of a source's annotation; with `opinion`, also those of a resolver."""
    views = list_annotations(project, document, visitor, shell.services)
    sources = [one.name for one in views if one.head is not None]
    chosen = source or next(iter(sources), "")
    issues = []
    if chosen:
        (stored,) = readable_sources(shell.services, project.id, [chosen], visitor)
        issues = issues_of(shell.services, document, stored, RESOLVER if opinion else NONE)
    return shell.page(
        "issues.html",
        project=project,
        document=document,
        sources=sources,
        source=chosen,
        opinion=opinion,
        issues=[_localised(one) for one in issues],
        explanations={name: translate(check.explanation) for name, check in CHECKS.items()},
    )


def _localised(issue: IssueView) -> IssueView:
    """The issue in the language of the page."""
    return issue.model_copy(
        update={"message": translate(issue.message), "remedy": translate(issue.remedy)}
    )
