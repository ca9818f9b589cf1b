"""Success on embedded-es-train of models that have not seen the documents: the library's decisions
on the answers of folds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex import corpora, formats
from coindex.core.annotation import Annotation, Source
from coindex.core.chains import resolved
from coindex.core.document import Span
from coindex.language.discourse.discourse import Discourse, discourse
from coindex.measures.palomar import TYPES
from coindex.models.antecedents import Vectors
from coindex.pipeline.zero_alignment import judged
from coindex.resolvers.groups import with_groups
from coindex.resolvers.neural.agreement import AgreementVeto
from coindex.resolvers.neural.deciding import Choosing, Deciding
from coindex.resolvers.neural.reading import MentionReading
from coindex.resolvers.neural.scoring import Chances
from coindex.resolvers.neural.states import Rows
from coindex.training.antecedents.items import proposed
from coindex.training.antecedents.model import LEFT, RIGHT
from training.embedded_spanish import OF_PAPER, PREPROCESSING, Case, Tally, add, prepared
from training.resolver.answers import PARTS
from training.resolver.spanish import CORPUS, RULES

VIEWS = {"gold mentions": "given", "automatic": "own"}
_HALF, _FULL = np.empty((0, 0), np.float16), np.empty((0, 0), np.float32)
_NO_MARKS = np.empty((0, 0), np.int64)
_NO_ROWS = Rows(Vectors(_HALF, _HALF, _FULL, _FULL, _FULL), _NO_MARKS, _NO_MARKS)
"""The scores are at hand, so nothing is computed from the rows."""


class Prepared(NamedTuple):
    """A document under one preprocessing, and its expressions."""

    case: Case
    view: str
    discourse: Discourse


def report(paths: Sequence[Path], temperature: float) -> None:
    """Print success on the paper's types and on all, and CoNLL over all mentions."""
    stored: dict[str, NDArray[Any]] = {}
    for path in paths:
        with np.load(path) as arrays:
            stored |= {name: arrays[name] for name in arrays.files}
    cases = list(documents())
    for name, view in VIEWS.items():
        tally = tallied([one for one in cases if one.view == view], stored, temperature)
        for type_, words in TYPES.items():
            print(f"{name}, {words}: {tally.all[type_]}, {tally.cell([type_])}")
        print(f"{name}, all of the paper's: {tally.cell(OF_PAPER)}")
        print(f"{name}, all: {tally.cell(TYPES)}")
        print(f"{name}, CoNLL: {tally.conll()}", flush=True)


def documents() -> Iterator[Prepared]:
    for item in formats.read(corpora.find(CORPUS).path, "inline"):
        for name, view in VIEWS.items():
            case = prepared(item, PREPROCESSING[name])
            given = view == "given"
            seen = discourse(case.document, case.mentions) if given else proposed(case.document)
            yield Prepared(case, view, seen)


def tallied(
    cases: Sequence[Prepared], stored: dict[str, NDArray[Any]], temperature: float
) -> Tally:
    tally = Tally(Counter(), Counter(), [])
    for one in cases:
        case = one.case
        name = f"{case.item.document.id}/{one.view}"
        reading, chances = _read(one, {part: stored[f"{name}/{part}"] for part in PARTS})
        deciding = Deciding(reading, Choosing(rules=RULES))
        cooler = [
            Chances(row.new / temperature, row.candidates, row.scores / temperature)
            for row in chances
        ]
        taken = deciding.decisions(cooler, AgreementVeto(deciding.entities, "es"))
        decisions = list(with_groups(taken, reading.expressions, reading.mentions))
        own = Annotation(case.document.id, Source("neural", "system"), reading.mentions)
        response = resolved(case.document, own, decisions, source=own.source)
        add(tally, case.item, judged(case.document, case.item, response, decisions))
    return tally


def _read(one: Prepared, answer: dict[str, NDArray[Any]]) -> tuple[MentionReading, list[Chances]]:
    """As `own_reading` and `chances` make them, where all proposals are mentions."""
    expressions = one.discourse.expressions
    if len(expressions) != len(answer["logits"]):
        raise ValueError(f"{one.case.item.document.id}: prepared by another parser or detector")
    kept = list(range(len(expressions)))
    mentions = [expression.mention for expression in expressions]
    if one.view == "own":
        best: dict[Span, int] = {}
        for row, expression in enumerate(expressions):
            span = _span(answer, row, expression.head, expression.mention.span)
            least = expression.mention.minimum or span
            core = Span(max(span.start, least.start), min(span.end, least.end))
            if core.length <= 0:
                core = Span(expression.head, expression.head + 1)
            mentions[row] = expression.mention._replace(parts=(span,), minimum=core, attributes=())
            if span not in best or answer["mention"][row] > answer["mention"][best[span]]:
                best[span] = row
        kept = sorted(best.values())
    place = {row: number for number, row in enumerate(kept)}
    chances = []
    for row in kept:
        columns = [n for n, c in enumerate(answer["candidates"][row]) if int(c) in place]
        scores = answer["logits"][row].astype(np.float64)
        candidates = [place[int(answer["candidates"][row][column])] for column in columns]
        chances.append(
            Chances(
                float(scores[0]),
                np.array(candidates, np.int64),
                scores[[1 + column for column in columns]],
            )
        )
    shown = [expressions[row] for row in kept]
    return MentionReading(
        one.discourse, shown, tuple(mentions[row] for row in kept), _NO_ROWS
    ), chances


def _span(answer: dict[str, NDArray[Any]], row: int, head: int, proposal: Span) -> Span:
    left, right = int(answer["left"][row]), int(answer["right"][row])
    first = head - left if left < LEFT else proposal.start
    last = head + right if right < RIGHT else proposal.end - 1
    return Span(first, last + 1)
