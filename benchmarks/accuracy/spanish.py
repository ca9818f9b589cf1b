"""Success by type of anaphor on the embedded Spanish corpus, in the layout of Palomar et al. (2001).

With gold preprocessing, mentions and zeros are those of the key, on the parser's trees; automatic, all is found. Both
are resolved as they are, and again with errors corrected as a resolver goes. An anaphor is right if its antecedent is
another mention of its entity; one that is not found is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.accuracy.wilson import wilson
from coindex import corpora, formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention, Reference
from coindex.core.document import Document
from coindex.experiment.correction import both_modes
from coindex.experiment.pipeline import Pipeline, key_on
from coindex.measures.judging import anaphors_right
from coindex.measures.pair import Pair
from coindex.measures.palomar import TYPES, type_of
from coindex.measures.projection import project
from coindex.measures.success import Success
from coindex.models.session import available

RESOLVERS = (
    "supar",
    "supar(profile='zero2000')",
    "supar(profile='spanish')",
    "rap",
    "hobbs",
    "bfp",
    "slist",
    "recent",
    "subject",
    "random",
)
PREPROCESSING = {
    "gold mentions": Pipeline("bundled(language='es', zeros='given')", detector="gold"),
    "automatic": Pipeline("bundled(language='es')"),
}
JUDGE = Success("all", view="head")

OF_PAPER = ("CPPR", "RPR", "OPR", "PPRinPP", "DPRinPP", "PPRnotPP", "DPRnotPP")
PUBLISHED = {
    "CPPR": 71.0,
    "RPR": 92.5,
    "OPR": 78.9,
    "PPRinPP": 65.4,
    "DPRinPP": 85.0,
    "PPRnotPP": 68.0,
    "DPRnotPP": 69.3,
    "all": 76.8,
}
"""Per cent of 1,677 pronouns."""
PUBLISHED_PEERS = {"hobbs": 62.7, "rap": 67.4, "recent": 52.9, "slist": 62.6}
"""On the same pronouns: Hobbs, Lappin & Leass, proximity, and centering as Strube's S-list has it."""


def anaphors(document: Document, key: Annotation) -> dict[Mention, str]:
    """The mentions of the key that take up an earlier one, with their types."""
    later = (mention for entity in key.entities for mention in entity.mentions[1:])
    typed = {m: type_of(document, m) for m in later if m.reference is not Reference.CATAPHORIC}
    return {mention: type_ for mention, type_ in typed.items() if type_}


class Case(NamedTuple):
    """A document as a resolver gets it; `types` are anaphors of the key, `lost` counts those no token stands for."""

    document: Document
    mentions: Annotation
    key: Annotation
    types: dict[Mention, str]
    lost: Counter[str]


class Tally(NamedTuple):
    right: Counter[str]
    all: Counter[str]

    def cell(self, types: Iterable[str]) -> str:
        """Per cent, and the 95 % interval."""
        wanted = list(types)
        right, count = sum(self.right[one] for one in wanted), sum(self.all[one] for one in wanted)
        interval = wilson(right, count)
        if interval is None:
            return "–"
        return f"{100 * right / count:.1f} ({100 * interval.low:.0f}–{100 * interval.high:.0f})"


def run(corpora_folder: Path) -> bool:
    if not available("es"):
        Console().print("no Spanish model: the embedded Spanish corpus is not scored")
        return True
    items = list(formats.read(corpora.find("embedded-es").path, "inline"))
    for name, pipeline in PREPROCESSING.items():
        cases = [prepared(item, pipeline) for item in items]
        _show(name, {resolver: tallied(resolver, cases) for resolver in track(RESOLVERS, name, transient=True)})
    return True


def prepared(item: Annotated, pipeline: Pipeline) -> Case:
    document = next(pipeline.parsed([item.document]))
    key = key_on(document, item)
    mentions = pipeline.mentions(document, key)
    types: dict[Mention, str] = {}
    lost: Counter[str] = Counter()
    moved = project(item.annotation, item.document, document).annotation.mentions
    places = dict(zip(item.annotation.mentions, moved, strict=True))
    for mention, type_ in anaphors(item.document, item.annotation).items():
        if places[mention].start < 0:
            lost[type_] += 1
        else:
            types[places[mention]] = type_
    return Case(document, mentions, key, types, lost)


def tallied(resolver: str, cases: Iterable[Case]) -> tuple[Tally, Tally]:
    """Plain, and corrected."""
    built = registry.build("resolvers", resolver)
    found = (Tally(Counter(), Counter()), Tally(Counter(), Counter()))
    for case in cases:
        for tally, pair in zip(found, both_modes(built, case.document, case.mentions, case.key), strict=True):
            tally.all.update(case.lost)
            for type_, right in _outcomes(case, pair):
                tally.all[type_] += 1
                tally.right[type_] += right
    return found


def _outcomes(case: Case, pair: Pair) -> Iterator[tuple[str, bool]]:
    right = anaphors_right(JUDGE, pair)
    return ((type_, right.get(mention, False)) for mention, type_ in case.types.items())


def _show(name: str, found: dict[str, tuple[Tally, Tally]]) -> None:
    title = f"Embedded Spanish corpus, {name}: success in per cent (95 % interval); corrected: SUPAR's second mode"
    table = Table("type", "n", "published", *found, "supar, corrected", title=title)
    plain = {resolver: tallies[0] for resolver, tallies in found.items()}
    corrected, first = found["supar"][1], plain["supar"]
    for type_, words in TYPES.items():
        cells = [tally.cell([type_]) for tally in (*plain.values(), corrected)]
        table.add_row(f"{type_} {words}", f"{first.all[type_]:,}", _published(type_), *cells)
    table.add_section()
    for label, types in (("all of the paper's", OF_PAPER), ("all", tuple(TYPES))):
        cells = [tally.cell(types) for tally in (*plain.values(), corrected)]
        count = sum(first.all[one] for one in types)
        table.add_row(label, f"{count:,}", _published("all") if types == OF_PAPER else "", *cells)
    peers = [str(PUBLISHED_PEERS.get(resolver, "")) for resolver in plain]
    table.add_row("published, all of the paper's", "1,677", "", *peers, "")
    Console(width=230).print(table)


def _published(type_: str) -> str:
    return f"{PUBLISHED[type_]}" if type_ in PUBLISHED else ""
