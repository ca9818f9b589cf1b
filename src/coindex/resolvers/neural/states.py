"""The model's output for the expressions of a document: vectors, and which are mentions, their
types and edges.

Memory is linear in the expressions: the states of words are dropped as soon as no expression needs
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.core import steps
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


Worth = Callable[[Ints, Spans], NDArray[np.bool_]]
"""Of which of some expressions, given with their spans, the vectors are needed."""


class Seen(NamedTuple):
    """The spans of all expressions, and the vectors of those in `rows`, in their order."""

    rows: Ints
    vectors: Vectors
    spans: Spans


def seen(model: AntecedentModel, read: Material, scheme: int, worth: Worth | None = None) -> Seen:
    """The output window by window, in the order of the expressions; without `worth`, the vectors of
    all of them.
    """
    marks = read.marks
    if not len(marks):
        return _nothing()
    rows: list[Ints] = []
    columns: tuple[list[NDArray[Any]], ...] = tuple([] for _ in Vectors._fields)
    spans: Spans | None = None
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
            found = _spans(model, looked, window)
            if spans is None:
                spans = Spans._make(np.empty(len(marks), part.dtype) for part in _arrays(found))
            for whole, part in zip(_arrays(spans), _arrays(found), strict=True):
                whole[done] = part
            needs = np.ones(len(done), np.bool_) if worth is None else worth(done, found)
            rows.append(done[needs])
            for column, array in zip(columns, _arrays(looked.vectors), strict=True):
                column.append(array[needs])
        kept = min(end, int(needed[waiting, 0].min())) if len(waiting) else end
        held, base = held[kept - base :], kept
    assert spans is not None
    together = np.concatenate(rows)
    order = np.argsort(together)
    return Seen(together[order], Vectors._make(_joined(one, order) for one in columns), spans)


def _arrays(of: Spans | Vectors) -> Sequence[NDArray[Any]]:
    return of


def _joined(parts: list[NDArray[Any]], order: Ints) -> NDArray[Any]:
    """The parts as one array in this order; they are dropped on the way, since they take most of
    the memory for a long document.
    """
    places = np.argsort(order)
    whole = np.empty((len(order), *parts[0].shape[1:]), parts[0].dtype)
    start = 0
    parts.reverse()
    while parts:
        part = parts.pop()
        whole[places[start : start + len(part)]] = part
        start += len(part)
    return whole


def _nothing() -> Seen:
    half, table = np.empty((0, 0), np.float16), np.empty((0, 0), np.float32)
    numbers, places = np.empty(0, np.float32), np.empty(0, np.int64)
    vectors = Vectors(half, half, numbers, table, table)
    return Seen(places, vectors, Spans(numbers, places, places, places))


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
        steps.step(window.own_end, len(read.pieces))


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
