"""Score the test files of two official scorers, unedited, and compare with what their tests assert.

    python -m benchmarks.suites --corpora FOLDER [--all]

FOLDER has `scorer_tests/universal-anaphora` and `scorer_tests/corefud`, with the test files and the
`unittests*.py` of the scorers of Universal Anaphora and CorefUD. These are read as tables of
expected values; nothing of them is run. A value that is asserted to four digits is compared with
that tolerance, as there.
"""

from __future__ import annotations

import argparse
import ast
import operator
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.results import record
from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.layers import is_zero
from coindex.measures.anaphora import SplitAntecedents
from coindex.measures.coreference import B3, BLANC, LEA, MUC, CEAFe, CEAFm
from coindex.measures.occurrences import MOR
from coindex.measures.pairing import Notes, paired
from coindex.report.table import Cell, Table

MEASURES: dict[str, Callable[[str], Any]] = {
    "muc": lambda view: MUC(view=view),
    "b_cubed": lambda view: B3(view=view),
    "ceafm": lambda view: CEAFm(view=view),
    "ceafe": lambda view: CEAFe(view=view),
    "lea": lambda view: LEA(view=view),
    "blancc": lambda view: BLANC(both_sides=True, view=view),
    "mention_overlap": lambda _: MOR(),
}
SPLIT = {
    "muc": "MUC",
    "b_cubed": "B3",
    "ceafm": "CEAFm",
    "ceafe": "CEAFe",
    "lea": "LEA",
    "blancc": "BLANC",
}
VIEWS = {"exact": "exact", "head": "head", "partial-corefud": "partial", "partial-craft": "craft"}
ARITHMETIC: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
TOLERANCE = 1e-4
EXACT = 1e-6
"""The tolerance of `approx`, which the suites use where they state fractions."""
HEADS = ("values", "differ", "refused", "skipped")


class Case(NamedTuple):
    """One assertion: three values (recall, precision, F1) of a measure for a pair of files."""

    suite: str
    name: str
    key: Path
    response: Path
    matching: str
    zeros: str
    """How zeros are aligned; empty if they are left out."""
    split: bool
    measure: str
    expected: tuple[float, ...]
    tolerance: float
    skipped: bool


class Suite(NamedTuple):
    """A file of tests, the folder of its files, and what `read` takes when a call does not say."""

    tests: str
    folder: Callable[[dict[str, Any]], str]
    matching: str = "exact"
    zeros: bool = True
    split: Callable[[dict[str, Any]], bool] = lambda _: False
    minimum: bool = False
    """Whether `partial-corefud` asks for the minimum, which CONLL-UA has instead of heads."""


def _corefud(call: dict[str, Any]) -> str:
    folder = "zeros" if call["key"].startswith("TC-Z") else f"{call['matching']}-match"
    return f"corefud/tests/tests-corefud/{folder}"


SUITES = (
    Suite("universal-anaphora/unittests.py", lambda _: "universal-anaphora/tests"),
    Suite(
        "universal-anaphora/plural_unittests.py",
        lambda _: "universal-anaphora/plural-tests",
        split=lambda _: True,
    ),
    Suite("corefud/tests/unittests-conll.py", lambda _: "corefud/tests/tests-conll"),
    Suite("corefud/tests/unittests-corefud.py", _corefud, "partial-corefud", zeros=False),
    Suite(
        "corefud/tests/unittests-ua.py",
        lambda call: f"corefud/tests/tests-ua/{call.get('test_type', 'original-conll')}",
        zeros=False,
        split=lambda call: call.get("test_type") == "plural",
        minimum=True,
    ),
)


