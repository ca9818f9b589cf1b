"""The output file of SUPAR's evaluation module (Figure 6 of Ferrández, Peral & Luján-Mora 2002)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from coindex.core import registry
from coindex.core.protocols import AlignedPair, Itemised, SolutionLine
from coindex.experiment.results import Results, Run
from coindex.interface.translation import fixed, grouped, say


class Evaluation:
    """Solved anaphors by kind, reference and outcome, and the length of the texts; computed in one
    pass over the pairs.
    """

    def __init__(self, measure: Itemised, pairs: Iterable[AlignedPair]) -> None:
        self._sentences = self._words = 0
        self.languages: set[str] = set()
        self.lines: Sequence[SolutionLine] = measure.lines(self._counted(pairs))

    def _counted(self, pairs: Iterable[AlignedPair]) -> Iterator[AlignedPair]:
        for pair in pairs:
            self.languages.add(pair.document.language)
            self._sentences += len(pair.document.sentences)
            self._words += sum(not token.empty for token in pair.document.tokens)
            yield pair

    def text(self) -> str:
        """The file as the paper prints it."""
        length = self._words / self._sentences if self._sentences else 0
        last = (
            f"NumberSentences: {self._sentences} - NumberWords: {self._words} Words/Sent: "
            f"{length:.2f}"
        )
        return "\n".join([*map(str, self.lines), "", last, ""])

    def summary(self) -> str:
        """The totals, which the paper gives in its text."""
        solved = sum(line.number for line in self.lines)
        if not solved:
            return say("no anaphor of the key was solved")
        right = sum(line.number for line in self.lines if line.outcome == "exit")
        before, after, alone = map(sum, zip(*(line[-3:] for line in self.lines), strict=True))
        return say(
            "{right} of {solved} solved anaphors right ({share} %); candidates {before} "
            "({before_each} each), after constraints {after} ({after_each} each); solved by "
            "constraints alone {alone}",
            right=grouped(right),
            solved=grouped(solved),
            share=fixed(100 * right / solved),
            before=grouped(before),
            before_each=fixed(before / solved),
            after=grouped(after),
            after_each=fixed(after / solved),
            alone=grouped(alone),
        )


class Evaluated(NamedTuple):
    """The evaluation of a run by an itemised measure of its plan."""

    run: Run
    measure: str
    evaluation: Evaluation

    def __str__(self) -> str:
        condition = self.run.condition
        return (
            f"{condition.resolver} on {condition.corpus}, {condition.given} mentions, "
            f"{self.measure}"
        )


def evaluated(results: Results, usual: str = "") -> Iterator[Evaluated]:
    """Every run that has numbers, by every itemised measure of the plan; by the `usual` one if it
    has none.
    """
    built = {text: registry.build("measures", text) for text in results.plan.measures}
    itemised = {text: one for text, one in built.items() if isinstance(one, Itemised)}
    if usual and not itemised:
        one = registry.build("measures", usual)
        assert isinstance(one, Itemised)
        itemised = {usual: one}
    for run in results.runs:
        if run.lacking:
            continue
        for text, measure in itemised.items():
            yield Evaluated(run, text, Evaluation(measure, run.pairs()))


def evaluation_file(results: Results) -> str:
    """All evaluations of the results, each under a descriptive comment; empty if there are none."""
    return "\n".join(f"% {one}\n{one.evaluation.text()}" for one in evaluated(results))
