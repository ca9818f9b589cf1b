"""The mini-discourses: targets right, phenomenon by phenomenon, raw text in, each
resolver with mentions of its own.

The halves are counted apart: errors on the odd one were looked at while the resolvers were built,
the even one is only for reporting. Besides, texts with errors that no reader would make are
counted: contradictory chains, and targets linked with what they do not refer to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from rich.table import Table

from benchmarks.accuracy import DISCOURSES, command
from benchmarks.accuracy.embarrassing import Embarrassing, embarrassing
from benchmarks.results import record
from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.protocols import Counts
from coindex.corpora import find
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.targets import Targets
from coindex.pipeline.pipeline import Pipeline, key_on
from training.wilson import wilson

RESOLVERS = ("sieve", "rosana", "supar", "neural", "hybrid", "auto")
DEFAULT = "auto"
GOAL = 85.0
"""Per cent of the even half that the default resolver is to get right."""
MOST_EMBARRASSING = 10.0
"""Per cent of the texts of the even half in which the default resolver may make such an error."""
HALVES = ("odd", "even")
_RIGHT, _OPEN, _ALL = 0, 1, 2

Scores = dict[str, dict[str, Counts]]
"""By phenomenon, then by resolver."""


def run(corpora: Path) -> bool:
    scores = {half: scored(half) for half in HALVES}
    known = partial(record, command=command("minis"), components=RESOLVERS, learned_from=DISCOURSES)
    known("minis", [_table(half, scores[half][0]) for half in HALVES])
    errors = {half: errors for half, (_, errors) in scores.items()}
    known("minis-errors", [_errors(errors)])
    even, worst = _whole(scores["even"][0])[DEFAULT], errors["even"][DEFAULT]
    return (
        100 * even[_RIGHT] / even[_ALL] >= GOAL
        and 100 * worst.texts / worst.of <= MOST_EMBARRASSING
    )


def scored(
    half: str, resolvers: Sequence[str] = RESOLVERS
) -> tuple[Scores, dict[str, Embarrassing]]:
    corpus = find(f"minis/{half}")
    keys = list(formats.read(corpus.path, corpus.format))
    parsed = list(Pipeline().parsed(key.document for key in keys))
    measure = Targets()
    found: dict[str, dict[str, list[Counts]]] = defaultdict(lambda: defaultdict(list))
    errors = {name: Embarrassing() for name in resolvers}
    for key, document in zip(keys, parsed, strict=True):
        laid = Annotated(document, key_on(document, key))
        for name in resolvers:
            answer = Pipeline(resolver=name).resolved(document)
            pair = Pair.of(laid, Annotated(document, answer.annotation))
            found[document.meta["phenomenon"]][name].append(tuple(measure.counts(pair)))
            errors[name] = errors[name].plus(embarrassing(pair, measure))
    scores = {
        phenomenon: {name: total(rows) for name, rows in answers.items()}
        for phenomenon, answers in sorted(found.items())
    }
    return scores, errors


def _whole(scores: Scores) -> dict[str, Counts]:
    return {name: total([row[name] for row in scores.values()]) for name in RESOLVERS}


def _table(half: str, scores: Scores) -> Table:
    table = Table("phenomenon", "targets", *RESOLVERS, title=f"Targets right, {half} half")
    for phenomenon, row in scores.items():
        targets = int(row[DEFAULT][_ALL])
        table.add_row(phenomenon, f"{targets}", *(f"{int(row[n][_RIGHT])}" for n in RESOLVERS))
    whole = _whole(scores)
    cells = []
    for name in RESOLVERS:
        right, _, of = whole[name][:3]
        interval = wilson(right, of)
        low, high = interval or (0.0, 0.0)
        cells.append(f"{100 * right / of:.1f} % [{100 * low:.0f}, {100 * high:.0f}]")
    table.add_section()
    table.add_row("all", f"{int(whole[DEFAULT][_ALL])}", *cells)
    table.add_row("left open", "", *(f"{int(whole[name][_OPEN])}" for name in RESOLVERS))
    return table


def _errors(halves: Mapping[str, Mapping[str, Embarrassing]]) -> Table:
    table = Table(
        *("half", "resolver", "contradictory chains", "wrongly linked targets"),
        *("texts with either", "of", "per cent"),
        title="Embarrassing errors",
    )
    for half, errors in halves.items():
        for name, found in errors.items():
            low, high = wilson(found.texts, found.of) or (0.0, 1.0)
            share = f"{100 * found.texts / found.of:.1f} [{100 * low:.0f}, {100 * high:.0f}]"
            table.add_row(half, name, *map(str, found), share)
    return table
