"""The candidate lists that came with an annotation, shown like a resolver's proposals."""

from __future__ import annotations

from typing import Any

from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.formats.supar.candidates import noted_decisions
from coindex.workbench.editing.decisions import DecisionView, decided
from coindex.workbench.editing.layout import laid_out
from coindex.workbench.editing.proposals import Proposed
from coindex.workbench.editing.resolution import GIVEN
from coindex.workbench.editing.states import State

FILE = "file"
"""Stands for the lists where a resolver is named."""
REJECTED = "not among CONSTRAINTS"
TERMS = {
    REJECTED: (
        "the file lists it among the antecedents, but not among those that satisfy the constraints"
    )
}


def listed_candidates(
    document: Document, state: dict[str, Any], anaphor: int | None = None
) -> Proposed:
    """The lists of one mention of a state, or of all that have some."""
    shown = State.model_validate(state)
    layout = laid_out(document, [shown])
    annotation = layout.annotation(shown, GIVEN)
    decisions = tuple(noted_decisions(Annotated(layout.document, annotation), rejected=REJECTED))
    view = decided(layout, annotation, decisions, TERMS)
    chosen = [
        _plain(decision) for decision in view.decisions if anaphor in (None, decision.anaphor)
    ]
    return Proposed(chosen, view.more, view.glossary)


def _plain(decision: DecisionView) -> DecisionView:
    """Without scores, which the files do not have."""
    candidates = [candidate.model_copy(update={"score": None}) for candidate in decision.candidates]
    return decision.model_copy(update={"candidates": candidates})
