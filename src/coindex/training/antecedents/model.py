"""The model: an encoder over windows, a vector for each expression, its type under a scheme, its
antecedents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from numpy.typing import NDArray
from torch import Tensor, nn

from coindex.resolvers.neural.features import CLASSES, MARKS, WORDS
from coindex.training.antecedents.pairs import (
    DISTANCES,
    PAIRS,
    PairSide,
    bucket,
    pair_classes,
    same,
)
from coindex.training.antecedents.spans import TYPES
from coindex.training.encoder import Encoder, word_places

SCHEMES = ("", "gum", "litbank", "craft", "ontonotes")
ENCODERS: dict[str, dict[str, Any]] = {
    "minilm": {"width": 384, "heads": 12, "inner": 1536},
    "mpnet": {"width": 768, "heads": 12, "inner": 3072, "epsilon": 1e-5, "relative": True},
}
LEFT, RIGHT = 24, 32
"""How many words before and after a head are searched for the edges of its mention."""
REACH = 250
"""How many mentions back any mention is a candidate; farther ones must share a noun, a name or a
chain.
"""
IMPOSSIBLE = -1e4


@dataclass(frozen=True, slots=True)
class ModelShape:
    """Sizes of the model; from the layer `merged` on, if it is not 0, a word has one state, not one
    for each piece; `activation` is that of the feed-forward blocks (*gelu* or *relu*); `without`
    names features of pairs that are not used, separated by commas;
    `bits` are those of a weight of the encoder on disk, 8 or 4.
    """

    vocabulary: int
    base: str = "minilm"
    layers: int = 6
    merged: int = 0
    activation: str = "gelu"
    mention: int = 256
    coarse: int = 128
    hidden: int = 256
    kept: int = 40
    dropout: float = 0.3
    edge: int = 64
    without: str = ""
    bits: int = 8

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class WindowBatch(NamedTuple):
    """Windows of pieces, and the mentions of their words.

    `owner` is each piece's row in `words`; `cores` are words from the head to the edges of the
    smallest span, `limits` the first and last word of the document; `first` and `last` are
    positions of each word's pieces in the flattened windows; `spans` are first, last and head word
    of each mention; `document` is the same for mentions of one document.
    """

    pieces: Tensor
    present: Tensor
    owner: Tensor
    words: Tensor
    first: Tensor
    last: Tensor
    spans: Tensor
    classes: Tensor
    marks: Tensor
    document: Tensor
    scheme: Tensor
    cores: Tensor
    limits: Tensor


class SpanLogits(NamedTuple):
    """Log-odds of the types of an expression (TYPES), and of its first and last word, by their
    distance from the head.

    The last position of either stands for the proposed edge if that is farther away than the
    others.
    """

    types: Tensor
    left: Tensor
    right: Tensor


class Encoded(NamedTuple):
    """For each expression its vector, the score of being new, coarse scores where `pool` allows
    them, and spans.
    """

    vectors: Tensor
    new: Tensor
    coarse: Tensor
    pool: Tensor
    spans: SpanLogits


class CandidateScores(NamedTuple):
    """`logits` of no antecedent and of each candidate; `coarse` of all pairs that `pool` allows."""

    logits: Tensor
    candidates: Tensor
    allowed: Tensor
    coarse: Tensor
    pool: Tensor
    spans: SpanLogits


class Tables(nn.Module):
    """One table for several classes: their vectors as rows, or their sum."""

    offsets: Tensor

    def __init__(self, sizes: list[int], width: int) -> None:
        super().__init__()
        self.register_buffer(
            "offsets", torch.tensor([0, *accumulate(sizes)][:-1]), persistent=False
        )
        self.table = nn.Embedding(sum(sizes), width)
        nn.init.normal_(self.table.weight, std=0.05)

    def forward(self, classes: Tensor) -> Tensor:
        vectors: Tensor = self.table(classes + self.offsets)
        return vectors

    def summed(self, classes: Tensor) -> Tensor:
        """The sum, computed feature by feature, so that the rows are not held all at once; in
        training, in one kernel.
        """
        if self.training:
            flat = (classes + self.offsets).flatten(0, -2)
            return F.embedding_bag(flat, self.table.weight, mode="sum").view(
                *classes.shape[:-1], -1
            )
        total = self.table(classes[..., 0] + self.offsets[0])
        for place in range(1, classes.shape[-1]):
            total = total + self.table(classes[..., place] + self.offsets[place])
        return total


class MentionEncoder(nn.Module):
    """First, last and head word with the mention's classes -> vector,
    score of being new, query and key.
    """

    def __init__(self, width: int, shape: ModelShape, embedded: int = 24) -> None:
        super().__init__()
        self.tables = Tables(list(CLASSES.values()), embedded)
        self.scheme = nn.Embedding(len(SCHEMES), embedded)
        self.input = nn.Linear(3 * width + embedded * (len(CLASSES) + 1), shape.mention)
        self.norm = nn.LayerNorm(shape.mention)
        self.new = nn.Sequential(
            nn.Linear(shape.mention, shape.hidden // 2), nn.GELU(), nn.Linear(shape.hidden // 2, 1)
        )
        self.query = nn.Linear(shape.mention, shape.coarse)
        self.key = nn.Linear(shape.mention, shape.coarse)
        self.drop = nn.Dropout(shape.dropout)

    def forward(
        self, states: Tensor, classes: Tensor, scheme: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        parts = [states.flatten(-2), self.tables(classes).flatten(-2), self.scheme(scheme)]
        vectors = self.drop(F.gelu(self.norm(self.input(self.drop(torch.cat(parts, -1))))))
        return vectors, self.new(vectors).squeeze(-1), self.query(vectors), self.key(vectors)


class Edges(nn.Module):
    """The type of an expression under its scheme, and where it begins and ends."""

    allowed: Tensor

    def __init__(self, width: int, shape: ModelShape) -> None:
        super().__init__()
        self.size = shape.edge
        self.types = nn.Sequential(
            nn.Linear(shape.mention, shape.hidden // 2),
            nn.GELU(),
            nn.Dropout(shape.dropout),
            nn.Linear(shape.hidden // 2, len(TYPES)),
        )
        self.query = nn.Linear(shape.mention, 2 * shape.edge)
        self.key = nn.Linear(width, 2 * shape.edge)
        self.gate = nn.Linear(shape.mention, 4)
        nn.init.constant_(self.gate.bias, 1.0)
        self.register_buffer("allowed", torch.tensor(scheme_types()), persistent=False)

    def forward(self, vectors: Tensor, states: Tensor, batch: WindowBatch) -> SpanLogits:
        types = self.types(vectors).float().masked_fill(~self.allowed[batch.scheme], IMPOSSIBLE)
        queries = self.query(vectors) * self.size**-0.5
        keys = self.key(states)
        gates = self.gate(vectors).float()
        first, last, head = batch.spans.unbind(1)
        left = self._side(
            queries[:, : self.size], keys[:, : self.size], head, -1, LEFT, batch.limits[:, 0]
        )
        right = self._side(
            queries[:, self.size :], keys[:, self.size :], head, 1, RIGHT, batch.limits[:, 1]
        )
        left = _proposed(left, head - first, gates[:, 0], batch.cores[:, 0], gates[:, 1])
        right = _proposed(right, last - head, gates[:, 2], batch.cores[:, 1], gates[:, 3])
        return SpanLogits(types, left, right)

    def _side(
        self, queries: Tensor, keys: Tensor, head: Tensor, step: int, count: int, limit: Tensor
    ) -> Tensor:
        places = head[:, None] + step * torch.arange(count, device=head.device)
        outside = places < limit[:, None] if step < 0 else places > limit[:, None]
        chosen = keys[places.clamp(0, len(keys) - 1)]
        return (queries[:, None] * chosen).sum(-1).float().masked_fill(outside, IMPOSSIBLE)


def _proposed(
    scores: Tensor, edge: Tensor, gate: Tensor, core: Tensor, core_gate: Tensor
) -> Tensor:
    """The scores plus the weights of the proposed edge and of that of the smallest span, and a
    position for a far edge.
    """
    count = scores.shape[1]
    places = torch.arange(count + 1, device=scores.device)
    far = torch.where(edge >= count, 0.0, IMPOSSIBLE)
    scores = torch.cat([scores, far[:, None]], 1)
    scores = scores + gate[:, None] * (places == edge.clamp(max=count)[:, None])
    return scores + core_gate[:, None] * (places == core.clamp(max=count)[:, None])


def scheme_types() -> list[list[bool]]:
    """Which of TYPES a scheme has; without a scheme, all."""
    place, other = TYPES.index("PER"), TYPES.index("mention")
    by_scheme = {
        "": range(len(TYPES)),
        "gum": range(place),
        "litbank": (0, *range(place, other)),
        "craft": (0, other),
        "ontonotes": (0, other),
    }
    return [[number in by_scheme[scheme] for number in range(len(TYPES))] for scheme in SCHEMES]


class Fine(nn.Module):
    """Vectors and features of anaphors and their candidates -> scores."""

    used: Tensor

    def __init__(self, shape: ModelShape) -> None:
        super().__init__()
        self.tables = Tables([size for size, _ in PAIRS.values()], shape.hidden)
        self.anaphor = nn.Linear(shape.mention, shape.hidden)
        self.candidate = nn.Linear(shape.mention, shape.hidden, bias=False)
        self.product = nn.Linear(shape.mention, shape.hidden, bias=False)
        self.inner = nn.Linear(shape.hidden, shape.hidden // 2)
        self.output = nn.Linear(shape.hidden // 2, 1)
        self.drop = nn.Dropout(shape.dropout)
        absent = set(filter(None, shape.without.split(",")))
        self.register_buffer(
            "used", torch.tensor([int(name not in absent) for name in PAIRS]), persistent=False
        )

    def forward(self, anaphors: Tensor, candidates: Tensor, pairs: Tensor) -> Tensor:
        """Anaphors N x d, candidates N x K x d, pairs N x K x features."""
        return self.joined(
            self.anaphor(anaphors)[:, None] + self.candidate(candidates),
            anaphors,
            candidates,
            pairs,
        )

    def joined(self, alone: Tensor, anaphors: Tensor, candidates: Tensor, pairs: Tensor) -> Tensor:
        """The scores; `alone` are the contributions of the two vectors separately."""
        hidden = (
            alone
            + self.product(anaphors[:, None] * candidates)
            + self.tables.summed(pairs * self.used)
        )
        hidden = self.drop(F.gelu(self.inner(self.drop(F.gelu(hidden)))))
        scores: Tensor = self.output(hidden).squeeze(-1)
        return scores


class AntecedentNetwork(nn.Module):
    """The whole model."""

    def __init__(self, shape: ModelShape) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = Encoder(
            shape.vocabulary,
            depth=shape.layers,
            merged=shape.merged,
            activation=shape.activation,
            bits=shape.bits,
            **ENCODERS[shape.base],
        )
        self.words = Tables(list(WORDS.values()), self.encoder.width)
        nn.init.zeros_(self.words.table.weight)
        self.mentions = MentionEncoder(self.encoder.width, shape)
        self.edges = Edges(self.encoder.width, shape)
        self.far = nn.Embedding(len(DISTANCES) + 1, 1)
        nn.init.zeros_(self.far.weight)
        self.fine = Fine(shape)

    def forward(self, batch: WindowBatch, given: Tensor | None = None) -> CandidateScores:
        """`given` are candidates to score instead of its own choice, where they are not -1."""
        return self.scored(batch, self.encoded(batch), given)

    def encoded(self, batch: WindowBatch) -> Encoded:
        states = self.states(batch)
        vectors, new, queries, keys = self.mentions(
            states[batch.spans], batch.classes, batch.scheme
        )
        coarse = queries @ keys.T * self.shape.coarse**-0.5 + self._distance_bias(batch)
        pool = candidate_pool(batch)
        spans = self.edges(vectors, states, batch)
        return Encoded(vectors, new, coarse.float().masked_fill(~pool, IMPOSSIBLE), pool, spans)

    def scored(
        self, batch: WindowBatch, encoded: Encoded, given: Tensor | None = None
    ) -> CandidateScores:
        vectors, new, coarse, pool, spans = encoded
        candidates = coarse.detach().topk(min(self.shape.kept, len(vectors)), dim=1).indices
        if given is not None:
            given = given[:, : candidates.shape[1]]
            candidates = torch.where(given >= 0, given, candidates)
        allowed = pool.gather(1, candidates)
        fine = self.fine(vectors, vectors[candidates], pair_classes(*sides(batch, candidates)))
        scores = (fine.float() + coarse.gather(1, candidates)).masked_fill(~allowed, IMPOSSIBLE)
        return CandidateScores(
            torch.cat([new.float()[:, None], scores], 1), candidates, allowed, coarse, pool, spans
        )

    def states(self, batch: WindowBatch) -> Tensor:
        """A vector for each word, the mean of its first and last piece."""
        marks = self.words.summed(batch.words)[batch.owner]
        if not self.shape.merged:
            states = self.encoder(batch.pieces, marks, batch.present).flatten(0, 1)
            return (states[batch.first] + states[batch.last]) * 0.5
        number, places = word_places(batch.owner, batch.present)
        states = self.encoder(batch.pieces, marks, batch.present, places)
        length, count = batch.pieces.shape[1], states.shape[1]
        return states.flatten(0, 1)[batch.first // length * count + number.flatten()[batch.first]]

    def _distance_bias(self, batch: WindowBatch) -> Tensor:
        number = batch.marks[:, MARKS.index("number")]
        distance = (number[:, None] - number[None, :]).clamp(0, REACH)
        buckets = bucket(torch.arange(REACH + 1, device=number.device), DISTANCES)
        return self.far(buckets[distance]).squeeze(-1)


def new_model(weights: Mapping[str, NDArray[Any]], **sizes: Any) -> AntecedentNetwork:
    """A model over the lower layers of an encoder."""
    model = AntecedentNetwork(ModelShape(len(weights["table.weight"]), **sizes))
    model.encoder.load(dict(weights))
    return model


def sides(batch: WindowBatch, candidates: Tensor) -> tuple[PairSide, PairSide]:
    anaphor = PairSide(batch.classes[:, None], batch.marks[:, None])
    return anaphor, PairSide(batch.classes[candidates], batch.marks[candidates])


def candidate_pool(batch: WindowBatch) -> Tensor:
    """The candidates: near earlier mentions of the document, and those with the same noun, name or
    chain.
    """
    one, other = (
        PairSide(batch.classes[:, None], batch.marks[:, None]),
        PairSide(batch.classes[None], batch.marks[None]),
    )
    distance = one.mark("number") - other.mark("number")
    near = distance <= REACH
    for left, right in MATCHING:
        near |= same(one, other, left, right)
    return near & (distance > 0) & (batch.document[:, None] == batch.document[None])


MATCHING = (
    ("chain", "chain"),
    ("lemma", "lemma"),
    ("first_name", "first_name"),
    ("last_name", "last_name"),
    ("first_name", "last_name"),
    ("last_name", "first_name"),
)
"""Marks that make a mention a candidate at any distance."""
