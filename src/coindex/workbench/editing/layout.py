"""A document with annotators' zero pronouns as empty tokens, and conversion in both directions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from coindex.core.annotation import Annotation, Entity, Kind, Link, Mention, Source
from coindex.core.document import Arc, Document, Fragment, Multiword, Sentence, Span, Token
from coindex.formats.jsonl.writer import Numbers
from coindex.workbench.editing.states import EntityState, LinkState, MentionState, State
from coindex.workbench.editing.zeros import zero_before

RELATION = "nsubj"
"""The relation of a zero pronoun to its verb."""


@dataclass(frozen=True)
class Layout:
    """`hosts` are the tokens zero pronouns stand before, in order; a verb
    with two of them is there twice.

    `document` has them as empty tokens, so all indices after them are larger than in the stored
    document.
    """

    document: Document
    hosts: tuple[int, ...] = ()

    def index(self, token: int) -> int:
        """Index of a token of the stored document; its zero pronouns come before it."""
        return token + bisect_right(self.hosts, token)

    def span(self, start: int, end: int) -> Span:
        """A span of the stored document; zero pronouns at its edge stay
        outside, as they depend on what follows.
        """
        return Span(self.index(start), self.index(end - 1) + 1)

    def zero(self, host: int, number: int) -> int:
        """The empty token of the n-th zero pronoun of a verb."""
        return host + bisect_left(self.hosts, host) + number

    def token(self, index: int) -> int | None:
        """The stored document's index of a token; `None` for an inserted zero pronoun."""
        before = bisect_left(self._zeros, index)
        return (
            None if before < len(self._zeros) and self._zeros[before] == index else index - before
        )

    @cached_property
    def _zeros(self) -> tuple[int, ...]:
        return tuple(host + place for place, host in enumerate(self.hosts))

    def annotation(self, state: State, source: Source) -> Annotation:
        """The state as an annotation of this document."""
        seen: Counter[int] = Counter()
        mentions = tuple(self._mention(mention, seen) for mention in state.mentions)
        return Annotation(
            self.document.id,
            source,
            mentions,
            tuple(
                Entity(
                    e.id, _in_order(mentions[n] for n in e.mentions), e.type, _pairs(e.attributes)
                )
                for e in state.entities
            ),
            tuple(
                Link(
                    mentions[k.anaphor],
                    tuple(mentions[n] for n in k.antecedents),
                    k.relation,
                    k.subtype,
                    k.optional,
                    _pairs(k.attributes),
                )
                for k in state.links
            ),
            _pairs(state.attributes),
        )

    def _mention(self, state: MentionState, seen: Counter[int]) -> Mention:
        rest = (state.id, state.reference, state.subtype, _pairs(state.attributes))
        if state.zero is not None:
            place = self.zero(state.zero, seen[state.zero])
            seen[state.zero] += 1
            return Mention((Span(place, place + 1),), place, Kind.ZERO, None, *rest)
        parts = tuple(self.span(*part) for part in state.parts)
        head = None if state.head is None else self.index(state.head)
        minimum = None if state.minimum is None else self.span(*state.minimum)
        return Mention(parts, head, state.kind, minimum, *rest)

    def state(self, annotation: Annotation) -> State:
        """The annotation as a state."""
        numbers = Numbers(annotation.mentions)
        taken: set[int] = set()
        entities = [
            EntityState(
                id=e.id,
                mentions=[_own(m, numbers, taken) for m in e.mentions],
                type=e.type,
                attributes=list(e.attributes),
            )
            for e in annotation.entities
        ]
        links = [
            LinkState(
                anaphor=numbers[k.anaphor],
                antecedents=[numbers[m] for m in k.antecedents],
                relation=k.relation,
                subtype=k.subtype,
                optional=k.optional,
                attributes=list(k.attributes),
            )
            for k in annotation.links
        ]
        mentions = [self.mention_state(mention) for mention in numbers.mentions]
        return State(
            mentions=mentions,
            entities=entities,
            links=links,
            attributes=list(annotation.attributes),
        )

    def mention_state(self, mention: Mention) -> MentionState:
        rest: dict[str, Any] = {
            "id": mention.id,
            "kind": mention.kind,
            "reference": mention.reference,
            "subtype": mention.subtype,
            "attributes": list(mention.attributes),
        }
        zero = self.zero_at(mention.parts)
        if zero is not None:
            return MentionState(zero=zero, **rest)
        return MentionState(
            parts=list(self.stored_parts(mention.parts)),
            head=None if mention.head is None else self.token(mention.head),
            minimum=None
            if mention.minimum is None
            else next(self.stored_parts([mention.minimum]), None),
            **rest,
        )

    def zero_at(self, parts: Sequence[Span]) -> int | None:
        """The verb of an inserted zero pronoun; `None` for anything else."""
        start, end = parts[0].start, parts[-1].end
        if not self.hosts or end != start + 1 or self.token(start) is not None:
            return None
        return self.hosts[bisect_left(self._zeros, start)]

    def stored_parts(self, parts: Iterable[Span]) -> Iterator[tuple[int, int]]:
        """Spans in tokens of the stored document."""
        for part in parts:
            inside = [token for index in range(*part) if (token := self.token(index)) is not None]
            if inside:
                yield inside[0], inside[-1] + 1


