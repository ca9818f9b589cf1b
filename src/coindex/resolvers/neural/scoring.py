"""From a discourse to the probabilities of each mention's antecedents, in memory linear in its length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.models.antecedents import Antecedents, Floats, Ints, Vectors
from coindex.resolvers.discourse import Discourse
from coindex.resolvers.neural.candidates import IMPOSSIBLE, chosen
from coindex.resolvers.neural.features import MARKS, mention_features, word_columns
from coindex.resolvers.neural.windows import windows

_FIRST, _LAST, _HEAD = MARKS.index("start"), MARKS.index("end"), MARKS.index("head")


class Material(NamedTuple):
    """What the model is told of a document: pieces and classes of its words, classes and marks of its mentions."""

    pieces: Sequence[tuple[int, ...]]
    words: NDArray[np.uint8]
    classes: Ints
    marks: Ints


class Chances(NamedTuple):
    """Of one mention: log-odds of being new and of each candidate, best by the coarse score first."""

    new: float
    candidates: NDArray[np.int64]
    scores: NDArray[np.float64]


def material(model: Antecedents, discourse: Discourse) -> Material:
    pieces = [model.pieces(token.form) for token in discourse.document.tokens]
    classes, marks = mention_features(discourse)
    return Material(pieces, word_columns(discourse), classes.astype(np.int64), marks.astype(np.int64))


def chances(model: Antecedents, told: Material, scheme: int) -> Iterator[Chances]:
    """For each mention in turn; scores are divided by the model's temperature, so softmax makes probabilities."""
    if not len(told.marks):
        return
    vectors = _vectors(model, told, scheme)
    for found in chosen(model, vectors, told.marks):
        fine = model.pairs(vectors.vectors, told.classes, told.marks, found.anaphors, found.candidates)
        scores = (fine + found.coarse).astype(np.float64) / model.temperature
        new = vectors.new[found.anaphors] / model.temperature
        for row in range(len(found.anaphors)):
            there = found.coarse[row] > IMPOSSIBLE / 2
            yield Chances(float(new[row]), found.candidates[row][there], scores[row][there])


def _vectors(model: Antecedents, told: Material, scheme: int) -> Vectors:
    """Window by window; the states of words are kept only as long as a mention that began there has not ended."""
    marks = told.marks
    spans = np.stack([marks[:, _FIRST], marks[:, _LAST] - 1, marks[:, _HEAD]], 1)
    parts: list[tuple[Ints, Vectors]] = []
    waiting = np.arange(len(marks))
    held, base = np.empty((0, 0), np.float32), 0
    for end, states in _states(model, told):
        held = np.concatenate([held, states]) if held.size else states
        ended = spans[waiting].max(1) < end
        done, waiting = waiting[ended], waiting[~ended]
        if len(done):
            parts.append((done, model.mentions(held[spans[done] - base], told.classes[done], scheme)))
        needed = min(end, int(spans[waiting].min())) if len(waiting) else end
        held, base = held[needed - base :], needed
    order = np.argsort(np.concatenate([done for done, _ in parts]))
    return Vectors._make(np.concatenate([getattr(part, name) for _, part in parts])[order] for name in Vectors._fields)


def _states(model: Antecedents, told: Material) -> Iterator[tuple[int, Floats]]:
    """For each window the word it ends before, and the states of its own words."""
    counts = np.fromiter((len(word) for word in told.pieces), np.int64, len(told.pieces))
    for window in windows(counts):
        states = model.states(told.pieces[window.start : window.end], told.words[window.start : window.end])
        yield window.own_end, states[window.own_start - window.start : window.own_end - window.start]
