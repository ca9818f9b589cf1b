"""The work on one document under one condition, step by step; steps in the cache are
not repeated.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar

from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.protocols import Accounting, Resolver
from coindex.experiment.cache import DiskCache
from coindex.experiment.codec import (
    Packed,
    packed_annotation,
    packed_decisions,
    packed_document,
    unpacked_judged,
)
from coindex.experiment.conditions import OWN, Condition, EntryNames
from coindex.experiment.correction import Correction
from coindex.experiment.entries import (
    AT_HAND,
    Absent,
    Failed,
    document_of,
    entry,
    given_of,
    mentions_of,
    pair_of,
    parse_of,
    projected,
)  # fmt: skip
from coindex.experiment.run import RunPart
from coindex.measures.judging import Judges
from coindex.pipeline.pipeline import Pipeline, decided, interpreted

Read = TypeVar("Read")


class Unit(NamedTuple):
    """A document under a condition, identified by the names of its entries."""

    condition: Condition
    names: EntryNames


class Done(NamedTuple):
    """A unit's part of its run, the steps that were computed, and damaged entries that
    were found.
    """

    part: RunPart
    computed: frozenset[str]
    damaged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """The function that an engine maps over units: it can be sent to another process, and gives the
    same results everywhere.
    """

    cache: DiskCache
    measures: tuple[str, ...]
    slices: tuple[str, ...]

    def __call__(self, unit: Unit) -> Done:
        steps = _Steps(self, unit)
        part = steps.from_cache() or steps.compute()
        damaged = tuple(self.cache.damaged)
        self.cache.damaged.clear()
        return Done(part, frozenset(steps.computed), damaged)

    def lost(self, unit: Unit, reason: str) -> Done:
        """The result of a unit whose workers end: the cause is its first step that is not in the
        cache.
        """
        steps = ["parse"] if unit.condition.detector == OWN else ["parse", "mentions", "decisions"]
        names = unit.names._asdict()
        for kind in steps:
            if not self.cache.sound(kind, names[kind]):
                self.cache.put(kind, names[kind], {"problem": reason})
                _tried.add((self.cache, names[kind]))
                break
        return self(unit)


class _Steps:
    """Parse, mentions, decisions, counts. Computed values are read back from the cache, so that all
    are cached ones.
    """

    def __init__(self, work: Work, unit: Unit) -> None:
        self._work, self._cache = work, work.cache
        self._condition, self._names = unit
        self.computed: set[str] = set()

    def from_cache(self) -> RunPart | None:
        """The part, if every step is in the cache and succeeded."""
        value = self._cache.get("judged", self._names.judged)
        if value is None or value["problem"]:
            return None
        behind = {"parse": self._names.parse}
        if self._condition.detector != OWN:
            behind |= {"mentions": self._names.mentions, "decisions": self._names.decisions}
        return (
            self._part(value) if all(self._cache.sound(*step) for step in behind.items()) else None
        )

    def compute(self) -> RunPart:
        document = document_of(self._cache, self._names.document).document
        tokens, seconds, problem = len(document.tokens), 0.0, ""
        account: dict[str, float] = {}
        try:
            tokens = len(self._parse().tokens)
            if self._condition.detector == OWN:
                seconds = self._response()
            else:
                stored = self._decisions()
                seconds, account = stored["seconds"], stored.get("account", {})
        except CoindexError as error:
            problem = str(error)
        pair = pair_of(self._cache, self._condition, self._names)
        counts = judges(self._work.measures, self._work.slices)(pair)
        value = {
            "document": document.id,
            "tokens": tokens,
            "seconds": seconds,
            "problem": problem,
            "judged": counts,
            **({"account": account} if account else {}),
        }
        self._cache.put("judged", self._names.judged, value, overwrite=True)
        self.computed.add("judged")
        return self._part(value)

    def _part(self, value: Packed) -> RunPart:
        counts = unpacked_judged(value["judged"])
        return RunPart(
            value["document"],
            self._names,
            value["tokens"],
            value["seconds"],
            counts,
            value["problem"],
            tuple(value.get("account", {}).items()),
        )

    def _parse(self) -> Document:
        def make() -> Packed:
            document = document_of(self._cache, self._names.document).document
            parser = component("parsers", self._condition.parser)
            return packed_document(interpreted(next(iter(parser.parse([document])))))

        return self._step("parse", lambda: parse_of(self._cache, self._names.parse), make)

    def _mentions(self) -> Annotation:
        def make() -> Packed:
            # With `auto`, the resolver says which detector it is used with.
            pipeline = Pipeline(
                detector=self._condition.detector, resolver=self._condition.component
            )
            return packed_annotation(pipeline.mentions(self._whole(), self._key()))

        return self._step("mentions", lambda: mentions_of(self._cache, self._names.mentions), make)

    def _decisions(self) -> Packed:
        mentions = self._mentions()

        def make() -> Packed:
            resolver = component("resolvers", self._condition.component)
            key = self._key()
            correct = (
                Correction(self._whole(), mentions, key) if self._condition.corrected else None
            )
            warm(self._condition.component, resolver, self._whole(), mentions, key)
            # For a copy, nothing is cached: each resolver is timed with all of its work.
            document = replace(self._whole())
            started = time.thread_time()
            decisions = decided(resolver, document, mentions, key, correct=correct)
            seconds = round(time.thread_time() - started, 6)
            spent = (
                {"account": dict(resolver.account(document, mentions))}
                if isinstance(resolver, Accounting)
                else {}
            )
            return {**packed_decisions(decisions, mentions.mentions), "seconds": seconds, **spent}

        return self._step(
            "decisions", lambda: entry(self._cache, "decisions", self._names.decisions), make
        )

    def _response(self) -> float:
        """Check that the response fits the text."""
        projected(self._cache, self._names, parse_of(self._cache, self._names.parse))
        return 0.0

    def _whole(self) -> Document:
        return fragmented(
            self._cache,
            self._names.document,
            self._names.parse,
            self._condition.fragmenter,
            gold=self._gold,
        )

    def _key(self) -> Annotation:
        return given_of(
            self._cache, self._names.document, self._names.parse, gold=self._gold
        ).annotation

    @property
    def _gold(self) -> bool:
        return self._condition.given == "gold"

    def _step(self, kind: str, read: Callable[[], Read], make: Callable[[], Packed]) -> Read:
        """Compute a step that is not in the cache. An error is stored, too; the next process tries
        the step again.
        """
        try:
            return read()
        except (Absent, Failed) as missing:
            failed = isinstance(missing, Failed)
            if failed and (self._cache, self._name(kind)) in _tried:
                raise
        _tried.add((self._cache, self._name(kind)))
        self.computed.add(kind)
        try:
            value = make()
        except (
            Exception
        ) as error:  # a component may raise anything; the other documents are still resolved
            value = {
                "problem": str(error)
                if isinstance(error, CoindexError)
                else f"{type(error).__name__}: {error}"
            }
        self._cache.put(kind, self._name(kind), value, overwrite=failed)
        return read()

    def _name(self, kind: str) -> str:
        name: str = getattr(self._names, kind)
        return name


@cache
def component(family: str, text: str) -> Any:
    """A component, built once in a process, with the models that it loads."""
    return registry.build(family, text)


@cache
def judges(measures: tuple[str, ...], slices: tuple[str, ...]) -> Judges:
    return Judges([registry.build("measures", measure) for measure in measures], slices)


@lru_cache(AT_HAND)
def fragmented(
    cache: DiskCache, document: str, parse: str, fragmenter: str, *, gold: bool
) -> Document:
    whole: Document = component("fragmenters", fragmenter).fragment(
        given_of(cache, document, parse, gold=gold).document
    )
    return whole


_tried: set[tuple[DiskCache, str]] = set()
_warmed: set[str] = set()


def warm(
    text: str, resolver: Resolver, document: Document, mentions: Annotation, key: Annotation
) -> None:
    """Make a resolver load its word lists before its time is measured."""
    if text not in _warmed:
        _warmed.add(text)
        decided(resolver, document, mentions, key)
