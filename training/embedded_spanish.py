"""The embedded Spanish corpora as resolvers get them, and success on them by type of anaphor, as in
Palomar et al. (2001).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Mention, Reference
from coindex.core.document import Document
from coindex.core.protocols import Counts
from coindex.measures.coreference import CoNLL
from coindex.measures.headline import Headline
from coindex.measures.judging import anaphors_right
from coindex.measures.pair import Pair
from coindex.measures.palomar import type_of
from coindex.measures.scores import total
from coindex.measures.significance import bootstrap
from coindex.measures.success import Success
from coindex.pipeline.pipeline import Pipeline, given
from training.wilson import wilson

PREPROCESSING = {
    "gold mentions": Pipeline("bundled(language='es', zeros='given')", detector="gold"),
    "automatic": Pipeline("bundled(language='es')", detector="nominals"),
}
JUDGE = Success("all", view="head")
CHAINS = CoNLL(view="head")

OF_PAPER = ("CPPR", "RPR", "OPR", "PPRinPP", "DPRinPP", "PPRnotPP", "DPRnotPP")


def anaphors(document: Document, key: Annotation) -> dict[Mention, str]:
    """The mentions of the key that take up an earlier one, with their types."""
    later = (mention for entity in key.entities for mention in entity.mentions[1:])
    typed = {m: type_of(document, m) for m in later if m.reference is not Reference.CATAPHORIC}
    return {mention: type_ for mention, type_ in typed.items() if type_}


class Case(NamedTuple):
    """A document as a resolver gets it, and its key; whether the mentions are the key's."""

    item: Annotated
    document: Document
    mentions: Annotation
    key: Annotation
    gold: bool


class Tally(NamedTuple):
    """`chains` are the counts of CoNLL F1 over all mentions, document by document."""

    right: Counter[str]
    all: Counter[str]
    chains: list[Counts]

    def conll(self) -> str:
        """Mean F1 of MUC, B3 and CEAFe in per cent, mentions matched by heads, with a 95 %
        interval by bootstrap over documents.
        """
        value = Headline(CHAINS)
        low, high = bootstrap(self.chains, value)
        return f"{100 * value(total(self.chains)):.1f} ({100 * low:.0f}–{100 * high:.0f})"

    def cell(self, types: Iterable[str]) -> str:
        """Per cent, and the 95 % interval."""
        wanted = list(types)
        right, count = sum(self.right[one] for one in wanted), sum(self.all[one] for one in wanted)
        interval = wilson(right, count)
        if interval is None:
            return "–"
        return f"{100 * right / count:.1f} ({100 * interval.low:.0f}–{100 * interval.high:.0f})"


def prepared(item: Annotated, pipeline: Pipeline) -> Case:
    """A document as a pipeline analyses it."""
    document, key = given(pipeline, next(pipeline.parsed([item.document])), item)
    gold = pipeline.detector == "gold"
    return Case(item, document, pipeline.mentions(document, key), key, gold)


def add(tally: Tally, item: Annotated, pair: Pair) -> None:
    """Count one more document."""
    tally.chains.append(CHAINS.counts(pair))
    right = anaphors_right(JUDGE, pair)
    places = dict(zip(item.annotation.mentions, pair.key.mentions, strict=True))
    for mention, type_ in anaphors(item.document, item.annotation).items():
        tally.all[type_] += 1
        tally.right[type_] += right.get(places[mention], False)
