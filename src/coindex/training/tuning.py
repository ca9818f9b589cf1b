"""Fits the weights of a resolver to annotated documents, and measures the gain on held-out
documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Source
from coindex.core.chains import resolved
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.protocols import Counts, Listing, LogLinear, Measure, Resolver, Tunable
from coindex.measures.headline import Headline
from coindex.measures.pair import Pair
from coindex.measures.projection import project
from coindex.measures.purposes import SUCCESS
from coindex.measures.scores import total
from coindex.measures.significance import (
    ResampledDifference,
    Value,
    paired_bootstrap,
    randomisation,
)
from coindex.pipeline.pipeline import Pipeline, given
from coindex.training.loglinear import AnaphorChoice, pooled, rounded
from coindex.training.search import Judge, Weights, climb, tidied

FITS = 3
"""How often log-linear weights are fitted, each time with the previous ones."""
PENALTY = 5.0
"""The cost of the square of a log-linear weight, relative to the logarithm of a probability."""


class Example(NamedTuple):
    """A document as the resolver gets it, and the key, which may have other tokens."""

    key: Annotated
    document: Document
    mentions: Annotation


def examples(
    pipeline: Pipeline, items: Iterable[Annotated], *, own: bool = False
) -> Iterator[Example]:
    """Examples; parsing, fragmenting and detection do not depend on weights, so they are done once.

    A key without a parse of its own is mapped to the parser's, which has heads. `own` keeps the
    parse of a document that has one.
    """
    for item in items:
        analysed = own and any(token.upos for token in item.document.tokens)
        laid = given(
            pipeline, item.document if analysed else next(pipeline.parsed([item.document])), item
        )
        key = item if any(token.head is not None for token in item.document.tokens) else laid
        document = pipeline.fragmented(laid.document)
        yield Example(key, document, pipeline.mentions(document, laid.annotation))


def weights_of(resolver: Resolver) -> dict[str, float]:
    """The weights of a resolver: the published ones, unless it is given others."""
    able = _tunable(resolver)
    return {**able.published, **dict(able.weights)}


def _tunable(resolver: Resolver) -> Tunable:
    if not isinstance(resolver, Tunable):
        tunable = Message("it has no `published` table and no `weights` that replace it")
        raise CoindexError(
            Message(
                "{name_of} cannot be tuned: {tunable}",
                name_of=registry.name_of(resolver)[1],
                tunable=tunable,
            )
        )
    return resolver


def with_weights(resolver: Resolver, weights: Weights) -> Resolver:
    changed: Any = resolver  # a dataclass, as all components are, which its protocol cannot express
    built: Resolver = replace(changed, weights=tuple(sorted(weights.items())))
    return built


def with_changes(resolver: Resolver, weights: Weights) -> Resolver:
    """The resolver with those of the weights that differ from its own."""
    changed = _changes(weights_of(resolver), weights)
    return with_weights(resolver, {**dict(_tunable(resolver).weights), **changed})


def judge(resolver: Resolver, measure: Measure, documents: Sequence[Example]) -> Judge:
    """A function that gives the counts of a measure for the resolver with other weights."""

    def counts(weights: Weights, number: int) -> Counts:
        return counts_of(with_weights(resolver, weights), measure, documents[number])

    return counts


def counts_of(resolver: Resolver, measure: Measure, example: Example) -> Counts:
    """The counts of a measure for one document."""
    key, document, mentions = example
    decisions = list(resolver.resolve(document, mentions))
    response = resolved(document, mentions, decisions, source=Source("tuning", "system"))
    pair = Pair.of(key, Annotated(document, response))
    if key.document is document:
        pair.decisions = decisions
    return measure.counts(pair)


@dataclass(frozen=True, slots=True)
class Improvement:
    """Training or held-out documents, with the weights before and after; p
    is by approximate randomisation.
    """

    documents: int
    before: float
    after: float
    difference: ResampledDifference
    p: float

    @classmethod
    def of(cls, before: Sequence[Counts], after: Sequence[Counts], value: Value) -> Improvement:
        return cls(
            len(before),
            value(total(before)),
            value(total(after)),
            paired_bootstrap(after, before, value),
            randomisation(after, before, value),
        )


@dataclass(frozen=True, slots=True)
class Tuned:
    """`resolver` has the new weights; `taken` of `rounds` changes were made."""

    resolver: Resolver
    before: Mapping[str, float]
    after: Mapping[str, float]
    training: Improvement
    held_out: Improvement
    rounds: int
    taken: int


class Fit(NamedTuple):
    """Fitted weights, and the counts of each document with them."""

    weights: Weights
    rows: Sequence[Counts]
    rounds: int
    taken: int


@dataclass(frozen=True, slots=True)
class Tuning:
    """`share` of the documents are held out, drawn by `seed`; the same seed and rounds give the
    same weights.
    """

    measure: str = SUCCESS
    rounds: int = 100
    share: float = 0.25
    seed: int = 12345

    def run(
        self,
        resolver: Resolver,
        given: Sequence[Example],
        go_on: Callable[[int], bool] = lambda done: True,
    ) -> Tuned:
        """Fit the weights; `go_on` is called with the number of rounds done, and may end the search
        early.

        The weights of a log-linear resolver are computed, those of others searched for.
        """
        held_out, training = self.split(given)
        measure = registry.build("measures", self.measure)
        value, start = Headline(measure), weights_of(resolver)
        fit = self.fit(resolver, training, go_on)
        before = _rows(judge(resolver, measure, training), len(training), start)
        aside = partial(_rows, judge(resolver, measure, held_out), len(held_out))
        return Tuned(
            with_changes(resolver, fit.weights),
            start,
            fit.weights,
            Improvement.of(before, fit.rows, value),
            Improvement.of(aside(start), aside(fit.weights), value),
            fit.rounds,
            fit.taken,
        )

    def fit(
        self,
        resolver: Resolver,
        training: Sequence[Example],
        go_on: Callable[[int], bool] = lambda done: True,
    ) -> Fit:
        """The weights fitted to all these documents; none are held out."""
        measure, start = registry.build("measures", self.measure), weights_of(resolver)
        on_training = judge(resolver, measure, training)
        rounds = taken = 0
        if isinstance(resolver, LogLinear):
            weights: Weights = start
            while rounds < min(self.rounds, FITS):
                weights, rounds = fitted_weights(resolver, weights, training), rounds + 1
                if not go_on(rounds):
                    break
            return Fit(weights, _rows(on_training, len(training), weights), rounds, rounds)
        value = Headline(measure)
        steps = climb(start, on_training, value, len(training), Random(self.seed))  # noqa: S311 - no secret
        last = next(steps)
        for last in islice(steps, self.rounds):
            rounds, taken = rounds + 1, taken + last.taken
            if not go_on(rounds):
                break
        last = tidied(last, start, on_training, value)
        return Fit(last.weights, last.rows, rounds, taken)

    def split(self, given: Sequence[Example]) -> tuple[list[Example], list[Example]]:
        """Held-out documents, and those for training."""
        if len(given) < 2:
            raise CoindexError(
                "one annotated document is too few: one is needed to fit on and one to hold out"
            )
        order = Random(self.seed).sample(range(len(given)), len(given))  # noqa: S311 - no secret
        cut = min(len(given) - 1, max(1, round(self.share * len(given))))
        return [given[place] for place in sorted(order[:cut])], [
            given[place] for place in sorted(order[cut:])
        ]


def fitted_weights(resolver: Resolver, weights: Weights, documents: Sequence[Example]) -> Weights:
    """Weights fitted to what the resolver considers with the previous ones, which links of earlier
    anaphors have changed.
    """
    able = with_weights(_listing(resolver), weights)
    choices = [choice for example in documents for choice in _choices(able, example)]
    fitted = rounded(pooled(choices, PENALTY))
    return {name: fitted.get(name, 0.0) for name in weights}


def _listing(resolver: Resolver) -> Resolver:
    """The resolver with all candidates in its decisions."""
    changed: Any = resolver
    return replace(changed, listed=0) if isinstance(resolver, Listing) else resolver


def _choices(resolver: Resolver, example: Example) -> Iterator[AnaphorChoice]:
    """The candidates of the anaphors that are in the key, with their weights."""
    key, document, mentions = example
    laid = project(key.annotation, key.document, document).annotation
    entity = {mention: one.id for one in laid.entities for mention in one.mentions}
    matched = Pair(document, laid, mentions).counterparts("head")
    known = {own: entity[other] for own, other in matched.items() if other in entity}
    names = _tunable(resolver).published.keys()
    for decision in resolver.resolve(document, mentions):
        wanted = known.get(decision.anaphor)
        if wanted is not None:
            able = [candidate for candidate in decision.candidates if not candidate.rejected]
            yield AnaphorChoice(
                [[name for name, _ in candidate.factors if name in names] for candidate in able],
                [known.get(candidate.mention) == wanted for candidate in able],
            )


def _changes(before: Weights, after: Weights) -> Weights:
    return {name: weight for name, weight in after.items() if weight != before[name]}


def _rows(judge: Judge, documents: int, weights: Weights) -> list[Counts]:
    return [judge(weights, document) for document in range(documents)]
