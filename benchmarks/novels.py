"""Whole novels: how the chains of their characters hold together, and how long reading them takes.

    python -m benchmarks.novels --novels FOLDER [--resolvers sieve,rosana ...]

FOLDER holds the novels as plain text, named after their number at Project Gutenberg:
`1342_pride_and_prejudice.txt`. They have no key, so a reader's list of characters and of
the names that are theirs alone stands in `benchmarks/characters.json`. Only mentions with such a
name count:

    fragments   chains that hold a name of the character, averaged over characters
    held        share of a character's names that its largest chain holds
    purity      share of the names in chains that are those of the chain's most frequent character
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

from benchmarks.results import record
from coindex.core.annotation import Entity, Kind
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Table

LISTS = Path(__file__).parent / "characters.json"
RESOLVERS = tuple(
    f'{resolver}(names="{names}")' for resolver in ("sieve", "hybrid") for names in ("text", "book")
)


def held_together(
    document: Document, entities: Sequence[Entity], people: Mapping[str, Sequence[str]]
) -> tuple[float, float, float]:
    """Fragments for each character, the share held, and purity."""
    owner = {name.casefold(): person for person, names in people.items() for name in names}
    chains = []
    for entity in entities:
        names = (
            " ".join(document.surface(mention.minimum or mention.span).split()).casefold()
            for mention in entity.mentions
            if mention.kind is Kind.NAME
        )
        counts = Counter(owner[name] for name in names if name in owner)
        if counts:
            chains.append(counts)
    known = {person for counts in chains for person in counts}
    if not known:
        return 0.0, 0.0, 0.0
    fragments = sum(len(counts) for counts in chains) / len(known)
    largest = sum(max(counts[person] for counts in chains) for person in known)
    total = sum(counts.total() for counts in chains)
    return fragments, largest / total, sum(max(counts.values()) for counts in chains) / total


def main() -> None:
    arguments = argparse.ArgumentParser(description="Whole novels.")
    arguments.add_argument("--novels", type=Path, required=True, help="folder of plain texts")
    arguments.add_argument("--resolvers", default="", help="component strings, separated by ;")
    arguments.add_argument("--only", default="", help="number of a novel")
    chosen = arguments.parse_args()
    lists = json.loads(LISTS.read_text(encoding="utf-8"))
    resolvers = chosen.resolvers.split(";") if chosen.resolvers else RESOLVERS
    rows: list[list[Cell]] = []
    for number, people in lists.items():
        if chosen.only not in ("", number):
            continue
        paths = sorted(chosen.novels.glob(f"{number}_*.txt"))
        if not paths:
            print(f"{number}: not in {chosen.novels}", file=sys.stderr)
            continue
        text = paths[0].read_text(encoding="utf-8")
        start = time.process_time()
        document = next(Pipeline().parsed([Document(paths[0].stem, text)]))
        parsing = time.process_time() - start
        words = len(re.findall(r"\w+", text))
        print(f"{paths[0].stem}: {words:,} words, parser {parsing:.0f} s of CPU")
        for resolver in resolvers:
            start = time.process_time()
            result = Pipeline(resolver=resolver).resolved(document)
            taken = time.process_time() - start
            fragments, held, purity = held_together(document, result.annotation.entities, people)
            peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"  {resolver:24} {taken:.0f} s = {taken / parsing:.2f} of the parser, "
                f"at most {peak:.0f} MB"
            )
            novel = f"{paths[0].stem} ({len(people)} characters)"
            shares = (f"{fragments:.2f}", f"{held:.3f}", f"{purity:.3f}")
            rows.append([novel, f"`{resolver}`", *shares])
    if rows and not chosen.only and not chosen.resolvers:
        record(
            "novels",
            [Table(("", "resolver", "fragments", "held", "purity"), rows)],
            command="python -m benchmarks.novels --novels FOLDER/en_novels",
            components=[*RESOLVERS, "auto"],
            learned_from="The learned resolvers have read other novels.",
        )


if __name__ == "__main__":
    main()
