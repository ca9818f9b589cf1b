"""How often the inserted name is right, over the share of third-person pronouns that get one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.rewritten.material import THIRD, Key, Text
from coindex.rendering.rewriting.choices import SURE, Choices
from coindex.report.table import Average, Cell, Table, show

EVERY = Choices(("pronouns",), 0.0, quotations=True, repeat="any")
"""All that could be replaced, so that certainty alone decides."""
RIGHT, COVERED = 0.95, 0.5
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.92, 0.95, 0.97)


class Sample(NamedTuple):
    """The certainty of each inserted name and whether it is right; counts of pronouns."""

    names: list[tuple[float, bool]]
    pronouns: int
    nameable: int

    def at(self, threshold: float) -> tuple[int, float]:
        """How many names are at least so certain, and how many of these are right."""
        verdicts = [right for certainty, right in self.names if certainty >= threshold]
        return len(verdicts), sum(verdicts) / max(1, len(verdicts))

    def widest(self) -> float:
        """The largest share of pronouns at which the names are right often enough."""
        best, right = 0, 0
        for number, (_, verdict) in enumerate(sorted(self.names, reverse=True), 1):
            right += verdict
            if right / number >= RIGHT:
                best = number
        return best / max(1, self.pronouns)


def run(texts: Sequence[Text], plot: Path | None) -> bool:
    samples = {name: sample(texts, name) for name in dict.fromkeys(text.corpus for text in texts)}
    for name, one in samples.items():
        rows: list[list[Cell]] = []
        for threshold in THRESHOLDS:
            count, right = one.at(threshold)
            rows.append(
                [
                    f"{threshold:.2f}",
                    count,
                    Average(right),
                    Average(count / one.pronouns),
                    Average(count / one.nameable),
                ]
            )
        columns = ("certainty", "names", "right", "of all pronouns", "of those with a name before")
        remark = (
            f"{one.pronouns} third-person pronouns in entities of the key, {one.nameable} of them "
            f"with an explicit mention before; default certainty {SURE}; "
            f"right in {RIGHT:.2f} of the names up to a coverage of {one.widest():.3f}"
        )
        show([Table(columns, rows, f"Names instead of pronouns, {name} dev", [remark])], "table")
    if plot is not None:
        drawn(samples, plot)
    return all(one.widest() >= COVERED for one in samples.values())


def sample(texts: Sequence[Text], corpus: str) -> Sample:
    names: list[tuple[float, bool]] = []
    pronouns = nameable = 0
    for text in texts:
        if text.corpus != corpus:
            continue
        judge = text.judge(EVERY)
        key = Key(judge, text.key(judge.document))
        pronouns, nameable = pronouns + len(key.pronouns), nameable + key.nameable
        for one in judge.judgements():
            word = one.mention.text(judge.document).lower()
            known = corpus != "litbank" or key.entity(one.mention) is not None
            if one.name is not None and word in THIRD and known:
                right = key.right(one.mention, one.name.text, one.name.mentions)
                names.append((one.certainty, right))
    return Sample(names, pronouns, nameable)


def drawn(samples: dict[str, Sample], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4), layout="constrained")
    axes = figure.subplots()
    axes.axhline(RIGHT, color="0.7", linewidth=1, linestyle="--")
    axes.axvline(COVERED, color="0.7", linewidth=1, linestyle="--")
    for (name, one), marker in zip(samples.items(), "os", strict=False):
        points = [one.at(number / 100) for number in range(50, 100)]
        shown = [(count / one.pronouns, right) for count, right in points if count]
        axes.plot(*zip(*shown, strict=True), marker=marker, markersize=3, label=f"{name} dev")
    axes.set(
        xlabel="share of third-person pronouns with a name",
        ylabel="share of names that are right",
        xlim=(0, 1),
        ylim=(0.7, 1),
    )
    axes.legend(frameon=False)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
