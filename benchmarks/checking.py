"""Planted errors that `coindex check` finds, and what it objects to in the key as it is.

python -m benchmarks.checking --corpora FOLDER [--suspicious FILE.tsv]

Of the corpora only counts are printed. `--suspicious` writes what is probably wrong in GUM train,
the surest first, into a file outside the project, for a reader to judge.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

ORDER = ("error", "warning", "note")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of public corpora")
    arguments.add_argument("--suspicious", type=Path, help="file for the issues of GUM train")
    chosen = arguments.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    if chosen.suspicious is not None:
        _write_suspicious(chosen.corpora, chosen.suspicious)
    else:
        _plant(chosen.corpora)


def _plant(corpora: Path) -> None:
    from benchmarks.planted.planting import PLANTS
    from benchmarks.results import record
    from coindex.checking.catalogue import CHECKS
    from coindex.checking.subject import Subject
    from coindex.core.annotation import Annotated
    from coindex.core.decision import Decision
    from coindex.experiment.checking import Checker
    from coindex.formats import read
    from coindex.report.table import Average, Cell, Table

    checker = Checker()
    planted: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    alarms: Counter[str] = Counter()
    mentions = 0
    for item in read(corpora / "en_gum" / "dep_conllu_dev.tar.gz"):
        own = Subject(item, checker.parsed, checker.decided)
        mentions += len(item.annotation.mentions)
        decisions = own.decisions  # they depend on the mentions alone

        def decide(_: Annotated, decisions: Sequence[Decision] = decisions) -> Sequence[Decision]:
            return decisions

        for name, plant in PLANTS.items():
            find = CHECKS[name].find
            before = {one.mention.parts for one in find(own) if one.mention is not None}
            alarms[name] += sum(1 for _ in find(own))
            wrong = plant(own, Random(f"{item.document.id} {name}"))
            subject = Subject(Annotated(item.document, wrong.annotation), checker.parsed, decide)
            after = {
                end.parts
                for one in find(subject)
                for end in (one.mention, *one.others)
                if end is not None
            }
            places = wrong.places - before
            planted[name] += len(places)
            caught[name] += len(places & after)
    issues = f"issues of the key, of {mentions:,} mentions"
    columns = ("class", "planted", "found", "recall", issues)
    rows: list[list[Cell]] = [
        [
            f"`{name}`",
            planted[name],
            caught[name],
            Average(caught[name] / max(1, planted[name])),
            alarms[name],
        ]
        for name in PLANTS
    ]
    record(
        "checking",
        [Table(columns, rows)],
        command="python -m benchmarks.checking --corpora FOLDER",
        components=["auto"],
        learned_from="The default resolver has learned from the training part of GUM.",
    )


def _write_suspicious(corpora: Path, target: Path) -> None:
    issues = sorted(_suspicious(corpora), key=lambda row: (ORDER.index(row[0]), row[1]))
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t")
        columns = "severity check confidence document sentence start end words message context"
        writer.writerow(columns.split())
        writer.writerows((kind, *row) for kind, _, *row in issues)
    counts = Counter(row[2] for row in issues)
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))


def _suspicious(
    corpora: Path,
) -> Iterator[tuple[str, float, str, str, str, int, int, int, str, str, str]]:
    from coindex.experiment.checking import Checker
    from coindex.formats import read

    checker = Checker()
    for item in read(corpora / "en_gum" / "dep_conllu_train.tar.gz"):
        for one in checker(item):
            sure = "" if one.confidence is None else f"{one.confidence:.3f}"
            context = item.document.text[max(0, one.start - 80) : one.end + 40]
            yield (
                str(one.severity),
                -(one.confidence or 1.0),
                one.check,
                sure,
                one.document,
                one.sentence,
                one.start,
                one.end,
                one.text,
                one.message,
                " ".join(context.split()),
            )


if __name__ == "__main__":
    main()
