"""The output file of SUPAR's evaluation module (Figure 6 of Ferrández, Peral & Luján-Mora 2002)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from coindex.core import registry
from coindex.core.protocols import AlignedPair, Itemised, SolutionLine
from coindex.experiment.results import Results
from coindex.interface.translation import grouped, say


class Evaluation:
    """Solved anaphors by kind, reference and outcome, and the length of the texts; computed in one
    pass over the pairs.
    """

    def __init__(self, measure: Itemised, pairs: Iterable[AlignedPair]) -> None:
        self._sentences = self._words = 0
        self.lines: Sequence[SolutionLine] = measure.lines(self._counted(pairs))

    def _counted(self, pairs: Iterable[AlignedPair]) -> Iterator[AlignedPair]:
        for pair in pairs:
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
            share=f"{100 * right / solved:.1f}",
            before=grouped(before),
            before_each=f"{before / solved:.1f}",
            after=grouped(after),
            after_each=f"{after / solved:.1f}",
            alone=grouped(alone),
        )


def evaluations(results: Results) -> Iterator[tuple[str, Evaluation]]:
    """For every run and every itemised measure of the plan, a description and the evaluation."""
    measures = [registry.build("measures", text) for text in results.plan.measures]
    for run in results.runs:
        if run.lacking:
            continue
        condition = run.condition
        for text, measure in zip(results.plan.measures, measures, strict=True):
            if isinstance(measure, Itemised):
                about = (
                    f"{condition.resolver} on {condition.corpus}, {condition.given} mentions, "
                    f"{text}"
                )
                yield about, Evaluation(measure, run.pairs())


def evaluation_file(results: Results) -> str:
    """All evaluations of the results, each under a descriptive comment; empty if there are none."""
    return "\n".join(
        f"% {about}\n{evaluation.text()}" for about, evaluation in evaluations(results)
    )
