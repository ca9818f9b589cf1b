"""The joint model: one encoder pass over a window of words, and a head for each layer of analysis."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from coindex.models.words import Case
from training.encoder import Encoder

TAGS = ("upos", "feats", "xpos", "script", "entity")


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the model; ``labels`` has the number of labels of each head."""

    vocabulary: int
    labels: dict[str, int]
    characters: int
    treebanks: int
    layers: int = 6
    hidden: int = 192
    arc: int = 256
    relation: int = 256
    dropout: float = 0.3

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Words(NamedTuple):
    """A batch of windows. Word 0 is the root, read off the first piece; ``owner`` is each piece's word."""

    pieces: Tensor
    owner: Tensor
    first: Tensor
    last: Tensor
    characters: Tensor
    case: Tensor
    space: Tensor
    paragraph: Tensor
    treebank: Tensor
    present: Tensor | None = None


class Analysis(NamedTuple):
    """Scores of each head; rows of ``arcs`` are dependents, columns heads, column 0 the root."""

    tags: dict[str, Tensor]
    expletive: Tensor
    start: Tensor
    arcs: Tensor
    dependents: Tensor
    heads: Tensor
    states: Tensor


class WordFeatures(nn.Module):
    """What the uncased pieces do not show: characters, case, spacing, paragraph starts, treebank."""

    def __init__(self, characters: int, treebanks: int, *, filters: int = 96, embedded: int = 32) -> None:
        super().__init__()
        self.characters = nn.Embedding(characters, embedded, padding_idx=0)
        self.convolution = nn.Conv1d(embedded, filters, 3, padding=1)
        self.case = nn.Embedding(len(Case), 16)
        self.space = nn.Embedding(2, 8)
        self.paragraph = nn.Embedding(2, 8)
        self.treebank = nn.Embedding(treebanks, 8)
        self.width = filters + 16 + 8 + 8 + 8

    def forward(self, words: Words) -> Tensor:
        batch, count, length = words.characters.shape
        characters = self.characters(words.characters.reshape(batch * count, length))
        shapes = torch.relu(self.convolution(characters.transpose(1, 2))).amax(2).view(batch, count, -1)
        treebank = self.treebank(words.treebank)[:, None].expand(batch, count, -1)
        marks = [self.case(words.case), self.space(words.space), self.paragraph(words.paragraph), treebank]
        return torch.cat([shapes, *marks], 2)


class Relations(nn.Module):
    """Label scores of (dependent, head) pairs, cheap enough to be computed for chosen pairs alone."""

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
        self.encoder = Encoder(shape.vocabulary, depth=shape.layers)
        width = self.encoder.width
        self.features = WordFeatures(shape.characters, shape.treebanks)
        self.inject = nn.Linear(self.features.width, width)
        nn.init.zeros_(self.inject.weight)
        nn.init.zeros_(self.inject.bias)
        self.sizes = {
            **dict.fromkeys((*TAGS, "start"), shape.hidden),
            "expletive": shape.hidden // 2,
            "arc_dependent": shape.arc,
            "arc_head": shape.arc,
            "dependent": 2 * shape.relation,
            "head": 2 * shape.relation,
        }
        self.hidden = nn.Linear(width + self.features.width, sum(self.sizes.values()))
        self.drop = nn.Dropout(shape.dropout)
        self.tags = nn.ModuleDict({tag: nn.Linear(shape.hidden, shape.labels[tag]) for tag in TAGS})
        self.start = nn.Linear(shape.hidden, 1)
        self.expletive = nn.Linear(shape.hidden // 2, 1)
        self.arc = nn.Linear(shape.arc, shape.arc)
        nn.init.normal_(self.arc.weight, std=shape.arc**-0.5)
        self.relations = Relations(shape.relation, shape.labels["deprel"])

    def forward(self, words: Words) -> Analysis:
        features = self.features(words)
        injected = _rows(self.inject(features), words.owner)
        states = self.encoder(words.pieces, injected, words.present)
        word_states = (_rows(states, words.first) + _rows(states, words.last)) * 0.5
        hidden = self.hidden(torch.cat([word_states, features], 2))
        names, sizes = list(self.sizes), list(self.sizes.values())
        parts = dict(zip(names, hidden.split(sizes, 2), strict=True))
        active = {name: self.drop(torch.nn.functional.gelu(parts[name])) for name in names[:-2]}
        dependents, heads = self.drop(parts["dependent"][:, 1:]), self.drop(parts["head"])
        return Analysis(
            {tag: head(active[tag][:, 1:]) for tag, head in self.tags.items()},
            self.expletive(active["expletive"][:, 1:]).squeeze(2),
            self.start(active["start"][:, 1:]).squeeze(2),
            self._arcs(active["arc_dependent"][:, 1:], active["arc_head"]),
            dependents,
            heads,
            word_states[:, 1:],
        )

    def _arcs(self, dependents: Tensor, heads: Tensor) -> Tensor:
        """Biaffine scores; the bias of ``arc`` makes the term for the head alone."""
        scale = self.shape.arc**-0.5
        return torch.matmul(self.arc(dependents) * scale, heads.transpose(1, 2))


def _rows(states: Tensor, index: Tensor) -> Tensor:
    """states[b, index[b, i]]; a plain row selection for a single window."""
    if states.shape[0] == 1:
        return states[0][index[0]][None]
    return states.gather(1, index[:, :, None].expand(-1, -1, states.shape[2]))
