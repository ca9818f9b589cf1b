"""Factors switched off one after the other, in the layout of the paper's Figure 5."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.results import record
from benchmarks.robust.material import (
    KEPT,
    accuracy,
    answers,
    gum,
    litbank,
    prepared,
    pronoun_counts,
)
from coindex.core import registry
from coindex.core.protocols import Counts
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.significance import holm, paired_bootstrap, randomisation
from coindex.report.table import Cell, Table
from coindex.training.tuning import Example

EXPERIMENTS = {
    "original": (),
    "(1) -SYR": ("SYR",),
    "(2) -SUP,DOP,IOP,APP": ("SUP", "DOP", "IOP", "APP"),
    "(3) = (1)+(2)": ("SYR", "SUP", "DOP", "IOP", "APP"),
    "(4) -SDM": ("SDM",),
    "(5) -KAM": ("KAM",),
}
WEIGHTS = {"printed weights": "weights={'AGR': 0}", "default weights": "profile='default'"}
COLUMNS = {
    "Pco": ("Classes@head", "precision"),
    "Rco": ("Classes@head", "recall"),
    "Pna": ("Anchors(of='third')@head", "precision"),
    "Rna": ("Anchors(of='third')@head", "recall"),
    "PER3": ("Antecedents(of='PER3')@head", "precision"),
    "POS3": ("Antecedents(of='POS3')@head", "precision"),
}


def run(corpora: Path, chosen: Namespace) -> None:
    for result, title, given in (
        ("rosana-variation-gum", "GUM dev, gold parse", prepared(gum(corpora))),
        ("rosana-variation-litbank", "LitBank dev, own parse", prepared(litbank(corpora), KEPT)),
    ):
        record(
            result,
            [_table(f"{title}, {name}", option, given) for name, option in WEIGHTS.items()],
            command="python -m benchmarks.rosana --corpora FOLDER variation",
            components=["rosana"],
        )


def _table(title: str, option: str, given: Sequence[Example]) -> Table:
    pairs = {
        name: [answer.pair for answer in answers(f"rosana({option}, without={without!r})", given)]
        for name, without in EXPERIMENTS.items()
    }
    counts = {name: [pronoun_counts(pair) for pair in found] for name, found in pairs.items()}
    tests = _tests(counts)
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            *(f"{value:.3f}" for value in (*_values(found), accuracy(total(counts[name])))),
            *tests[name],
        )
        for name, found in pairs.items()
    ]
    note = (
        f"{len(given)} documents, {int(total(counts['original'])[1])} third-person pronouns with "
        "an antecedent"
    )
    columns = ("experiment", *COLUMNS, "pronouns", "difference", "95 % interval", "p (Holm)")
    return Table(columns, rows, title, (note,))


def _tests(counts: Mapping[str, Sequence[Counts]]) -> Mapping[str, tuple[Cell, ...]]:
    """Accuracy of pronouns against the original, p adjusted for the
    number of experiments in the table.
    """
    old = counts["original"]
    others = {name: rows for name, rows in counts.items() if name != "original"}
    adjusted = holm([randomisation(rows, old, accuracy) for rows in others.values()])
    found: dict[str, tuple[Cell, ...]] = {"original": ("", "", "")}
    for (name, rows), p in zip(others.items(), adjusted, strict=True):
        low, high = paired_bootstrap(rows, old, accuracy).interval
        difference = accuracy(total(rows)) - accuracy(total(old))
        found[name] = (f"{difference:+.3f}", f"{low:+.3f} to {high:+.3f}", f"{p:.4f}")
    return found


def _values(pairs: Sequence[Pair]) -> list[float]:
    found = []
    for measure, value in COLUMNS.values():
        built = registry.build("measures", measure)
        found.append(
            float(getattr(built.score(total(built.counts(pair) for pair in pairs)), value) or 0.0)
        )
    return found
