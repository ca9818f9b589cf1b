"""Losses: marginal likelihood of the right antecedents, and of GAP's answers by way of whole chains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor

from coindex.resolvers.neural.features import CLASSES, MARKS
from coindex.training.neural.data import Gold
from coindex.training.neural.model import IMPOSSIBLE, Batch, Scores

_CONSTRUCT, _PRONOUN = MARKS.index("construct"), list(CLASSES).index("pronoun")


class Weights(NamedTuple):
    """How much pronouns and the coarse scores count."""

    pronoun: float = 1.0
    coarse: float = 0.3


def chain_loss(scores: Scores, gold: Gold, batch: Batch, borrowed: Tensor, weights: Weights) -> Tensor:
    """Mean over mentions; `borrowed` documents are shown under another scheme, so their negatives teach nothing."""
    entity = gold.entity
    right = (entity[:, None] == entity[scores.candidates]) & (entity[:, None] >= 0) & scores.allowed
    anaphoric = right.any(1)
    target = torch.cat([~anaphoric[:, None], right], 1)
    unclear = (entity < 0) | ((batch.marks[:, _CONSTRUCT] > 0) & ~anaphoric)
    counted = ~(borrowed[gold.document] & unclear) & ~(gold.earlier & ~anaphoric)
    weight = counted.float() * torch.where(batch.classes[:, _PRONOUN] > 0, weights.pronoun, 1.0)
    logs = scores.logits.log_softmax(1)
    losses = -logs.masked_fill(~target, IMPOSSIBLE).logsumexp(1)
    fine = (losses * weight).sum() / weight.sum().clamp(min=1)
    return fine + weights.coarse * _coarse_loss(scores, entity)


def _coarse_loss(scores: Scores, entity: Tensor) -> Tensor:
    """Right candidates before wrong ones, in the whole pool, for mentions that have some."""
    right = (entity[:, None] == entity[None]) & (entity[:, None] >= 0) & scores.pool
    some = right.any(1).float()
    losses = scores.coarse.logsumexp(1) - scores.coarse.masked_fill(~right, IMPOSSIBLE).logsumexp(1)
    return (losses * some).sum() / some.sum().clamp(min=1)


class Asked(NamedTuple):
    """Pairs of mentions, counted in their document, with the document and whether they corefer."""

    document: Tensor
    one: Tensor
    other: Tensor
    right: Tensor


def pair_loss(scores: Scores, lengths: Sequence[int], asked: Asked) -> Tensor:
    """Cross-entropy of the probability that two mentions are in one entity."""
    chance = together(scores, lengths)[asked.document, asked.one, asked.other]
    return F.binary_cross_entropy(chance.clamp(1e-6, 1 - 1e-6), asked.right.float())


def together(scores: Scores, lengths: Sequence[int]) -> Tensor:
    """The probability that each two mentions of a document corefer, exactly, given antecedents chosen independently.

    A mention is with an earlier one as often as the antecedent it chooses is.
    """
    device, size = scores.logits.device, max(lengths)
    chances = scores.logits.softmax(1)[:, 1:]
    count = torch.tensor(lengths, device=device)
    document = torch.repeat_interleave(torch.arange(len(lengths), device=device), count)
    start = torch.cumsum(count, 0) - count
    place = torch.arange(len(document), device=device) - start[document]
    links = torch.zeros(len(lengths), size, size, device=device)
    earlier = (place[scores.candidates] * scores.allowed).clamp(max=size - 1)
    links = links.index_put(
        (document[:, None], place[:, None], earlier), torch.where(scores.allowed, chances, 0.0), accumulate=True
    )
    found = torch.ones(len(lengths), 1, 1, device=device)
    for step in range(1, size):
        row = links[:, step : step + 1, :step] @ found
        below = torch.cat([row, torch.ones_like(row[:, :, :1])], 2)
        found = torch.cat([torch.cat([found, row.transpose(1, 2)], 2), below], 1)
    return found


def teacher_loss(scores: Scores, others: Sequence[Scores]) -> Tensor:
    """Divergence from the teachers' mean distribution over the same candidates."""
    target = torch.stack([other.logits.softmax(1) for other in others]).mean(0)
    logs = scores.logits.log_softmax(1)
    return (torch.xlogy(target, target) - target * logs).sum(1).mean()
