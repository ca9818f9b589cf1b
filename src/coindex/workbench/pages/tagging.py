"""The tagging tool: annotating a document, and adjudicating two annotations of it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from coindex.language.languages import get_language
from coindex.language.nominals.pronouns import pronouns
from coindex.pipeline.pipeline import RESOLVER
from coindex.workbench import assets
from coindex.workbench.api.annotations import list_annotations
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.panels import MOST
from coindex.workbench.guidelines import Guidelines, rendered_guidelines
from coindex.workbench.pages.projects import SeveralNames
from coindex.workbench.pages.reading import resolvers
from coindex.workbench.pages.resolver_groups import grouped_resolvers
from coindex.workbench.pages.shell import Page, ShellDep
from coindex.workbench.proposer import TUNED
from coindex.workbench.security.visitor import (
    ADJUDICATION,
    AdjudicatorDep,
    ProjectDep,
    Visitor,
    VisitorDep,
)
from coindex.workbench.services import Services
from coindex.workbench.standings import usual_sources
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.scheme.values import Scheme

router = APIRouter(route_class=Page)

SourceChoice = Annotated[str, Query(max_length=500)]


@router.get("/projects/{project}/documents/{document}")
def show_document(
    shell: ShellDep,
    project: ProjectDep,
    document: DocumentDep,
    visitor: VisitorDep,
    source: SourceChoice = "",
    correct: bool = False,
) -> HTMLResponse:
    """Show the visitor's own annotation, or another source's, which adjudicators may correct."""
    sources = list_annotations(project, document, visitor, shell.services)
    chosen = source or visitor.name
    others = {one.name for one in sources if one.kind == "annotator" and not one.mine}
    correctable = chosen in others and visitor.at_least("adjudicator")
    correcting = correct and correctable
    own = chosen == visitor.name or any(one.name == chosen and one.mine for one in sources)
    return shell.page(
        "tagging.html",
        frameable=True,
        project=project,
        document=document,
        sources=[one.name for one in sources],
        source=chosen,
        mine=own or correcting,
        correctable=correctable and not correcting,
        correcting=correcting,
        data=_data(shell.services, document, chosen, visitor) | {"correct": correcting},
        wanted=_wanted(document, chosen),
        modules=assets.scripts("shell", "reader", "model", "side", "tagging"),
        adjudicating=False,
        guidelines=_guidelines(shell.services.store.schemes.find(project.id)).html,
    )


@router.get("/projects/{project}/documents/{document}/adjudicate")
def adjudicate(
    shell: ShellDep,
    project: ProjectDep,
    document: DocumentDep,
    visitor: AdjudicatorDep,
    a: SourceChoice = "",
    b: SourceChoice = "",
    also: SeveralNames = (),
) -> HTMLResponse:
    """Show the differences of two sources or more; the adjudication is a separate source."""
    sources = [
        one.name
        for one in list_annotations(project, document, visitor, shell.services)
        if one.head is not None
    ]
    judged = [name for name in sources if name != ADJUDICATION]
    named = [name for name in dict.fromkeys((a, b, *also)) if name in judged]
    if len(named) < 2:
        store = shell.services.store
        kinds = {one.name: one.kind for one in store.revisions.sources(project.id)}
        named = usual_sources(store.revisions.heads([document.id]), kinds)[:MOST]
    first, second, *others = named if len(named) > 1 else ("", "")
    data = _data(shell.services, document, ADJUDICATION, visitor)
    return shell.page(
        "tagging.html",
        project=project,
        document=document,
        sources=judged,
        source=ADJUDICATION,
        mine=True,
        correctable=False,
        correcting=False,
        data=data | {"a": first, "b": second, "also": others, "resolver": "none"},
        wanted=_wanted(document, ADJUDICATION),
        modules=assets.scripts("shell", "reader", "model", "side", "tagging", "adjudication"),
        adjudicating=True,
        compared=named,
        guidelines=_guidelines(shell.services.store.schemes.find(project.id)).html,
    )


def _wanted(document: StoredDocument, source: str) -> list[str]:
    """Addresses that the page's script reads first; the browser fetches them along with the script,
    which matters where they are long.
    """
    path = f"/api/v1/projects/{document.project}/documents/{document.id}"
    return [f"{path}/text", f"{path}/tokens", f"{path}/annotations/{quote(source, safe='')}"]


def _data(
    services: Services, document: StoredDocument, source: str, visitor: Visitor
) -> dict[str, Any]:
    """Data for the page's script."""
    scheme = services.store.schemes.find(document.project)
    tuned = services.store.proposers.find(document.project) is not None
    groups = grouped_resolvers(resolvers(visitor))  # the usual ones first
    return {
        "database": services.store.database.id,
        "checksum": document.checksum,
        "project": document.project,
        "document": document.id,
        "source": source,
        "person": visitor.author,
        "resolver": TUNED if tuned else RESOLVER,
        "resolvers": [
            *([(TUNED, TUNED)] if tuned else []),
            *((one.name, one.title) for group in groups for one in group.resolvers),
        ],
        "lexicon": _lexicon(document.language),
        "scheme": None if scheme is None else _without_guidelines(scheme),
    }


def _without_guidelines(scheme: Scheme) -> dict[str, Any]:
    """The scheme with the ids of the sections of its guidelines."""
    values = {**scheme.values(), "sections": _guidelines(scheme).sections}
    return {name: value for name, value in values.items() if name != "guidelines"}


@lru_cache(32)
def _guidelines(scheme: Scheme | None) -> Guidelines:
    return rendered_guidelines("" if scheme is None else scheme.guidelines)


@cache
def _lexicon(language: str) -> dict[str, Any]:
    """Kinds of pronouns and words that begin definite
    descriptions, if the language is described.
    """
    if not language:
        return {"pronouns": {}, "definite": []}
    spoken = get_language(language.lower())
    return {
        "pronouns": {form: row.kind.value for form, row in pronouns(spoken.code).items()},
        "definite": sorted(
            spoken.words("grammar", "definite") | spoken.words("grammar", "demonstrative")
        ),
    }
