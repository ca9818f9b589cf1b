"""Texts that are rewritten so that they stand on their own; nothing is stored."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from coindex.core.annotation import Annotated as Item
from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.core.messages import Message
from coindex.pipeline.pipeline import PARSER, RESOLVER, Pipeline
from coindex.texts.rewriting.choices import SURE, Choices
from coindex.texts.rewriting.rewriter import Rewriter
from coindex.workbench.api.documents import Language, Text
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.editing.parses import checked_resolver
from coindex.workbench.names import Component
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import ProtectedRoute, VisitorDep
from coindex.workbench.services import ServicesDep
from coindex.workbench.strict import Strict

router = APIRouter(route_class=ProtectedRoute, prefix="/rewrite", tags=["resolving"])
Kind = Literal["pronouns", "nominals", "zeros"]


class ToRewrite(Strict):
    """A text and what to make explicit in it."""

    text: Text
    resolver: Component = RESOLVER
    language: Language = ""
    kinds: Annotated[list[Kind], Field(min_length=1, max_length=3)] = ["pronouns", "zeros"]
    min_confidence: Annotated[float, Field(ge=0, le=1)] = SURE
    only: Literal["all", "ambiguous", "far"] = "all"
    style: Literal["name", "description"] = "name"
    quotations: bool = False
    repeat: Literal["sentence", "clause", "any"] = "sentence"


class Mark(BaseModel):
    """Characters of the old text with their replacement, or without one if they stay."""

    start: int
    end: int
    old: str
    new: str
    reason: str


class RewrittenText(BaseModel):
    text: str
    resolver: str
    replaced: int
    left: dict[str, int]
    marks: list[Mark]


@router.post("", responses=documented(413), dependencies=LONG_WORK)
def rewrite_text(asked: ToRewrite, _: VisitorDep, services: ServicesDep) -> RewrittenText:
    """Replace pronouns with names where that is safe; each change has its reason."""
    most = services.settings.scratch
    if len(asked.text) > most:
        raise Refused(
            413,
            Message(
                "{count:,} characters are more than {most:,}; rewrite the text in parts, "
                "or its file on the command line",
                count=len(asked.text),
                most=most,
            ),
        )
    resolver = RESOLVER if asked.resolver == RESOLVER else checked_resolver(asked.resolver)
    choices = Choices(
        tuple(asked.kinds),
        asked.min_confidence,
        asked.only,
        asked.style,
        asked.quotations,
        asked.repeat,
    )
    parser = f"{PARSER}(language={asked.language!r})" if asked.language else PARSER
    document = Document("text", asked.text, asked.language)
    rewriter = Rewriter(Pipeline(parser, resolver=resolver), choices)
    rewriting = rewriter(Item(document, Annotation(document.id)))
    return RewrittenText(
        text=rewriting.text,
        resolver=rewriting.resolver,
        replaced=rewriting.replaced,
        left=rewriting.reasons,
        marks=[Mark(**mark._asdict()) for mark in rewriting.marks],
    )
