"""How often the inserted name is right, over the share of third-person pronouns that get one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from coindex.language.speech.quotation_marks import quoted as quotations
from coindex.report.table import Average, Cell, Table
from coindex.texts.rewriting.choices import SURE
from training.rewriting import COVERED, EVERY, THIRD, Key, Text

RIGHT = 0.95
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.92, 0.95, 0.97)


class Name(NamedTuple):
    """An inserted name."""

    certainty: float
    right: bool
    quoted: bool


class Sample(NamedTuple):
    """The inserted names; how many pronouns of the third person the key has in entities, how many
    of these have an explicit mention of their entity before them, and how many of those are outside
    quotations, which are rewritten only if asked for.
    """

    names: list[Name]
    pronouns: int
    nameable: int
    outside: int

    def at(self, threshold: float) -> tuple[int, float]:
        """How many names are at least so certain, and how many of these are right."""
        return self._counted([one for one in self.names if one.certainty >= threshold])

    def outside_at(self, threshold: float) -> tuple[int, float]:
        """The same without quotations."""
        chosen = [one for one in self.names if one.certainty >= threshold and not one.quoted]
        return self._counted(chosen)

    def _counted(self, names: list[Name]) -> tuple[int, float]:
        return len(names), sum(one.right for one in names) / max(1, len(names))

    def widest(self) -> float:
        """The largest share of pronouns at which the names are right often enough."""
        best, right = 0, 0
        for number, one in enumerate(sorted(self.names, reverse=True), 1):
            right += one.right
            if right / number >= RIGHT:
                best = number
        return best / max(1, self.pronouns)

    def right_at(self, coverage: float) -> float:
        """The share of right names at this share of all pronouns."""
        surest = sorted(self.names, reverse=True)[: round(coverage * self.pronouns)]
        return sum(one.right for one in surest) / max(1, len(surest))


def run(texts: Sequence[Text], plot: Path | None) -> bool:
    sizes = texts[0].sizes
    samples = {
        (corpus, size): sample(texts, corpus, size)
        for corpus in dict.fromkeys(text.corpus for text in texts)
        for size in sizes
    }
    tables: list[Table] = []
    for (corpus, size), one in samples.items():
        title = f"Names instead of pronouns, {corpus} dev, {size} model"
        remark = (
            f"{one.pronouns} third-person pronouns in entities of the key, {one.nameable} of them "
            f"with an explicit mention before, {one.outside} of these outside quotations; "
            f"default certainty {SURE}; right in {RIGHT:.2f} of the names up to a coverage of "
            f"{one.widest():.3f} of all; at a coverage of {COVERED}, {one.right_at(COVERED):.3f} "
            "are right"
        )
        tables.append(Table(COLUMNS, list(map(one_row(one), THRESHOLDS)), title, [remark]))
    record(
        "rewriting",
        tables,
        command="python -m benchmarks.rewriting --corpora FOLDER "
        "--plot docs/images/rewriting.svg names",
        components=["auto", "texts/rewrite"],
        learned_from="The models have learned from the training parts of these corpora.",
    )
    if plot is not None:
        drawn({f"{corpus} dev, {size}": one for (corpus, size), one in samples.items()}, plot)
    return all(one.widest() >= COVERED for one in samples.values())


COLUMNS = (
    "certainty",
    "names",
    "right",
    "of all pronouns",
    "of those with a name before",
    "right outside quotations",
    "of those with a name before, outside quotations",
)


def one_row(one: Sample) -> Callable[[float], list[Cell]]:
    def row(threshold: float) -> list[Cell]:
        count, right = one.at(threshold)
        outside, right_outside = one.outside_at(threshold)
        return [
            f"{threshold:.2f}",
            count,
            Average(right),
            Average(count / one.pronouns),
            Average(count / one.nameable),
            Average(right_outside),
            Average(outside / one.outside),
        ]

    return row


def sample(texts: Sequence[Text], corpus: str, size: str) -> Sample:
    names: list[Name] = []
    pronouns = nameable = outside = 0
    for text in texts:
        if text.corpus != corpus:
            continue
        judge = text.judge(EVERY, size)
        key = Key(judge, text.key(judge.document))
        quoted = {token for one in quotations(judge.document) for token in range(*one.span)}
        named = key.nameable
        pronouns, nameable = pronouns + len(key.pronouns), nameable + len(named)
        outside += sum(token not in quoted for token in named)
        for one in judge.judgements():
            word = one.mention.text(judge.document).lower()
            known = corpus != "litbank" or key.entity(one.mention) is not None
            if one.name is not None and word in THIRD and known:
                right = key.right(one.mention, one.name.text, one.name.mentions)
                names.append(Name(one.certainty, right, one.mention.start in quoted))
    return Sample(names, pronouns, nameable, outside)


def drawn(samples: dict[str, Sample], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 4), layout="constrained")
    axes = figure.subplots()
    axes.axhline(RIGHT, color="0.7", linewidth=1, linestyle="--")
    axes.axvline(COVERED, color="0.7", linewidth=1, linestyle="--")
    for (name, one), marker in zip(samples.items(), "ovsd", strict=False):
        points = [one.at(number / 100) for number in range(50, 100)]
        shown = [(count / one.pronouns, right) for count, right in points if count]
        axes.plot(*zip(*shown, strict=True), marker=marker, markersize=3, label=name)
    axes.set(
        xlabel="share of third-person pronouns with a name",
        ylabel="share of names that are right",
        xlim=(0, 1),
        ylim=(0.7, 1),
    )
    axes.legend(frameon=False)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
