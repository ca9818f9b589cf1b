"""Factors switched off one after the other, in the layout of the paper's Figure 5."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from benchmarks.robust.material import KEPT, accuracy, answers, gum, litbank, prepared, pronoun_counts
from coindex.core import registry
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.significance import paired_bootstrap, randomisation
from coindex.report.tables import Cell, Table, show
from coindex.training.tuning import Example

EXPERIMENTS = {
    "original": "rosana",
    "(1) -SYR": "rosana(without=('SYR',))",
    "(2) -SUP,DOP,IOP,APP": "rosana(without=('SUP','DOP','IOP','APP'))",
    "(3) = (1)+(2)": "rosana(without=('SYR','SUP','DOP','IOP','APP'))",
    "(4) -SDM": "rosana(without=('SDM',))",
    "(5) -KAM": "rosana(without=('KAM',))",
    "2001": "rosana(profile='2001')",
}
COLUMNS = {
    "Pco": ("Classes@head", "precision"),
    "Rco": ("Classes@head", "recall"),
    "Pna": ("Anchors(of='third')@head", "precision"),
    "Rna": ("Anchors(of='third')@head", "recall"),
    "PER3": ("Antecedents(of='PER3')@head", "precision"),
    "POS3": ("Antecedents(of='POS3')@head", "precision"),
}


def run(corpora: Path, chosen: Namespace) -> None:
    tables = [
        _table("GUM dev, gold parse", prepared(gum(corpora))),
        _table("LitBank dev, bundled parser", prepared(litbank(corpora), KEPT)),
    ]
    show(tables, "markdown")


def _table(title: str, given: Sequence[Example]) -> Table:
    pairs = {name: [answer.pair for answer in answers(resolver, given)] for name, resolver in EXPERIMENTS.items()}
    counts = {name: [pronoun_counts(pair) for pair in found] for name, found in pairs.items()}
    rows = []
    for name, found in pairs.items():
        values = [f"{value:.3f}" for value in _values(found)]
        rows.append([name, *values, f"{accuracy(total(counts[name])):.3f}", *_against(counts, name)])
    note = f"{len(given)} documents, {int(total(counts['original'])[1])} third-person pronouns with an antecedent"
    columns = ("experiment", *COLUMNS, "pronouns", "difference", "95 % interval", "p")
    return Table(columns, rows, title, (note,))


def _values(pairs: Sequence[Pair]) -> list[float]:
    found = []
    for measure, value in COLUMNS.values():
        built = registry.build("measures", measure)
        found.append(float(getattr(built.score(total(built.counts(pair) for pair in pairs)), value) or 0.0))
    return found


def _against(counts: dict[str, list[tuple[float, ...]]], name: str) -> list[Cell]:
    if name == "original":
        return ["", "", ""]
    new, old = counts[name], counts["original"]
    low, high = paired_bootstrap(new, old, accuracy).interval
    difference = accuracy(total(new)) - accuracy(total(old))
    return [f"{difference:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{randomisation(new, old, accuracy):.4f}"]
