"""SUPAR's evaluation as rates, beside those that its authors report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coindex.core.messages import Message, messages
from coindex.core.protocols import SolutionLine
from coindex.experiment.results import Results
from coindex.measures.scores import ratio
from coindex.report.evaluation import Evaluated, Evaluation, evaluated
from coindex.report.published import (
    OF_SUPAR,
    SUPAR,
    SUPAR_AFTER,
    SUPAR_AFTER_REFLEXIVES,
    SUPAR_BEFORE,
)
from coindex.report.table import Average, Cell, Share, Table, signed

_REFLEXIVE = "persRefl"
_COLUMNS = messages(
    "resolver",
    "anaphors",
    "solved",
    "right",
    "success",
    "candidates before",
    "candidates after",
    "success published",
    "before published",
    "after published",
)
_MEANINGS = Message(
    "success: right / solved; candidates of each anaphor before and after constraints"
)


def supar_table(results: Results) -> Table:
    """A row for all anaphors of each run, and one each for those that are reflexive or not."""
    rows: list[list[Cell]] = []
    signatures: list[str] = []
    for one in evaluated(results, "Supar"):
        name = f"{one.run.condition.resolver}, {one.run.condition.corpus}"
        row = results.row(one.run.condition, one.measure)
        for label, cells in _rows(one):
            rows.append([name, label, *cells])
            signatures.append("" if row is None else row.signature)
    table = Table(_COLUMNS, rows, Message("SUPAR's evaluation"), (_MEANINGS, OF_SUPAR))
    return signed(table, signatures)


def _rows(one: Evaluated) -> Iterator[tuple[Message, list[Cell]]]:
    lines = one.evaluation.lines
    reflexive = [line for line in lines if line.kind == _REFLEXIVE]
    others = [line for line in lines if line.kind != _REFLEXIVE]
    yield Message("not reflexive"), [*_numbers(others), "", "", Average(SUPAR_AFTER)]
    yield Message("reflexive"), [*_numbers(reflexive), "", "", Average(SUPAR_AFTER_REFLEXIVES)]
    yield Message("all"), [*_numbers(lines), _success(one.evaluation), Average(SUPAR_BEFORE), ""]


def _numbers(lines: Sequence[SolutionLine]) -> list[Cell]:
    solved = sum(line.number for line in lines)
    right = sum(line.number for line in lines if line.outcome == "exit")
    success = ratio(right, solved)
    counts = (sum(line.before for line in lines), sum(line.after for line in lines))
    each = (None if not solved or not counts[0] else Average(one / solved) for one in counts)
    return [solved, right, None if success is None else Share(success), *each]


def _success(evaluation: Evaluation) -> Cell:
    """What is reported of the one language of the texts."""
    published = [row.success for row in SUPAR if evaluation.languages == {row.language}]
    return Share(published[0]) if published else ""
