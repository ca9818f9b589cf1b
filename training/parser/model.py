"""The joint model: one encoder pass over a window of words, and a
head for each layer of analysis.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from coindex.models.word_features import LetterCase
from coindex.training.encoder import ACTIVATIONS, Encoder, WordPlaces, rows

TAGS = ("upos", "feats", "xpos", "script", "entity", "subject")
ENCODERS: dict[str, dict[str, Any]] = {
    "bert": {},
    "mpnet": {"width": 768, "heads": 12, "inner": 3072, "epsilon": 1e-5, "relative": True},
}
"""What an encoder's kind says of its shape; `bert` has the shape of
MiniLM and of multilingual E5-small.
"""

PREFIXES = (4, 6, 10)
"""How many steps from the root of the cluster hierarchy are embedded beside the cluster itself."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the model; ``labels`` has the number of labels of each head:
    one without labels is left out.

    From the layer ``merged`` on, if it is not 0, a word has one state, not one for each piece;
    ``activation`` is that of the feed-forward blocks and of the heads (*gelu* or *relu*).
    ``clusters`` are the paths of word clusters (first step in the lowest bit), if the words have
    any.
    """

    vocabulary: int
    labels: dict[str, int]
    characters: int
    treebanks: int
    base: str = "bert"
    layers: int = 6
    merged: int = 0
    activation: str = "gelu"
    hidden: int = 192
    arc: int = 256
    relation: int = 256
    dropout: float = 0.3
    expletive: bool = True
    clusters: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def tags(self) -> tuple[str, ...]:
        """The heads that choose one label for each word."""
        return tuple(tag for tag in TAGS if self.labels.get(tag))


class Words(NamedTuple):
    """A batch of windows. Word 0 is the root, read off the first piece;
    ``owner`` is each piece's word.
    """

    pieces: Tensor
    owner: Tensor
    first: Tensor
    last: Tensor
    characters: Tensor
    case: Tensor
    space: Tensor
    paragraph: Tensor
    treebank: Tensor
    cluster: Tensor | None = None
    present: Tensor | None = None


class Analysis(NamedTuple):
    """Scores of each head; rows of ``arcs`` are dependents, columns heads, column 0 the root."""

    tags: dict[str, Tensor]
    expletive: Tensor | None
    start: Tensor
    arcs: Tensor
    dependents: Tensor
    heads: Tensor
    states: Tensor


class WordFeatures(nn.Module):
    """What the uncased pieces do not show: characters, case,
    spacing, paragraph starts, treebank.
    """

    def __init__(self, shape: Shape, *, filters: int = 96, embedded: int = 32) -> None:
        super().__init__()
        self.characters = nn.Embedding(shape.characters, embedded, padding_idx=0)
        self.convolution = nn.Conv1d(embedded, filters, 3, padding=1)
        self.case = nn.Embedding(len(LetterCase), 16)
        self.space = nn.Embedding(2, 8)
        self.paragraph = nn.Embedding(2, 8)
        self.treebank = nn.Embedding(shape.treebanks, 8)
        self.clusters = Clusters(shape.clusters) if shape.clusters else None
        self.width = filters + 16 + 8 + 8 + 8 + (self.clusters.width if self.clusters else 0)

    def forward(self, words: Words) -> Tensor:
        batch, count, length = words.characters.shape
        characters = self.characters(words.characters.reshape(batch * count, length))
        shapes = (
            torch.relu(self.convolution(characters.transpose(1, 2))).amax(2).view(batch, count, -1)
        )
        treebank = self.treebank(words.treebank)[:, None].expand(batch, count, -1)
        marks = [
            self.case(words.case),
            self.space(words.space),
            self.paragraph(words.paragraph),
            treebank,
        ]
        if self.clusters and words.cluster is not None:
            marks.append(self.clusters(words.cluster))
        return torch.cat([shapes, *marks], 2)


class Clusters(nn.Module):
    """Embedded word clusters: each by itself, and with its neighbours in
    the hierarchy; 0 is no cluster.
    """

    def __init__(self, paths: tuple[int, ...], *, own: int = 64, shared: int = 24) -> None:
        super().__init__()
        self.own = nn.Embedding(len(paths) + 1, own)
        self.shared = nn.ModuleList()
        for steps in PREFIXES:
            starts = [path & ((1 << steps) - 1) for path in paths]
            numbers = {start: number for number, start in enumerate(sorted(set(starts)), 1)}
            known = torch.tensor([0, *(numbers[start] for start in starts)])
            self.register_buffer(f"first_{steps}", known, persistent=False)
            self.shared.append(nn.Embedding(len(numbers) + 1, shared))
        self.width = own + shared * len(PREFIXES)

    def forward(self, cluster: Tensor) -> Tensor:
        prefixes = zip(PREFIXES, self.shared, strict=True)
        known = [
            embedding(getattr(self, f"first_{steps}")[cluster]) for steps, embedding in prefixes
        ]
        return torch.cat([self.own(cluster), *known], 2)


class Relations(nn.Module):
    """Label scores of (dependent, head) pairs, cheap enough to be
    computed for chosen pairs alone.
    """

    def __init__(self, width: int, labels: int) -> None:
        super().__init__()
        self.width = width
        self.score = nn.Linear(2 * width, labels)

    def forward(self, dependents: Tensor, heads: Tensor) -> Tensor:
        width = self.width
        summed = torch.relu(dependents[..., :width] + heads[..., :width])
        pairs = torch.cat([summed, dependents[..., width:] * heads[..., width:]], -1)
        scores: Tensor = self.score(pairs)
        return scores


class Parser(nn.Module):
    """Encoder, word features and heads."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.features = WordFeatures(shape)
        self.encoder = Encoder(
            shape.vocabulary,
            depth=shape.layers,
            merged=shape.merged,
            activation=shape.activation,
            **ENCODERS[shape.base],
        )
        width = self.encoder.width
        self.inject = nn.Linear(self.features.width, width)
        nn.init.zeros_(self.inject.weight)
        nn.init.zeros_(self.inject.bias)
        self.sizes = {
            **dict.fromkeys((*shape.tags, "start"), shape.hidden),
            **({"expletive": shape.hidden // 2} if shape.expletive else {}),
            "arc_dependent": shape.arc,
            "arc_head": shape.arc,
            "dependent": 2 * shape.relation,
            "head": 2 * shape.relation,
        }
        self.hidden = nn.Linear(width + self.features.width, sum(self.sizes.values()))
        self.drop = nn.Dropout(shape.dropout)
        self.tags = nn.ModuleDict(
            {tag: nn.Linear(shape.hidden, shape.labels[tag]) for tag in shape.tags}
        )
        self.start = nn.Linear(shape.hidden, 1)
        self.expletive = nn.Linear(shape.hidden // 2, 1) if shape.expletive else None
        self.arc = nn.Linear(shape.arc, shape.arc)
        nn.init.normal_(self.arc.weight, std=shape.arc**-0.5)
        self.relations = Relations(shape.relation, shape.labels["deprel"])

    def forward(self, words: Words) -> Analysis:
        features = self.features(words)
        word_states = self._states(words, features)
        hidden = self.hidden(torch.cat([word_states, features], 2))
        names, sizes = list(self.sizes), list(self.sizes.values())
        parts = dict(zip(names, hidden.split(sizes, 2), strict=True))
        activation = ACTIVATIONS[self.shape.activation]
        active = {name: self.drop(activation(parts[name])) for name in names[:-2]}
        dependents, heads = self.drop(parts["dependent"][:, 1:]), self.drop(parts["head"])
        return Analysis(
            {tag: head(active[tag][:, 1:]) for tag, head in self.tags.items()},
            self.expletive(active["expletive"][:, 1:]).squeeze(2) if self.expletive else None,
            self.start(active["start"][:, 1:]).squeeze(2),
            self._arcs(active["arc_dependent"][:, 1:], active["arc_head"]),
            dependents,
            heads,
            word_states[:, 1:],
        )

    def _states(self, words: Words, features: Tensor) -> Tensor:
        """A vector for each word, from its first and last piece."""
        injected = rows(self.inject(features), words.owner)
        present = None
        if words.present is not None:
            present = words.first > 0
            present[:, 0] = True
        places = WordPlaces(words.first, words.last, present)
        states: Tensor = self.encoder(words.pieces, injected, words.present, places)
        return states if self.shape.merged else places.mean(states)

    def _arcs(self, dependents: Tensor, heads: Tensor) -> Tensor:
        """Biaffine scores; the bias of ``arc`` makes the term for the head alone."""
        scale = self.shape.arc**-0.5
        return torch.matmul(self.arc(dependents) * scale, heads.transpose(1, 2))
