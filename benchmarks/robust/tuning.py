"""Weights fitted on GUM train against the default: on documents held out, and on GUM dev."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from benchmarks.results import record
from benchmarks.robust.material import FREE, accuracy, answers, gum, prepared, pronoun_counts
from coindex.core import registry
from coindex.measures.scores import total
from coindex.measures.significance import paired_bootstrap, randomisation
from coindex.report.table import Cell, Share, Table
from coindex.training.tuning import Example, Tuned, Tuning

SPOKEN = frozenset({"conversation", "court", "interview", "speech", "vlog"})
GROUPS = {"all": FREE, "spoken": SPOKEN, "written": FREE - SPOKEN, "news": frozenset({"news"})}
COLUMNS = ("documents of", "number", "before", "after", "difference", "low", "high", "p")


def run(corpora: Path, chosen: Namespace) -> None:
    train = [item for item in gum(corpora, "train") if item.document.genre in FREE]
    given, dev = prepared(train), prepared(gum(corpora))
    tables: list[Table] = []
    for name, genres in GROUPS.items():
        fitted = [example for example in given if example.key.document.genre in genres]
        measured = [
            example for example in dev if name == "all" or example.key.document.genre in genres
        ]
        tuned = Tuning(rounds=chosen.rounds).run(registry.build("resolvers", "rosana"), fitted)
        resolver = registry.spec_of(tuned.resolver)
        rows = [*_parts(tuned), compared("dev, pronouns", resolver, measured)]
        notes = (resolver, f"{tuned.taken} of {tuned.rounds}")
        tables.append(Table(COLUMNS, rows, f"tuned on {name}", notes))
    record(
        "rosana-tuning",
        tables,
        command=f"python -m benchmarks.rosana --corpora FOLDER --rounds {chosen.rounds} tuning",
        components=["rosana"],
    )


def _parts(tuned: Tuned) -> list[tuple[Cell, ...]]:
    found: list[tuple[Cell, ...]] = []
    for name, part in (("training", tuned.training), ("held out", tuned.held_out)):
        shares = (part.before, part.after, part.after - part.before, *part.difference.interval)
        found.append((name, part.documents, *map(Share, shares), part.p))
    return found


def compared(name: str, resolver: str, given: Sequence[Example]) -> tuple[Cell, ...]:
    """Accuracy of third-person pronouns, default against tuned."""
    old, new = (
        [pronoun_counts(answer.pair) for answer in answers(spec, given)]
        for spec in ("rosana", resolver)
    )
    before, after = accuracy(total(old)), accuracy(total(new))
    interval = paired_bootstrap(new, old, accuracy).interval
    shares = map(Share, (before, after, after - before, *interval))
    return (name, len(given), *shares, randomisation(new, old, accuracy))
