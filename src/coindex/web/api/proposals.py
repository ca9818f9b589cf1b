"""What a resolver proposes for the anaphor an annotator is about to decide."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from coindex.experiment.pipeline import RESOLVER
from coindex.web.api.of import Of
from coindex.web.editing.decided import DecisionView
from coindex.web.editing.parsing import checked_resolver
from coindex.web.editing.proposing import proposals
from coindex.web.editing.states import Index, MentionState, State
from coindex.web.names import Component
from coindex.web.problems import Refused, documented
from coindex.web.security.visitor import Me
from coindex.web.services import Here
from coindex.web.strict import Strict

router = APIRouter(prefix="/projects/{project}/documents/{document}", tags=["tagging"])


class Asked(Strict):
    """The state as it is on the page; `anaphor` is a place in its list of mentions, none: every anaphor."""

    annotation: State
    anaphor: Index | None = None
    resolver: Component = RESOLVER


class Proposals(BaseModel):
    """Decisions name mentions by their place in the annotation's list, or after its end in `more`."""

    resolver: str
    decisions: list[DecisionView]
    more: list[MentionState] = []


@router.post("/proposals", responses=documented(404), response_model_exclude_defaults=True)
def propose(document: Of, asked: Asked, _: Me, here: Here) -> Proposals:
    """Candidates in order, those dropped with the constraint that dropped them, and the one preferred.

    What the annotator has decided already is taken as it is. Nothing is stored.
    """
    asked.annotation.check(document.tokens)
    if asked.anaphor is not None and asked.anaphor >= len(asked.annotation.mentions):
        raise Refused(422, f"the annotation has no mention {asked.anaphor}")
    resolver = checked_resolver(asked.resolver)
    found = proposals(here.shelf.document(document), asked.annotation, resolver, asked.anaphor)
    return Proposals(resolver=resolver, decisions=found.decisions, more=found.more)
