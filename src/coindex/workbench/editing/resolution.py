"""Resolves documents and texts."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from coindex.core import registry
from coindex.core.annotation import Annotation, Source
from coindex.core.chains import resolved
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.protocols import Correct
from coindex.core.steps import Listener, watching
from coindex.language.discourse.discourse import discourse
from coindex.measures.projection import same_tokens
from coindex.pipeline.explanation import reasoned
from coindex.pipeline.pipeline import DETECTOR, Pipeline, interpreted
from coindex.pipeline.pipeline import decided as all_decisions
from coindex.ranking import agreement, binding, containment, preceding
from coindex.workbench.editing.decisions import Decided, decided, glossary_of
from coindex.workbench.editing.layout import Layout, layout_of
from coindex.workbench.editing.parses import HEAVY, parsed
from coindex.workbench.editing.stages import USUAL, Stages
from coindex.workbench.editing.states import State
from coindex.workbench.presence import check
from coindex.workbench.progress import tell

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


GIVEN = Source("given", "human")


class Resolution(NamedTuple):
    """What a resolver did with a document: decisions with their reasons, and the chains that follow
    from them. `whole` is the document with the parse that the resolver saw.
    """

    resolver: str
    layout: Layout
    whole: Document
    annotation: Annotation
    decisions: tuple[Decision, ...]

    @property
    def glossary(self) -> dict[str, str]:
        """In the language of whoever asks."""
        return glossary_of(self.resolver, self.layout.document)


def resolve(
    document: Document, resolver: str, state: State | None = None, *, stages: Stages = USUAL
) -> Decided:
    """Resolve given or detected mentions of a document."""
    done = resolution(document, resolver, state, stages=stages)
    return decided(done.layout, done.annotation, done.decisions, done.glossary, done.whole)


def resolution(
    document: Document,
    resolver: str,
    state: State | None = None,
    *,
    stages: Stages = USUAL,
    correct: Correct | None = None,
    discarded_too: bool = False,
) -> Resolution:
    """Resolve given or detected mentions of a document; `discarded_too`:
    decisions name dropped candidates.
    """
    layout = layout_of(document, [] if state is None else [state])
    whole = stages.fragmented(readable(layout.document, stages))
    given = None if state is None else layout.annotation(state, GIVEN)

    def watch(decision: Decision) -> None:
        check()
        tell(f"resolving with {resolver}", max(0, decision.anaphor.start), len(whole.tokens))

    with HEAVY:
        tell("finding mentions")
        with watching(_telling("finding mentions")):
            mentions = (
                stages.mentions(whole, resolver)
                if given is None
                else Pipeline(detector="gold").mentions(whole, given)
            )
        tell(f"resolving with {resolver}", 0, len(whole.tokens))
        with watching(_telling("reading the document")):
            decisions = all_decisions(
                registry.build("resolvers", resolver), whole, mentions, correct=correct, watch=watch
            )
        with watching(_telling("collecting reasons")):
            decisions = reasoned(whole, decisions, resolver)
        if discarded_too:
            decisions = tuple(with_discarded(whole, mentions, decision) for decision in decisions)
    annotation = resolved(whole, mentions, decisions, source=Source(resolver, "system"))
    return Resolution(resolver, layout, whole, annotation, decisions)


def _telling(stage: str) -> Listener:
    """Tells how far a component is, and ends it if nobody waits any more."""

    def tell_step(done: int, total: int) -> None:
        check()
        tell(stage, done, total)

    return tell_step


def readable(document: Document, stages: Stages = USUAL) -> Document:
    """The document with a parse on the same tokens."""
    reparsed = stages.parsed(document) if stages.parser else parsed(document)
    if not same_tokens(document, reparsed):
        raise CoindexError(
            Message(
                "{document} has tokens that {parser} cannot keep as they are (empty ones, "
                "or parts of a contraction): upload it with its parse",
                document=document.id,
                parser=stages.parser or "the parser",
            )
        )
    return interpreted(reparsed)


def detected(document: Document) -> Annotation:
    with HEAVY:
        return Pipeline(detector=DETECTOR).mentions(readable(document))
