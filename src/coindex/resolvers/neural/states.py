"""The model's output for the expressions of a document: vectors, and which are mentions, their
types and edges.

Memory is linear in the expressions: the states of words are dropped as soon as no expression needs
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.language.discourse.discourse import Discourse
from coindex.models.antecedents import AntecedentModel, Floats, Ints, Looked, Vectors
from coindex.resolvers.neural.features import MARKS, mention_features, word_columns
from coindex.resolvers.neural.windows import windows

FARTHEST = 250
"""How many distances, in words, from a head to the edge of the smallest span are distinguished."""
_FIRST, _LAST, _HEAD = MARKS.index("start"), MARKS.index("end"), MARKS.index("head")
_IMPOSSIBLE = np.float32(-1e4)


class Material(NamedTuple):
    """The model's input for a document: pieces and classes of its words; classes and marks of its
    expressions, and the words from the head of each to the edges of its smallest span.
    """

    pieces: Sequence[tuple[int, ...]]
    words: NDArray[np.uint8]
    classes: Ints
    marks: Ints
    cores: Ints


class Spans(NamedTuple):
    """For expressions: the probability of being a mention, the most probable type, first and last
    word.
    """

    chance: Floats
    type: Ints
    first: Ints
    last: Ints


class Rows(NamedTuple):
    """Expressions among which antecedents are searched for."""

    vectors: Vectors
    classes: Ints
    marks: Ints


def material(model: AntecedentModel, discourse: Discourse) -> Material:
    pieces = [model.pieces(token.form) for token in discourse.document.tokens]
    classes, marks = mention_features(discourse)
    return Material(
        pieces,
        word_columns(discourse),
        classes.astype(np.int64),
        marks.astype(np.int64),
        np.array(cores(discourse), np.int64).reshape(-1, 2),
    )


def cores(discourse: Discourse) -> list[tuple[int, int]]:
    """The words from the head of each expression to the edges of its smallest span."""
    rows = []
    for expression in discourse.expressions:
        least = expression.full.minimum or expression.full.span
        head = expression.head
        rows.append(
            (max(0, min(FARTHEST, head - least.start)), max(0, min(FARTHEST, least.end - 1 - head)))
        )
    return rows


def seen(model: AntecedentModel, read: Material, scheme: int) -> tuple[Vectors, Spans]:
    """The output window by window, in the order of the expressions."""
    marks = read.marks
    if not len(marks):
        return _nothing()
    parts: list[tuple[Ints, Vectors, Spans]] = []
    waiting = np.arange(len(marks))
    needed = _needed(model, read)
    held, base = np.empty((0, 0), np.float32), 0
    for end, states in _states(model, read):
        held = np.concatenate([held, states]) if held.size else states
        ended = needed[waiting, 1] < end
        done, waiting = waiting[ended], waiting[~ended]
        if len(done):
            places = marks[done][:, (_FIRST, _LAST, _HEAD)] - (base, base + 1, base)
            looked = model.mentions(held[:, : model.width][places], read.classes[done], scheme)
            window = _Window(
                held[:, model.width :], places, read.cores[done], base, len(read.pieces)
            )
            parts.append((done, looked.vectors, _spans(model, looked, window)))
        kept = min(end, int(needed[waiting, 0].min())) if len(waiting) else end
        held, base = held[kept - base :], kept
    order = np.argsort(np.concatenate([done for done, _, _ in parts]))
    return (
        Vectors._make(
            np.concatenate(column)[order]
            for column in zip(*(part[1] for part in parts), strict=True)
        ),
        Spans._make(
            np.concatenate(column)[order]
            for column in zip(*(part[2] for part in parts), strict=True)
        ),
    )


def _nothing() -> tuple[Vectors, Spans]:
    half, table = np.empty((0, 0), np.float16), np.empty((0, 0), np.float32)
    numbers, places = np.empty(0, np.float32), np.empty(0, np.int64)
    return Vectors(half, half, numbers, table, table), Spans(numbers, places, places, places)


def _needed(model: AntecedentModel, read: Material) -> Ints:
    """First and last word whose state each expression needs."""
    marks, (before, after) = read.marks, model.edges
    head = marks[:, _HEAD]
    first = np.minimum(marks[:, _FIRST], np.maximum(0, head - before + 1))
    last = np.maximum(marks[:, _LAST] - 1, np.minimum(len(read.pieces) - 1, head + after - 1))
    return np.stack([first, last], 1)


def _states(model: AntecedentModel, read: Material) -> Iterator[tuple[int, Floats]]:
    """For each window the word before which it ends, and the states of its own words."""
    counts = np.fromiter((len(word) for word in read.pieces), np.int64, len(read.pieces))
    size, overlap = model.window
    for window in windows(counts, size=size, overlap=overlap):
        states = model.states(
            read.pieces[window.start : window.end], read.words[window.start : window.end]
        )
        yield (
            window.own_end,
            states[window.own_start - window.start : window.own_end - window.start],
        )


class _Window(NamedTuple):
    """The keys of words from `base` on; first, last and head word of expressions among them, and
    their cores.
    """

    keys: Floats
    places: Ints
    cores: Ints
    base: int
    words: int


def _spans(model: AntecedentModel, looked: Looked, window: _Window) -> Spans:
    amounts = np.exp(looked.types - looked.types.max(1, keepdims=True))
    amounts /= amounts.sum(1, keepdims=True)
    size = (looked.edges.shape[1] - 4) // 2
    queries, gates = looked.edges[:, : 2 * size], looked.edges[:, 2 * size :]
    first, last, head = window.places.T
    before = _edge(queries[:, :size], window, -1, model.edges[0], head - first, gates[:, :2])
    after = _edge(queries[:, size:], window, 1, model.edges[1], last - head, gates[:, 2:])
    return Spans(
        1 - amounts[:, 0],
        1 + amounts[:, 1:].argmax(1),
        head + window.base - before,
        head + window.base + after,
    )


def _edge(
    queries: Floats, window: _Window, step: int, count: int, proposed: Ints, gates: Floats
) -> Ints:
    """The number of words from the head to the most probable edge; only the proposed edge may be
    farther than `count`.
    """
    size = queries.shape[1]
    keys = window.keys[:, :size] if step < 0 else window.keys[:, size:]
    places = window.places[:, 2:] + step * np.arange(count)
    outside = (places + window.base < 0) | (places + window.base >= window.words)
    # einsum stays on one thread; a product this small spread over several takes more processor
    # time, not less.
    scores = np.einsum("nd,npd->np", queries, keys[places.clip(0, len(keys) - 1)])
    scores[outside] = _IMPOSSIBLE
    scores = np.hstack([scores, np.where(proposed >= count, np.float32(0), _IMPOSSIBLE)[:, None]])
    rows = np.arange(len(scores))
    scores[rows, np.minimum(proposed, count)] += gates[:, 0]
    core = window.cores[:, 0 if step < 0 else 1]
    scores[rows, np.minimum(core, count)] += gates[:, 1]
    best = scores.argmax(1)
    return np.where(best < count, best, proposed)
