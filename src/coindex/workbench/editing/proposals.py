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
from coindex.workbench.cache import Cache
from coindex.workbench.editing.decisions import DecisionView, decided, views_of
from coindex.workbench.editing.layout import layout_of
from coindex.workbench.editing.resolution import GIVEN, Resolution, readable, resolution
from coindex.workbench.editing.stages import FRAGMENTER, Stages
from coindex.workbench.editing.states import EntityState, LinkState, MentionState, State
from coindex.workbench.presence import Waiting


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
PASSING = Waiting(1)
"""Number of passes at a time."""
A_DECISION, A_CANDIDATE = 2_000, 200
"""Approximate bytes of one in memory."""


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
    antecedent that it proposed. `places` are the indices of the mentions of the resolution in the
    list of the state, beyond its end for mentions that the resolver added.
    """

    resolution: Resolution
    places: list[int]
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
    def confirmed(self) -> bool:
        """Whether the annotator did not answer otherwise than proposed: then it is the pass of all
        who have not.
        """
        return all(_same(antecedent, answer) for _, antecedent, answer in self.answers)

    @property
    def size(self) -> int:
        """Approximate bytes; excerpts and mentions are counted with the parse."""
        return A_DECISION * len(self.resolution.decisions) + A_CANDIDATE * sum(
            len(decision.candidates) for decision in self.resolution.decisions
        )


class Passes:
    """The passes of a document that are cached: for the mentions of a state, the one of everybody
    who confirms what is proposed, and the last one of each person who does not.
    """

    def __init__(self, cache: Cache, document: Hashable, person: Hashable) -> None:
        self._cache, self._document, self._person = cache, document, person

    def find(self, given: Hashable, settled: _Settled, make: Callable[[], Pass]) -> Pass:
        """A pass over the mentions that holds; a new one if none is cached."""
        found = self._holding(given, settled)
        if found is None:
            # Annotators who begin together ask for the same pass. One at a time is no slower on two
            # processors, because resolvers share what they computed for the last document only.
            with PASSING:
                found = self._holding(given, settled)
                if found is None:
                    found = make()
                    own = not found.confirmed
                    self._cache.put(self._key(given, own=own), found, found.size)
        return found

    def _holding(self, given: Hashable, settled: _Settled) -> Pass | None:
        for own in (False, True):
            found = self._cache.find(self._key(given, own=own))
            if isinstance(found, Pass) and found.holds(settled):
                return found
        return None

    def _key(self, given: Hashable, *, own: bool) -> Hashable:
        return "proposals", self._document, given, (self._person,) if own else ()


def proposals(
    document: Document,
    state: dict[str, Any],
    resolver: str,
    anaphor: int | None = None,
    *,
    fragmenter: str = FRAGMENTER,
    parse: Parse = _parse,
    passes: Passes | None = None,
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
        return _pass(piece, shown, resolver, fragmenter, settled, places, len(bounds))

    if passes is None:
        done = make()
    else:
        mentions = tuple(_given(mention) for mention in shown.mentions)
        given = (resolver, fragmenter, first, end, tuple(places), len(bounds), mentions)
        done = passes.find(given, settled, make)
    return _proposed(done, anaphor, first, len(bounds))


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
) -> Pass:
    """Resolve an excerpt whose mentions have these `places` among all of the document."""
    answers: list[tuple[Mention, Mention | None, Mention | None]] = []

    def correct(anaphor: Mention, antecedent: Mention | None) -> Mention | None:
        answer = settled(anaphor, antecedent)
        answers.append((anaphor, antecedent, answer))
        return answer

    stages = Stages(fragmenter=fragmenter)
    with keeping_states():
        done = resolution(
            piece, resolver, shown, stages=stages, correct=correct, discarded_too=True
        )
    named = dict(zip(_names(shown.mentions), places, strict=True))
    fresh = count(count_of_all)
    listed = [done.layout.mention_state(mention) for mention in done.annotation.mentions]
    numbers = [named[name] if name in named else next(fresh) for name in _names(listed)]
    return Pass(done, numbers, answers)


def _proposed(done: Pass, anaphor: int | None, first: int, count_of_all: int) -> Proposed:
    """The decision on one mention, or all, of an excerpt that begins at token `first`."""
    resolved, decisions = done.resolution, done.resolution.decisions
    pairs = [*zip(resolved.annotation.mentions, done.places, strict=True)]
    if anaphor is not None:
        wanted = {mention for mention, place in pairs if place == anaphor}
        decisions = tuple(decision for decision in decisions if decision.anaphor in wanted)
    layout, annotation = resolved.layout, resolved.annotation
    views, more = views_of(layout, annotation, decisions, len(pairs), resolved.whole)
    added = [layout.mention_state(mention) for mention, place in pairs if place >= count_of_all]
    numbers = [*done.places, *islice(count(count_of_all + len(added)), len(more))]
    found = [_renumbered(view, numbers) for view in views]
    return Proposed(
        [view for view in found if anaphor in (None, view.anaphor)],
        [_moved(mention, first) for mention in (*added, *more)],
        resolved.glossary,
    )


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
