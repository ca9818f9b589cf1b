"""More and more attachments are cut: what becomes of accuracy, and
which rule patterns have to help.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from benchmarks.robust.material import accuracy, anchoring, answers, gum, prepared, pronoun_counts
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.measures.scores import total
from coindex.report.table import Cell, Table
from coindex.testing.binding import violations
from coindex.training.tuning import Example

SHARES = (0.0, 0.1, 0.3, 0.5, 1.0)
OTHERS = ("none", "ambiguity", "ambiguity(genitives=True)")
PATTERNS = ("F1", "F2", "E1a", "E1b", "E2", "E3a", "E3b", "E4", "IEa", "IEb", "heuristic")
PARSERS = {"gold parse": "given", "bundled parser": "bundled"}


class Row(NamedTuple):
    fragmenter: str
    fragments: float
    accuracy: float
    anchors: float
    hybrid: float
    violations: int
    patterns: Mapping[str, int]


def run(corpora: Path, chosen: Namespace) -> None:
    keys = gum(corpora)
    curves: dict[str, list[Row]] = {}
    cuts: list[Table] = []
    rules: list[Table] = []
    for title, parser in PARSERS.items():
        fragmenters = (*OTHERS, *(f"uncertain(share={share})" for share in SHARES))
        whole = [example.document for example in prepared(keys, parser)]
        rows = [
            _row(fragmenter, prepared(keys, parser, fragmenter), whole)
            for fragmenter in fragmenters
        ]
        cuts.append(_accuracies(f"GUM dev, {title}", rows))
        rules.append(_patterns(f"Rule patterns, {title}", rows))
        curves[title] = rows[len(OTHERS) :]
    plot = "--plot docs/rosana-robustness.svg"
    command = f"python -m benchmarks.rosana --corpora FOLDER {plot} robustness"
    record("rosana-cuts", cuts, command=command, components=["rosana"])
    record("rosana-rules", rules, command=command, components=["rosana"])
    if chosen.plot:
        _plot(curves, chosen.plot)


def _row(fragmenter: str, given: Sequence[Example], whole: Sequence[Document]) -> Row:
    """Violations are looked for in the whole parses, whatever was
    cut when the resolver saw them.
    """
    counts, fired, broken = [], Counter[str](), 0
    for document, answer in zip(whole, answers("rosana", given), strict=True):
        counts.append(pronoun_counts(answer.pair))
        fired.update(_fired(answer.decisions))
        broken += sum(1 for _ in violations(document, answer.annotation))
    hybrid = [
        pronoun_counts(answer.pair) for answer in answers("rosana(description='hybrid')", given)
    ]
    documents = [example.document for example in given]
    both = total(counts)
    return Row(
        fragmenter,
        _fragments(documents),
        accuracy(both),
        anchoring(both),
        accuracy(total(hybrid)),
        broken,
        fired,
    )


def _fragments(documents: Sequence[Document]) -> float:
    """Per sentence."""
    sentences = [sentence for document in documents for sentence in document.sentences]
    return sum(max(1, len(sentence.fragments)) for sentence in sentences) / len(sentences)


def _fired(decisions: Sequence[Decision]) -> Counter[str]:
    """How often each pattern decided on a candidate that agrees."""
    said = (
        candidate.rejected or candidate.admitted
        for decision in decisions
        for candidate in decision.candidates
    )
    return Counter(name for name in said if name in PATTERNS)


def _accuracies(title: str, rows: Sequence[Row]) -> Table:
    columns = (
        "fragmenter",
        "fragments per sentence",
        "pronouns",
        "anchors",
        "pronouns, hybrid",
        "violations",
    )
    cells: list[tuple[Cell, ...]] = [
        (
            row.fragmenter,
            f"{row.fragments:.2f}",
            f"{row.accuracy:.3f}",
            f"{row.anchors:.3f}",
            f"{row.hybrid:.3f}",
            row.violations,
        )
        for row in rows
    ]
    return Table(columns, cells, title)


def _patterns(title: str, rows: Sequence[Row]) -> Table:
    return Table(
        ("fragmenter", *PATTERNS),
        [(row.fragmenter, *(row.patterns[name] for name in PATTERNS)) for row in rows],
        title,
    )


def _plot(curves: Mapping[str, Sequence[Row]], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg" if path.suffix == ".svg" else "agg")
    mpl.rcParams["svg.hashsalt"] = "coindex"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 3.6))
    for (title, rows), colour in zip(curves.items(), ("#1f5fa8", "#c2571a"), strict=True):
        cut = [100 * share for share in SHARES]
        axes.plot(
            cut, [row.accuracy for row in rows], "o-", color=colour, label=f"pronouns, {title}"
        )
        axes.plot(
            cut, [row.anchors for row in rows], "s--", color=colour, label=f"anchors, {title}"
        )
    axes.set(xlabel="attachments cut, per cent", ylabel="accuracy", ylim=(0, 1))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize="small", loc="lower left")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
