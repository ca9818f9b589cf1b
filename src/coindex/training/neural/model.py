"""The model: an encoder over windows, a vector for each mention, coarse and fine scores of its antecedents."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor, nn

from coindex.resolvers.neural.features import CLASSES, MARKS, WORDS
from coindex.training.encoder import Encoder
from coindex.training.neural.pairs import DISTANCES, PAIRS, Side, bucket, pair_classes, same

SCHEMES = ("", "gum", "litbank", "craft")
REACH = 250
"""Mentions back at which any mention is a candidate; farther ones must share a noun, a name or a chain."""
IMPOSSIBLE = -1e4


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the model; `without` names features of pairs that are not looked at, separated by commas."""

    vocabulary: int
    layers: int = 6
    mention: int = 256
    coarse: int = 128
    hidden: int = 256
    kept: int = 40
    dropout: float = 0.3
    without: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Batch(NamedTuple):
    """Windows of pieces, and the mentions of the words they hold.

    `owner` is each piece's row in `words`; `first` and `last` are places of each word's pieces in the flattened
    windows; `spans` are first, last and head word of each mention; `document` says which belong together.
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


class Scores(NamedTuple):
    """`logits` of no antecedent and of each candidate; `coarse` of all pairs, where `pool` allows them."""

    logits: Tensor
    candidates: Tensor
    allowed: Tensor
    coarse: Tensor
    pool: Tensor


class Tables(nn.Module):
    """One table for several classes: their vectors as rows, or their sum."""

    offsets: Tensor

    def __init__(self, sizes: list[int], width: int) -> None:
        super().__init__()
        self.register_buffer("offsets", torch.tensor([0, *accumulate(sizes)][:-1]), persistent=False)
        self.table = nn.Embedding(sum(sizes), width)
        nn.init.normal_(self.table.weight, std=0.05)

    def forward(self, classes: Tensor) -> Tensor:
        found: Tensor = self.table(classes + self.offsets)
        return found

    def summed(self, classes: Tensor) -> Tensor:
        """Feature by feature, so that no row for each of them is held at once."""
        total = self.table(classes[..., 0] + self.offsets[0])
        for place in range(1, classes.shape[-1]):
            total = total + self.table(classes[..., place] + self.offsets[place])
        return total


class Mentions(nn.Module):
    """First, last and head word with the mention's classes -> vector, score of being new, query and key."""

    def __init__(self, width: int, shape: Shape, embedded: int = 24) -> None:
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

    def forward(self, states: Tensor, classes: Tensor, scheme: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        parts = [states.flatten(-2), self.tables(classes).flatten(-2), self.scheme(scheme)]
        vectors = self.drop(F.gelu(self.norm(self.input(self.drop(torch.cat(parts, -1))))))
        return vectors, self.new(vectors).squeeze(-1), self.query(vectors), self.key(vectors)


class Fine(nn.Module):
    """Vectors and features of anaphors and their candidates -> scores."""

    used: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.tables = Tables([size for size, _ in PAIRS.values()], shape.hidden)
        self.anaphor = nn.Linear(shape.mention, shape.hidden)
        self.candidate = nn.Linear(shape.mention, shape.hidden, bias=False)
        self.product = nn.Linear(shape.mention, shape.hidden, bias=False)
        self.inner = nn.Linear(shape.hidden, shape.hidden // 2)
        self.output = nn.Linear(shape.hidden // 2, 1)
        self.drop = nn.Dropout(shape.dropout)
        absent = set(filter(None, shape.without.split(",")))
        self.register_buffer("used", torch.tensor([int(name not in absent) for name in PAIRS]), persistent=False)

    def forward(self, anaphors: Tensor, candidates: Tensor, pairs: Tensor) -> Tensor:
        """Anaphors N x d, candidates N x K x d, pairs N x K x features."""
        hidden = self.anaphor(anaphors)[:, None] + self.candidate(candidates)
        hidden = hidden + self.product(anaphors[:, None] * candidates) + self.tables.summed(pairs * self.used)
        hidden = self.drop(F.gelu(self.inner(self.drop(F.gelu(hidden)))))
        scores: Tensor = self.output(hidden).squeeze(-1)
        return scores


class Antecedents(nn.Module):
    """Everything together."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = Encoder(shape.vocabulary, depth=shape.layers)
        self.words = Tables(list(WORDS.values()), self.encoder.width)
        nn.init.zeros_(self.words.table.weight)
        self.mentions = Mentions(self.encoder.width, shape)
        self.far = nn.Embedding(len(DISTANCES) + 1, 1)
        nn.init.zeros_(self.far.weight)
        self.fine = Fine(shape)

    def forward(self, batch: Batch, given: Tensor | None = None) -> Scores:
        """`given` are candidates to score instead of its own choice."""
        states = self.states(batch)
        vectors, new, queries, keys = self.mentions(states[batch.spans], batch.classes, batch.scheme)
        coarse = queries @ keys.T * self.shape.coarse**-0.5 + self._distance_bias(batch)
        pool = candidate_pool(batch)
        coarse = coarse.float().masked_fill(~pool, IMPOSSIBLE)
        kept = min(self.shape.kept, len(vectors))
        candidates = coarse.detach().topk(kept, dim=1).indices if given is None else given
        allowed = pool.gather(1, candidates)
        fine = self.fine(vectors, vectors[candidates], pair_classes(*sides(batch, candidates)))
        scores = (fine.float() + coarse.gather(1, candidates)).masked_fill(~allowed, IMPOSSIBLE)
        return Scores(torch.cat([new.float()[:, None], scores], 1), candidates, allowed, coarse, pool)

    def states(self, batch: Batch) -> Tensor:
        """A vector for each word, the mean of its first and last piece."""
        marks = self.words.summed(batch.words)
        states = self.encoder(batch.pieces, marks[batch.owner], batch.present).flatten(0, 1)
        return (states[batch.first] + states[batch.last]) * 0.5

    def _distance_bias(self, batch: Batch) -> Tensor:
        number = batch.marks[:, MARKS.index("number")]
        distance = (number[:, None] - number[None, :]).clamp(0, REACH)
        buckets = bucket(torch.arange(REACH + 1, device=number.device), DISTANCES)
        return self.far(buckets[distance]).squeeze(-1)


def sides(batch: Batch, candidates: Tensor) -> tuple[Side, Side]:
    anaphor = Side(batch.classes[:, None], batch.marks[:, None])
    return anaphor, Side(batch.classes[candidates], batch.marks[candidates])


def candidate_pool(batch: Batch) -> Tensor:
    """Earlier mentions of the document: near ones, and those with the same noun, name or chain."""
    one, other = Side(batch.classes[:, None], batch.marks[:, None]), Side(batch.classes[None], batch.marks[None])
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
"""Marks that let a mention be a candidate however far it is."""
