"""The output of SUPAR's evaluation module: how often each kind of anaphor was resolved, among how many."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from coindex.core.files import File
from coindex.core.problems import Problems
from coindex.core.remedies import leniently

_OUTCOME = re.compile(
    r"\s*([A-Za-z]+)\s*([<>!$])\s*(exit|failure)\s+(\d{1,15})\s+(\d{1,15})\s+(\d{1,15})\s+(\d{1,15})\s*"
)
_TOTAL = re.compile(r"\s*NumberSentences:\s*(\d{1,15})\s*-\s*NumberWords:\s*(\d{1,15})\s*Words/Sent:\s*(\d+\.?\d*)\s*")


class Outcome(NamedTuple):
    """Anaphors of one kind that were (exit) or were not (failure) resolved.

    `before` and `after` count their candidates before and after the constraints; `by_constraints` counts the anaphors
    that constraints alone decided.
    """

    kind: str
    reference: str
    resolved: bool
    anaphors: int
    before: int
    after: int
    by_constraints: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    outcomes: tuple[Outcome, ...]
    sentences: int
    words: int

    @property
    def words_per_sentence(self) -> float:
        return self.words / self.sentences if self.sentences else 0.0


def read_evaluation(file: File, problems: Problems) -> Evaluation:
    outcomes, totals = list[Outcome](), (0, 0)
    line, finished = 0, False
    for line, text in enumerate(file.lines(problems), 1):
        if match := _TOTAL.fullmatch(text):
            totals, finished = (int(match[1]), int(match[2])), True
        elif match := _OUTCOME.fullmatch(text):
            counts = (int(number) for number in match.groups()[3:])
            outcomes.append(Outcome(match[1], match[2], match[3] == "exit", *counts))
        elif text.strip():
            problems.report(
                "malformed line of an evaluation",
                path=file.label,
                line=line,
                column=1,
                detail=repr(text[:60]),
                remedy=leniently("leaves it out"),
            )
    if not finished:
        remedy = leniently("takes 0", "the last line is NumberSentences: ...")
        problems.report("evaluation without totals", path=file.label, line=line, column=1, remedy=remedy)
    return Evaluation(tuple(outcomes), *totals)


def evaluation_text(evaluation: Evaluation) -> str:
    lines = [
        f"{kind}{reference}{'exit' if resolved else 'failure'} {' '.join(map(str, counts))}"
        for kind, reference, resolved, *counts in evaluation.outcomes
    ]
    per_sentence = f"{evaluation.words_per_sentence:.2f}"
    total = f"NumberSentences: {evaluation.sentences} - NumberWords: {evaluation.words} Words/Sent: {per_sentence}"
    return "\n".join([*lines, "", total, ""])
