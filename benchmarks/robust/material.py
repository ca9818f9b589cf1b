"""The corpora of these experiments as a resolver gets them, and what it makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.accuracy.pronouns import outcomes
from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Source
from coindex.core.chains import resolved
from coindex.core.decision import Decision
from coindex.core.protocols import Counts
from coindex.measures.pair import Pair
from coindex.pipeline.pipeline import Pipeline
from coindex.training.tuning import Example, examples

KEPT = 'bundled(tokens="given", sentences="given")'
FREE = frozenset(
    [
        "academic",
        "bio",
        "conversation",
        "court",
        "interview",
        "news",
        "speech",
        "textbook",
        "vlog",
        "voyage",
    ]
)
"""Genres of GUM whose texts may be used for anything, also for weights that are passed on."""


def gum(corpora: Path, part: str = "dev") -> list[Annotated]:
    return list(formats.read(corpora / f"en_gum/dep_conllu_{part}.tar.gz", "conllu"))


def litbank(corpora: Path) -> list[Annotated]:
    return list(formats.read(corpora / "en_litbank/litbank_coref_dev.tar.gz", "conll"))


def prepared(
    items: Sequence[Annotated], parser: str = "given", fragmenter: str = "none"
) -> list[Example]:
    return list(examples(Pipeline(parser, fragmenter), items))


class Outcome(NamedTuple):
    """One document, resolved."""

    pair: Pair
    decisions: Sequence[Decision]
    annotation: Annotation


def answers(resolver: str, given: Sequence[Example]) -> Iterator[Outcome]:
    built: Any = registry.build("resolvers", resolver)
    for key, document, mentions in given:
        decisions = list(built.resolve(document, mentions))
        annotation = resolved(document, mentions, decisions, source=Source(resolver, "system"))
        yield Outcome(Pair.of(key, Annotated(document, annotation)), decisions, annotation)


def pronoun_counts(pair: Pair) -> Counts:
    """Right, pronouns, anchors right, pronouns that have an anchor:
    third person, unresolved is wrong.
    """
    found = list(outcomes(pair.document, pair.key, pair.response))
    anchored = [outcome.anchored for outcome in found if outcome.anchored is not None]
    return sum(outcome.right for outcome in found), len(found), sum(anchored), len(anchored)


def accuracy(counts: Counts) -> float:
    return counts[0] / counts[1] if counts[1] else 0.0


def anchoring(counts: Counts) -> float:
    return counts[2] / counts[3] if counts[3] else 0.0
