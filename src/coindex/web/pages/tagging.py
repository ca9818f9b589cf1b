"""The tagging tool: annotating a document, and adjudicating two annotations of it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from coindex.annotation.documents import Stored
from coindex.experiment.pipeline import RESOLVER
from coindex.language.languages import get_language
from coindex.language.pronouns import pronouns
from coindex.web import assets
from coindex.web.api.annotations import list_annotations
from coindex.web.api.of import Of
from coindex.web.pages.reading import resolvers
from coindex.web.pages.shell import Page, Shell
from coindex.web.security.visitor import ADJUDICATION, Adjudicator, In, Me, Visitor
from coindex.web.services import Services

router = APIRouter(route_class=Page)

SourceChoice = Annotated[str, Query(max_length=500)]


@router.get("/projects/{project}/documents/{document}")
def show_document(shell: Shell, project: In, document: Of, me: Me, source: SourceChoice = "") -> HTMLResponse:
    """One's own annotation, or another source's to be looked at."""
    sources = list_annotations(project, document, me, shell.here)
    chosen = source or me.name
    return shell.page(
        "tagging.html",
        project=project,
        document=document,
        sources=[one.name for one in sources],
        source=chosen,
        mine=chosen == me.name or any(one.name == chosen and one.mine for one in sources),
        data=_data(shell.here, document, chosen, me),
        modules=assets.scripts("shell", "text", "model", "side", "tagging"),
        adjudicating=False,
    )


@router.get("/projects/{project}/documents/{document}/adjudicate")
def adjudicate(
    shell: Shell, project: In, document: Of, me: Adjudicator, a: SourceChoice = "", b: SourceChoice = ""
) -> HTMLResponse:
    """Walks through the differences of two sources; the outcome is a source of its own."""
    sources = [one.name for one in list_annotations(project, document, me, shell.here) if one.head is not None]
    judged = [name for name in sources if name != ADJUDICATION]
    first = a if a in judged else next(iter(judged), "")
    second = b if b in judged else next((name for name in judged if name != first), "")
    data = _data(shell.here, document, ADJUDICATION, me)
    return shell.page(
        "tagging.html",
        project=project,
        document=document,
        sources=judged,
        source=ADJUDICATION,
        mine=True,
        data=data | {"a": first, "b": second, "resolver": "none"},
        modules=assets.scripts("shell", "text", "model", "side", "tagging", "adjudication"),
        adjudicating=True,
    )


def _data(here: Services, document: Stored, source: str, me: Visitor) -> dict[str, Any]:
    """What the page's script starts from."""
    return {
        "database": here.store.database.id,
        "checksum": document.checksum,
        "project": document.project,
        "document": document.id,
        "source": source,
        "resolver": RESOLVER,
        "resolvers": [one.name for one in resolvers(me)],
        "lexicon": _lexicon(document.language),
    }


@cache
def _lexicon(language: str) -> dict[str, Any]:
    """Kinds of pronouns and words that begin definite descriptions, as far as the language is described."""
    if not language:
        return {"pronouns": {}, "definite": []}
    spoken = get_language(language.lower())
    return {
        "pronouns": {form: row.kind.value for form, row in pronouns(spoken.code).items()},
        "definite": sorted(spoken.words("grammar", "definite") | spoken.words("grammar", "demonstrative")),
    }