def number(node: ast.expr) -> float:
    """The value of an arithmetical expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.BinOp):
        return ARITHMETIC[type(node.op)](number(node.left), number(node.right))
    raise ValueError(ast.unparse(node))


def expectation(node: ast.expr) -> tuple[tuple[float, ...], float]:
    """The asserted values, and how much they may differ."""
    tolerance = EXACT
    if isinstance(node, ast.Call):  # approx([...], abs=TOL)
        tolerance = TOLERANCE if node.keywords else EXACT
        node = node.args[0]
    assert isinstance(node, ast.Tuple | ast.List)
    return tuple(number(value) for value in node.elts), tolerance


def cases(root: Path, suite: Suite) -> Iterator[Case]:
    for function in ast.parse((root / suite.tests).read_text("utf-8")).body:
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test"):
            continue
        call: dict[str, Any] = {}
        for node in function.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                names = ("key", "response", "test_type")
                values = [ast.literal_eval(one) for one in node.value.args]
                call = {"matching": suite.matching, "keep_zeros": suite.zeros}
                call |= dict(zip(names, values, strict=False))
                call |= {str(one.arg): ast.literal_eval(one.value) for one in node.value.keywords}
            elif isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare):
                asked = node.test.left
                assert isinstance(asked, ast.Call)
                measure = asked.args[1]
                first = measure.elts[0] if isinstance(measure, ast.List) else measure
                expected, tolerance = expectation(node.test.comparators[0])
                view = VIEWS[call["matching"]]
                folder = root / suite.folder(call)
                yield Case(
                    suite.tests,
                    function.name,
                    folder / call["key"],
                    folder / call["response"],
                    "min" if view == "partial" and suite.minimum else view,
                    call.get("zero_match_method", "linear") if call["keep_zeros"] else "",
                    suite.split(call),
                    ast.unparse(first),
                    expected,
                    tolerance,
                    bool(function.decorator_list),
                )


def without_zeros(item: Annotated) -> Annotated:
    document, annotation = item
    entities = (
        entity._replace(mentions=tuple(m for m in entity.mentions if not is_zero(m, document)))
        for entity in annotation.entities
    )
    mentions = tuple(m for m in annotation.mentions if not is_zero(m, document))
    left = tuple(entity for entity in entities if entity.mentions)
    return item._replace(
        annotation=replace(annotation, mentions=mentions, entities=left, links=annotation.links)
    )


def scored(case: Case) -> tuple[float, ...]:
    """Recall, precision and F1 by Coindex, of the files as they are."""
    sides = [list(formats.read(path)) for path in (case.key, case.response)]
    if not case.zeros:
        sides = [list(map(without_zeros, side)) for side in sides]
    pairs = paired(*sides, zeros=case.zeros or "linear", notes=Notes.empty())
    measure: Any = (
        SplitAntecedents(SPLIT[case.measure], view=case.matching)
        if case.split
        else MEASURES[case.measure](case.matching)
    )
    counts = [sum(one) for one in zip(*map(measure.counts, pairs), strict=True)]
    score = measure.score(tuple(counts))
    return score.recall, score.precision, score.f1


def row(root: Path, suite: Suite, *, every: bool) -> list[Cell]:
    """How many values of a suite are asserted, differ, and so on; `every`: print those that do."""
    pairs: set[tuple[Path, Path, str, str]] = set()
    counts: defaultdict[str, int] = defaultdict(int)
    largest = 0.0
    for case in cases(root, suite):
        if case.skipped:
            counts["skipped"] += len(case.expected)
            continue
        pairs.add((case.key, case.response, case.matching, case.zeros))
        counts["values"] += len(case.expected)
        try:
            ours = scored(case)
        except CoindexError as error:
            counts["refused"] += len(case.expected)
            if every:
                print(f"  {case.name} {case.measure}: {error}")
            continue
        differences = [abs(a - b) for a, b in zip(ours, case.expected, strict=True)]
        wrong = [one for one in differences if one > case.tolerance]
        counts["differ"] += len(wrong)
        if case.tolerance == EXACT:
            largest = max(largest, *differences)
        if wrong and every:
            print(f"  {case.name} {case.measure} @{case.matching}: {ours} {case.expected}")
    return [suite.tests, len(pairs), *(counts[head] for head in HEADS), f"{largest:.1e}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpora", default=os.environ.get("CORPORA", ""), type=Path)
    parser.add_argument("--all", action="store_true", help="print every value that differs")
    options = parser.parse_args()
    root = options.corpora / "scorer_tests"
    rows = [row(root, suite, every=options.all) for suite in SUITES]
    columns = ["tests", "pairs", *HEADS, "largest difference"]
    command = "python -m benchmarks.suites --corpora FOLDER"
    record("suites", [Table(columns, rows)], command=command)


if __name__ == "__main__":
    main()
