"""Names the candidates that a resolver only counted as dropped, with their constraint."""

from __future__ import annotations

from dataclasses import replace

from coindex.core.annotation import Annotation
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document
from coindex.language.discourse.discourse import discourse
from coindex.ranking import agreement, binding, containment, preceding

BACK = 4
"""Sentences before the anaphor's own, as in SUPAR's tagging tool."""


def with_discarded(document: Document, mentions: Annotation, decision: Decision) -> Decision:
    view = discourse(document, mentions)
    anaphor = view.by_mention.get(decision.anaphor)
    if anaphor is None:
        return decision
    listed = {candidate.mention for candidate in decision.candidates}
    discarded = [
        Candidate(other.mention, reason)
        for other in preceding(anaphor, back=BACK)
        if other.mention not in listed
        and (
            reason := agreement(anaphor, other)
            or binding(anaphor, other)
            or containment(anaphor, other)
        )
    ]
    return replace(decision, candidates=(*decision.candidates, *discarded))
