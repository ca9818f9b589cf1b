"""Success by type of anaphor on an embedded Spanish corpus, in the layout of Palomar et al. (2001).

With gold preprocessing, mentions and zeros are those of the key, on the parser's trees; automatic,
all is found. Both are resolved as they are, and again with errors corrected as a resolver goes. An
anaphor is right if its antecedent is another mention of its entity; one that is not found is wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.results import record
from coindex import corpora, formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.experiment.correction import both_modes
from coindex.measures.palomar import TYPES
from coindex.models.session import available
from coindex.pipeline.zero_alignment import judged
from training.embedded_spanish import OF_PAPER, PREPROCESSING, Case, Tally, add, prepared

RESOLVERS = (
    "supar",
    "supar(profile='fitted', names=True)",
    "sieve",
    "rosana",
    "neural",
    "hybrid",
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
LIMITED = "embedded-es"
"""The test that is scored a few times only: the section runs if it is named."""
PUBLISHED_PEERS = {"hobbs": 62.7, "rap": 67.4, "recent": 52.9, "slist": 62.6}
"""On the same pronouns: Hobbs, Lappin & Leass, proximity, and
centering as Strube's S-list has it.
"""


def run(corpora_folder: Path) -> bool:
    return report(LIMITED)


def report(corpus: str, responses: Path | None = None) -> bool:
    """Resolvers on a corpus, or the responses in a folder: `gold.plain.supar.jsonl` is
    what `supar` made of the key's mentions, `auto.corrected.supar.jsonl` its second
    mode on those that were found.
    """
    if not available("es"):
        Console().print(f"no Spanish model: {corpus} is not scored")
        return True
    items = list(formats.read(corpora.find(corpus).path, "inline"))
    tables: list[Table] = []
    for name, pipeline in PREPROCESSING.items():
        title = f"{corpus}, {name}"
        if responses is not None:
            condition = "gold" if pipeline.detector == "gold" else "auto"
            tables.append(table_of(title, _written(items, responses, condition)))
            continue
        cases = [prepared(item, pipeline) for item in items]
        found = {
            resolver: tallied(resolver, cases)
            for resolver in track(RESOLVERS, name, transient=True)
        }
        tables.append(table_of(title, found))
    if responses is not None:
        Console(width=230).print(*tables)
        return True
    record(
        "spanish" if corpus == LIMITED else corpus,
        tables,
        command=f"python -m benchmarks.accuracy.spanish --corpus {corpus}",
        components=RESOLVERS,
        languages=["es"],
        learned_from="" if corpus == LIMITED else "Rules and weights were made on these texts.",
        limited=corpus == LIMITED,
    )
    return True


def tallied(resolver: str, cases: Iterable[Case]) -> tuple[Tally, Tally]:
    """Plain, and corrected; a resolver that has a detector of its own finds its mentions with it,
    where they are not the key's.
    """
    built = registry.build("resolvers", resolver)
    own = getattr(built, "detector", "")
    found = (Tally(Counter(), Counter(), []), Tally(Counter(), Counter(), []))
    for case in cases:
        mentions = case.mentions
        if own and not case.gold:
            mentions = registry.build("detectors", own).detect(case.document)
        for tally, pair in zip(
            found, both_modes(built, case.document, mentions, case.key), strict=True
        ):
            add(tally, case.item, judged(case.document, case.item, pair.response, pair.decisions))
    return found


def _written(
    items: Iterable[Annotated], folder: Path, condition: str
) -> dict[str, tuple[Tally, Tally]]:
    found: dict[str, tuple[Tally, Tally]] = {}
    keys = {item.document.id: item for item in items}
    for path in sorted(folder.glob(f"{condition}.*.jsonl")):
        _, mode, resolver = path.name.removesuffix(".jsonl").split(".", 2)
        tallies = found.setdefault(
            resolver, (Tally(Counter(), Counter(), []), Tally(Counter(), Counter(), []))
        )
        for response in formats.read(path, "jsonl"):
            item = keys[response.document.id]
            add(
                tallies[mode == "corrected"],
                item,
                judged(response.document, item, response.annotation),
            )
    return found


def table_of(name: str, found: dict[str, tuple[Tally, Tally]]) -> Table:
    title = f"{name}: success in per cent (95 % interval); corrected: SUPAR's second mode"
    main = "supar" if "supar" in found else next(iter(found))
    table = Table("type", "n", "published", *found, f"{main}, corrected", title=title)
    plain = {resolver: tallies[0] for resolver, tallies in found.items()}
    corrected, first = found[main][1], plain[main]
    for type_, words in TYPES.items():
        cells = [tally.cell([type_]) for tally in (*plain.values(), corrected)]
        table.add_row(f"{type_} {words}", f"{first.all[type_]:,}", _published(type_), *cells)
    table.add_section()
    for label, types in (("all of the paper's", OF_PAPER), ("all", tuple(TYPES))):
        cells = [tally.cell(types) for tally in (*plain.values(), corrected)]
        count = sum(first.all[one] for one in types)
        table.add_row(label, f"{count:,}", _published("all") if types == OF_PAPER else "", *cells)
    cells = [tally.conll() for tally in (*plain.values(), corrected)]
    table.add_row("CoNLL F1, all mentions, by heads", "", "", *cells)
    peers = [str(PUBLISHED_PEERS.get(resolver, "")) for resolver in plain]
    table.add_row("published, all of the paper's", "1,677", "", *peers, "")
    return table


def _published(type_: str) -> str:
    return f"{PUBLISHED[type_]}" if type_ in PUBLISHED else ""


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="benchmarks.accuracy.spanish")
    arguments.add_argument("--corpus", default="embedded-es-train")
    arguments.add_argument(
        "--responses", type=Path, help="a folder of responses to score instead of resolvers"
    )
    arguments.add_argument(
        "--resolver", nargs="+", help="instead of all; the first is the one in both modes"
    )
    chosen = arguments.parse_args()
    RESOLVERS = tuple(chosen.resolver or RESOLVERS)
    report(chosen.corpus, chosen.responses)
