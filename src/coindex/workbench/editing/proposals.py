"""A resolver's proposals, given what an annotator has decided."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from itertools import count, islice
from typing import Any, NamedTuple

from coindex.core.annotation import Annotated, Annotation, Mention, Reference
from coindex.core.document import Document, Span
from coindex.formats.supar.candidates import noted_decisions
from coindex.models.antecedents import keeping_states
from coindex.workbench.editing.decisions import DecisionView, decided
from coindex.workbench.editing.layout import layout_of
from coindex.workbench.editing.resolution import GIVEN, readable, resolve
from coindex.workbench.editing.stages import FRAGMENTER, Stages
from coindex.workbench.editing.states import EntityState, LinkState, MentionState, State


def certainty(decision: DecisionView) -> float:
    """The probability of the decision, if the resolver estimates it. Otherwise, the margin between
    its two best candidates as a proportion of their scores: 1 if there is one candidate, 0 if
    there is none.
    """
    if decision.confidence is not None:
        return decision.confidence
    scores = sorted(
        (one.score or 0.0 for one in decision.candidates if not one.rejected), reverse=True
    )
    if decision.antecedent is None or not scores:
        return 0.0
    if len(scores) == 1:
        return 1.0
    best, second = scores[:2]
    size = abs(best) + abs(second)
    return (best - second) / size if size else 0.0


LONG = 2_000
"""Number of tokens above which a resolver sees only an excerpt, of about as many tokens."""
BLOCK = 500
"""Number of tokens whose anaphors share an excerpt, which ends with the last sentence of them."""


Parse = Callable[[Document, Span], Document]
"""An excerpt with a parse, and the tokens of the whole document that it covers, by which it is
cached.
"""


def _parse(excerpt: Document, _: Span) -> Document:
    return readable(excerpt)


class Proposed(NamedTuple):
    """Mentions are given by their index in the state's list; mentions
    that the resolver adds follow it.
    """

    decisions: list[DecisionView]
    more: list[MentionState]
    glossary: dict[str, str]


class Pass(NamedTuple):
    """What a resolver did with the mentions of an excerpt, and the annotator's answer to each
    antecedent that it proposed. `numbers` are the indices of the decisions' mentions in the list of
    the state.
    """

    proposed: Proposed
    numbers: list[int]
    answers: list[tuple[Mention, Mention | None, Mention | None]]

    def holds(self, settled: _Settled) -> bool:
        """Whether the resolver would do the same after other decisions of the annotator: it would,
        if all the answers are the same.

        This is so as long as the annotator confirms what is proposed.
        """
        return all(
            _same(settled(anaphor, antecedent), answer)
            for anaphor, antecedent, answer in self.answers
        )

    @property
    def size(self) -> int:
        """Approximate bytes."""
        decisions = self.proposed.decisions
        return 1_500 * sum(1 + len(decision.candidates) for decision in decisions)


Recall = Callable[[Hashable, Callable[[], Pass], Callable[[Pass], bool]], Pass]
"""The pass of a key: one that is cached and holds, or a new one."""


def _computed(_: Hashable, make: Callable[[], Pass], __: Callable[[Pass], bool]) -> Pass:
    return make()


def proposals(
    document: Document,
    state: dict[str, Any],
    resolver: str,
    anaphor: int | None = None,
    *,
    fragmenter: str = FRAGMENTER,
    parse: Parse = _parse,
    recall: Recall = _computed,
) -> Proposed:
    """The decision on one mention of a state, or on all that the resolver takes for anaphors.

    The state is given as stored, because only a part of a long one is read.
    """
    bounds = [_bounds(mention) for mention in state.get("mentions", [])]
    first, end = (
        (0, len(document.tokens)) if anaphor is None else _part(document, bounds[anaphor][1])
    )
    places = [
        place for place, (begin, behind) in enumerate(bounds) if first <= begin and behind <= end
    ]
    piece, shown = (
        parse(_excerpt(document, first, end), Span(first, end)),
        _shown(state, places, first),
    )
    settled = _settled(piece, shown)

    def make() -> Pass:
        return _pass(piece, shown, resolver, fragmenter, settled, places, len(bounds), first)

    given = tuple(_given(mention) for mention in shown.mentions)
    done = recall((first, end, tuple(places), len(bounds), given), make, lambda p: p.holds(settled))
    decisions, more, glossary = done.proposed
    chosen = [
        _renumbered(decision, done.numbers)
        for decision in decisions
        if anaphor in (None, done.numbers[decision.anaphor])
    ]
    return Proposed(chosen, more, glossary)


def _given(mention: MentionState) -> Hashable:
    """What a resolver is told of a mention."""
    refers = mention.reference != Reference.NONREFERENTIAL
    parts, zero = tuple(mention.parts), mention.zero
    return mention.id, parts, zero, mention.kind, mention.head, mention.minimum, refers


def _pass(
    piece: Document,
    shown: State,
    resolver: str,
    fragmenter: str,
    settled: _Settled,
    places: list[int],
    count_of_all: int,
    first: int,
) -> Pass:
    """Resolve an excerpt that begins at token `first`; its mentions have these `places` among all
    of the document.
    """
    answers: list[tuple[Mention, Mention | None, Mention | None]] = []

    def correct(anaphor: Mention, antecedent: Mention | None) -> Mention | None:
        answer = settled(anaphor, antecedent)
        answers.append((anaphor, antecedent, answer))
        return answer

    stages = Stages(fragmenter=fragmenter)
    with keeping_states():
        resolution = resolve(
            piece, resolver, shown, stages=stages, correct=correct, discarded_too=True
        )
    named = dict(zip(_names(shown.mentions), places, strict=True))
    names = _names(resolution.annotation.mentions)
    more = [
        m
        for m, name in zip(resolution.annotation.mentions, names, strict=True)
        if name not in named
    ]
    more += resolution.more
    fresh = count(count_of_all)
    numbers = [named[name] if name in named else next(fresh) for name in names]
    numbers += islice(fresh, len(resolution.more))
    moved = [_moved(mention, first) for mention in more]
    return Pass(Proposed(resolution.decisions, moved, resolution.glossary), numbers, answers)


def _names(mentions: list[MentionState]) -> list[object]:
    """Key of each mention: its tokens, and a number if several have the same tokens."""
    seen: Counter[object] = Counter()
    names: list[object] = []
    for mention in mentions:
        tokens = (tuple(mention.parts), mention.zero)
        names.append((tokens, seen[tokens]))
        seen[tokens] += 1
    return names


def _renumbered(decision: DecisionView, numbers: list[int]) -> DecisionView:
    return decision.model_copy(
        update={
            "anaphor": numbers[decision.anaphor],
            "antecedent": None if decision.antecedent is None else numbers[decision.antecedent],
            "candidates": [
                c.model_copy(update={"mention": numbers[c.mention]}) for c in decision.candidates
            ],
            "refused": [(numbers[mention], reason) for mention, reason in decision.refused],
            "together": [numbers[mention] for mention in decision.together],
            "related": None if decision.related is None else numbers[decision.related],
        }
    )


def _settled(document: Document, state: State) -> _Settled:
    layout = layout_of(document, [state])
    return _Settled(layout.annotation(state, GIVEN))


class _Settled:
    """The annotator's decisions for a resolver's `correct`."""

    def __init__(self, annotation: Annotation) -> None:
        self._entity = {
            mention.parts: number
            for number, entity in enumerate(annotation.entities)
            for mention in entity.mentions
        }
        self._antecedents: Mapping[object, Mention] = {
            later.parts: earlier
            for entity in annotation.entities
            for earlier, later in zip(entity.mentions, entity.mentions[1:], strict=False)
        }
        self._first = {
            entity.mentions[0].parts for entity in annotation.entities if not entity.singleton
        }
        self._without = {
            mention.parts
            for mention in annotation.mentions
            if mention.reference not in (Reference.UNMARKED, Reference.ANAPHORIC)
        }

    def __call__(self, anaphor: Mention, antecedent: Mention | None) -> Mention | None:
        if antecedent is not None:
            entity = self._entity.get(anaphor.parts)
            if entity is not None and entity == self._entity.get(antecedent.parts):
                return antecedent
        if anaphor.parts in self._antecedents:
            return self._antecedents[anaphor.parts]
        decided = anaphor.parts in self._without or anaphor.parts in self._first
        return None if decided else antecedent


def _same(one: Mention | None, other: Mention | None) -> bool:
    return (None if one is None else one.parts) == (None if other is None else other.parts)


def _bounds(mention: dict[str, Any]) -> tuple[int, int]:
    """First token of a stored mention, and the one after its last."""
    zero = mention.get("zero")
    return (mention["parts"][0][0], mention["parts"][-1][1]) if zero is None else (zero, zero + 1)


def _part(document: Document, behind: int) -> tuple[int, int]:
    """Whole sentences that end with the anaphor's block; all of them if the document is short
    enough.
    """
    if len(document.tokens) <= LONG or not document.sentences:
        return 0, len(document.tokens)
    starts = [sentence.span.start for sentence in document.sentences]
    block = min(len(document.tokens), -(-behind // BLOCK) * BLOCK)
    end = document.sentences[bisect_right(starts, block - 1) - 1].span.end
    first = bisect_right(starts, max(0, end - LONG)) - 1
    return starts[max(0, first)], end


def _excerpt(document: Document, first: int, end: int) -> Document:
    """An excerpt of a document with its own token indices; character offsets
    stay those of the whole document.
    """
    if first == 0 and end == len(document.tokens):
        return document

    def inside(head: int | None) -> int | None:
        if head is None or head < 0:
            return head
        return head - first if first <= head < end else None

    tokens = tuple(token._replace(head=inside(token.head)) for token in document.tokens[first:end])
    sentences = tuple(
        s._replace(span=Span(s.span.start - first, s.span.end - first), multiwords=(), fragments=())
        for s in document.sentences
        if first <= s.span.start < end
    )
    return replace(document, tokens=tokens, sentences=sentences, arcs=(), blocks=())


def _shown(state: dict[str, Any], places: list[int], first: int) -> State:
    """The part of a state about these mentions, for an excerpt that begins at token `first`."""
    if first == 0 and len(places) == len(state.get("mentions", [])):
        return State.model_validate(state)
    new = {place: number for number, place in enumerate(places)}
    mentions = [
        _moved(MentionState.model_validate(state["mentions"][place]), -first) for place in places
    ]
    entities = [
        EntityState(id=entity["id"], mentions=kept, type=entity.get("type", ""))
        for entity in state.get("entities", [])
        if (kept := [new[number] for number in entity["mentions"] if number in new])
    ]
    links = [
        LinkState(
            anaphor=new[link["anaphor"]],
            antecedents=[new[number] for number in link["antecedents"]],
        )
        for link in state.get("links", [])
        if link["anaphor"] in new and all(number in new for number in link["antecedents"])
    ]
    return State(mentions=mentions, entities=entities, links=links)


def _moved(mention: MentionState, by: int) -> MentionState:
    def moved(span: tuple[int, int]) -> tuple[int, int]:
        return span[0] + by, span[1] + by

    return mention.model_copy(
        update={
            "parts": [moved(part) for part in mention.parts],
            "zero": None if mention.zero is None else mention.zero + by,
            "head": None if mention.head is None else mention.head + by,
            "minimum": None if mention.minimum is None else moved(mention.minimum),
        }
    )


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
    layout = layout_of(document, [shown])
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
