"""A resolver's proposals for the anaphor that an annotator is about to resolve."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from coindex.core.document import Document, Span
from coindex.core.messages import Message
from coindex.pipeline.pipeline import RESOLVER
from coindex.workbench.api.annotations import base_state
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.editing.changes import Change, after
from coindex.workbench.editing.decisions import DecisionView
from coindex.workbench.editing.genders import genders
from coindex.workbench.editing.proposals import (
    FILE,
    Passes,
    certainty,
    listed_candidates,
    proposals,
)
from coindex.workbench.editing.resolution import readable
from coindex.workbench.editing.stages import checked_stages
from coindex.workbench.editing.states import MOST, Index, MentionState, State
from coindex.workbench.names import Component, Id, Name, OptionalComponent
from coindex.workbench.problems import Refused, documented
from coindex.workbench.proposer import bundled, named_resolver
from coindex.workbench.security.visitor import ProjectDep, ProtectedRoute, Visitor, VisitorDep
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import readable_sources
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.errors import NotStored
from coindex.workbench.strict import Strict

router = APIRouter(
    route_class=ProtectedRoute, prefix="/projects/{project}/documents/{document}", tags=["tagging"]
)


A_TOKEN = 1_000
"""Approximate bytes of a parsed token in memory."""


class Asked(Strict):
    """The state on the page; `anaphor` is an index into its mentions, or `null` for every anaphor.

    The state is given in full as `annotation`, or as changes to the revision `base` of a source.
    Without a parser, the document keeps its own parse; a detector is not needed, for the mentions
    are the annotator's.
    """

    annotation: State | None = None
    source: Name | None = None
    base: Id | None = None
    change: Change = Change()
    anaphor: Index | None = None
    resolver: Component = RESOLVER
    parser: OptionalComponent = ""
    fragmenter: OptionalComponent = ""


class Proposals(BaseModel):
    """Decisions refer to mentions by their index in the annotation's list, continued by `more`."""

    resolver: str
    decisions: list[DecisionView]
    more: list[MentionState] = []
    glossary: dict[str, str] = {}


@router.post(
    "/proposals",
    responses=documented(404),
    response_model_exclude_defaults=True,
    dependencies=LONG_WORK,
)
def propose(
    project: ProjectDep,
    document: DocumentDep,
    asked: Asked,
    visitor: VisitorDep,
    services: ServicesDep,
) -> Proposals:
    """Propose antecedents: candidates in order, rejected ones with their
    constraint, and the preferred one.

    Decisions that the annotator has already made are kept. Nothing is stored. The resolver `file`
    stands for the candidate lists that came with the annotation, as SUPAR's files have them.
    """
    return _proposals(services, project.id, document, asked, visitor)


def _proposals(
    services: Services, project: int, document: StoredDocument, asked: Asked, visitor: Visitor
) -> Proposals:
    state = _state(services, project, document, asked, visitor)
    if asked.anaphor is not None and asked.anaphor >= len(state.get("mentions", [])):
        raise Refused(
            422, Message("the annotation has no mention {anaphor}", anaphor=asked.anaphor)
        )
    if asked.resolver == FILE:
        listed = listed_candidates(services.shelf.document(document), state, asked.anaphor)
        return Proposals(
            resolver=FILE, decisions=listed.decisions, more=listed.more, glossary=listed.glossary
        )
    resolver = named_resolver(services, project, asked.resolver).resolver
    quick = bundled(resolver)
    stages = checked_stages(asked.parser, asked.fragmenter)

    def parse(excerpt: Document, tokens: Span) -> Document:
        if not stages.parser and any(token.upos for token in excerpt.tokens):
            return excerpt
        key = ("parse", document.id, tokens, stages.parser)
        return services.cache.of(
            key, lambda: readable(excerpt, stages), lambda parsed: A_TOKEN * len(parsed.tokens)
        )

    proposed = proposals(
        services.shelf.document(document),
        state,
        quick,
        asked.anaphor,
        fragmenter=stages.fragmenter,
        parse=parse,
        passes=Passes(services.cache, (document.id, stages.parser), visitor.id),
    )
    return Proposals(
        resolver=resolver,
        decisions=proposed.decisions,
        more=proposed.more,
        glossary=proposed.glossary,
    )


class Certain(BaseModel):
    """An anaphor by its index in the annotation's list, and how certain the resolver is about it,
    from 0 to 1.

    `antecedent` is an index into the same list; `null` if the resolver proposes none, several
    together, or a mention that the annotation does not have.
    """

    anaphor: int
    certainty: float
    antecedent: int | None = None


class WorkOrder(BaseModel):
    """Anaphors of the annotation, those about which the resolver is least certain first."""

    resolver: str
    anaphors: list[Certain]


@router.post("/proposals/order", responses=documented(404), dependencies=LONG_WORK)
def order_anaphors(
    project: ProjectDep,
    document: DocumentDep,
    asked: Asked,
    visitor: VisitorDep,
    services: ServicesDep,
) -> WorkOrder:
    """Order anaphors by how certain a resolver is about them. Nothing is stored."""
    proposed = _proposals(
        services, project.id, document, asked.model_copy(update={"anaphor": None}), visitor
    )
    last = len(_state(services, project.id, document, asked, visitor).get("mentions", []))
    certain = [
        Certain(
            anaphor=one.anaphor,
            certainty=round(certainty(one), 4),
            antecedent=_single(one, last),
        )
        for one in proposed.decisions
    ]
    certain.sort(key=lambda one: (one.certainty, one.anaphor))
    return WorkOrder(resolver=proposed.resolver, anaphors=certain)


def _single(decision: DecisionView, end: int) -> int | None:
    """The one antecedent of a decision among the first `end` mentions."""
    antecedent = decision.antecedent
    together = decision.together or antecedent is None or antecedent >= end
    return None if together else antecedent


class Described(Strict):
    """Mentions of the page's state."""

    mentions: Annotated[list[MentionState], Field(max_length=MOST)]


class Genders(BaseModel):
    """`Masc`, `Fem`, `Neut` or the empty string for each mention."""

    genders: list[str]


@router.post("/genders", responses=documented(404))
def tell_genders(
    project: ProjectDep, document: DocumentDep, described: Described, services: ServicesDep
) -> Genders:
    """Tell the genders of mentions as far as the lexicon has them. Nothing is stored."""
    State(mentions=described.mentions).check(document.tokens)
    return Genders(genders=genders(services.shelf.document(document), described.mentions))


def _state(
    services: Services, project: int, document: StoredDocument, asked: Asked, visitor: Visitor
) -> dict[str, Any]:
    if asked.annotation is not None and asked.source is None and asked.base is None:
        asked.annotation.check(document.tokens)
        return asked.annotation.stored()
    if asked.annotation is not None or asked.source is None or asked.base is None:
        raise Refused(422, "give either `annotation`, or `source` and its revision `base`")
    asked.change.check(document.tokens)
    (source,) = readable_sources(services, project, [asked.source], visitor)
    before = base_state(services, document, source, asked.base)
    if before is None:
        raise NotStored(Message("revision {base} of this source was not found", base=asked.base))
    return after(before, asked.change.stored())
