"""How often a decision of a given probability is right: the table, and the curve as a picture."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.learned.differences import decided, right
from benchmarks.learned.material import first_mentions, gum
from benchmarks.results import record
from coindex.report.table import Average, Cell, Table

EDGES = tuple(number / 10 for number in range(11))
GROUPS = ("all mentions", "pronouns")


class Bin(NamedTuple):
    decisions: int
    confidence: float
    right: float


def run(corpora: Path, chosen: Namespace) -> None:
    judged: dict[str, list[tuple[float, bool]]] = {name: [] for name in GROUPS}
    for text in gum(corpora, gold=chosen.gold):
        first = first_mentions(text)
        for number, decision in decided("neural", text).items():
            if decision.confidence is not None:
                pair = decision.confidence, right(text, number, decision, first)
                judged["all mentions"].append(pair)
                if text.discourse.expressions[number].pronominal:
                    judged["pronouns"].append(pair)
    curves = {name: bins(pairs) for name, pairs in judged.items()}
    tables: list[Table] = []
    for name, found in curves.items():
        rows: list[list[Cell]] = [
            [
                f"{low:.1f} to {low + 0.1:.1f}",
                one.decisions,
                Average(one.confidence),
                Average(one.right),
            ]
            for low, one in zip(EDGES, found, strict=False)
            if one.decisions
        ]
        error = sum(one.decisions * abs(one.confidence - one.right) for one in found) / max(
            1, len(judged[name])
        )
        title = f"Probability of neural's decisions and how many are right, GUM dev, {name}"
        columns = ("probability", "decisions", "mean probability", "share right")
        tables.append(Table(columns, rows, title, [f"Expected calibration error {error:.3f}."]))
    record(
        "reliability",
        tables,
        command="python -m benchmarks.neural --corpora FOLDER "
        "--plot docs/images/neural-reliability.svg reliability",
        components=["neural"],
        learned_from="The model has learned from the training part of GUM.",
    )
    if chosen.plot:
        drawn(curves, chosen.plot)


def bins(pairs: Sequence[tuple[float, bool]]) -> list[Bin]:
    found = []
    for low in EDGES[:-1]:
        inside = [
            pair
            for pair in pairs
            if low <= pair[0] < low + 0.1 or (low == EDGES[-2] and pair[0] >= 1)
        ]
        count = len(inside)
        found.append(
            Bin(
                count,
                sum(p for p, _ in inside) / max(1, count),
                sum(r for _, r in inside) / max(1, count),
            )
        )
    return found


def drawn(curves: dict[str, list[Bin]], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5, 4.2), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1, linestyle="--")
    for (name, found), marker in zip(curves.items(), "os", strict=False):
        shown = [one for one in found if one.decisions]
        axes.plot(
            [one.confidence for one in shown],
            [one.right for one in shown],
            marker=marker,
            label=name,
        )
    axes.set(
        xlabel="probability of the decision",
        ylabel="share of right decisions",
        xlim=(0, 1),
        ylim=(0, 1),
    )
    axes.legend(frameon=False)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