def layout_of(document: Document, states: Sequence[State]) -> Layout:
    """A layout that fits all these states: each verb has as many
    zero pronouns as in any of them.
    """
    most: Counter[int] = Counter()
    for state in states:
        most |= Counter(mention.zero for mention in state.mentions if mention.zero is not None)
    hosts = tuple(sorted(most.elements()))
    return Layout(document) if not hosts else Layout(with_zeros(document, hosts), hosts)


def with_zeros(document: Document, hosts: tuple[int, ...]) -> Document:
    """The document with an empty token before each of the hosts, which are in order."""
    plan = Layout(document, hosts)
    zeros = Counter(hosts)
    tokens: list[Token] = []
    arcs: list[tuple[Arc, ...]] = []
    for index, token in enumerate(document.tokens):
        for _ in range(zeros[index]):
            tokens.append(_zero(document, index))
            arcs.append(())
        head = token.head if token.head is None or token.head < 0 else plan.index(token.head)
        tokens.append(token._replace(head=head))
        if document.arcs:
            moved = (
                Arc(a.head if a.head < 0 else plan.index(a.head), a.probability)
                for a in document.arcs[index]
            )
            arcs.append(tuple(moved))
    sentences = tuple(_moved(sentence, plan) for sentence in document.sentences)
    return replace(
        document,
        tokens=tuple(tokens),
        sentences=sentences,
        arcs=tuple(arcs) if document.arcs else (),
    )


def _zero(document: Document, host: int) -> Token:
    """The enhanced dependency of a zero pronoun on its verb."""
    deps = ""
    if document.sentences:
        first = document.sentence_of(host).span.start
        deps = f"{sum(not token.empty for token in document.tokens[first : host + 1])}:{RELATION}"
    return zero_before(document.tokens[host], deps)


def _moved(sentence: Sentence, plan: Layout) -> Sentence:
    start, end = sentence.span
    first = plan.zero(start, 0)
    return sentence._replace(
        span=Span(first, plan.index(end - 1) + 1),
        multiwords=tuple(
            Multiword(plan.span(*word.span), *word[1:]) for word in sentence.multiwords
        ),
        fragments=tuple(
            Fragment(plan.index(f.root), f.parent, tuple(map(plan.index, f.sites)))
            for f in sentence.fragments
        ),
    )


def _own(mention: Mention, numbers: Numbers, taken: set[int]) -> int:
    """Duplicate mentions that are in two entities, as in some corpora."""
    number = numbers[mention]
    if number in taken:
        number = len(numbers.mentions)
        numbers.mentions.append(mention._replace(id=""))
    taken.add(number)
    return number


def _in_order(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    return tuple(sorted(mentions, key=lambda mention: (mention.start, -mention.end)))


def _pairs(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in pairs)
