"""Losses of mentions and antecedents together, from keys and from teachers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor

from coindex.resolvers.neural.features import CLASSES, MARKS
from coindex.training.antecedents.model import IMPOSSIBLE, CandidateScores, SpanLogits, WindowBatch
from coindex.training.antecedents.readings import GoldRows

_CONSTRUCT, _PRONOUN = MARKS.index("construct"), list(CLASSES).index("pronoun")


class Answers(NamedTuple):
    """For rows of a batch: candidates as rows (-1 where there is no answer), probabilities of none
    and of each candidate, of each type, and the likeliest edges; `taught` says which rows have any.
    """

    candidates: Tensor
    chances: Tensor
    types: Tensor
    edges: Tensor
    taught: Tensor


class Weights(NamedTuple):
    """The weights of pronouns, coarse scores, types and edges; `taught` is that of the teachers'
    types among all types.
    """

    pronoun: float = 1.5
    coarse: float = 0.3
    types: float = 0.5
    edges: float = 0.25
    taught: float = 1.0


def chain_loss(
    scores: CandidateScores, gold: GoldRows, batch: WindowBatch, known: Tensor, weights: Weights
) -> Tensor:
    """Mean over `known` rows; borrowed ones are shown under another scheme, so their negatives do
    not count.
    """
    entity = gold.entity
    right = (entity[:, None] == entity[scores.candidates]) & (entity[:, None] >= 0) & scores.allowed
    anaphoric = right.any(1)
    target = torch.cat([~anaphoric[:, None], right], 1)
    unclear = (entity < 0) | ((batch.marks[:, _CONSTRUCT] > 0) & ~anaphoric)
    counted = known & ~(gold.borrowed & unclear) & ~(gold.earlier & ~anaphoric)
    weight = counted.float() * torch.where(batch.classes[:, _PRONOUN] > 0, weights.pronoun, 1.0)
    logs = scores.logits.log_softmax(1)
    losses = -logs.masked_fill(~target, IMPOSSIBLE).logsumexp(1)
    fine = (losses * weight).sum() / weight.sum().clamp(min=1)
    return fine + weights.coarse * _coarse_loss(scores, entity)


def _coarse_loss(scores: CandidateScores, entity: Tensor) -> Tensor:
    """Ranks right candidates before wrong ones, in the whole pool, for mentions that have some."""
    right = (entity[:, None] == entity[None]) & (entity[:, None] >= 0) & scores.pool
    some = right.any(1).float()
    losses = scores.coarse.logsumexp(1) - scores.coarse.masked_fill(~right, IMPOSSIBLE).logsumexp(1)
    return (losses * some).sum() / some.sum().clamp(min=1)


class AskedPairs(NamedTuple):
    """Pairs of mentions, counted in their document, with the document and whether they corefer."""

    document: Tensor
    one: Tensor
    other: Tensor
    right: Tensor


def pair_loss(scores: CandidateScores, lengths: Sequence[int], asked: AskedPairs) -> Tensor:
    """Cross-entropy of the probability that two mentions are in one entity."""
    chance = together(scores, lengths)[asked.document, asked.one, asked.other]
    return F.binary_cross_entropy(chance.clamp(1e-6, 1 - 1e-6), asked.right.float())


def together(scores: CandidateScores, lengths: Sequence[int]) -> Tensor:
    """The probability that each two mentions of a document corefer, exactly, given antecedents
    chosen independently.

    A mention corefers with an earlier one as often as the antecedent it chooses does.
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
        (document[:, None], place[:, None], earlier),
        torch.where(scores.allowed, chances, 0.0),
        accumulate=True,
    )
    together_so_far = torch.ones(len(lengths), 1, 1, device=device)
    for step in range(1, size):
        row = links[:, step : step + 1, :step] @ together_so_far
        below = torch.cat([row, torch.ones_like(row[:, :, :1])], 2)
        together_so_far = torch.cat(
            [torch.cat([together_so_far, row.transpose(1, 2)], 2), below], 1
        )
    return together_so_far


def span_loss(spans: SpanLogits, gold: GoldRows, batch: WindowBatch, weights: Weights) -> Tensor:
    """The loss of types and edges in the key, for documents shown under a scheme."""
    types = torch.where(batch.scheme > 0, gold.types, -1)
    edges = [_cross(spans.left, gold.left), _cross(spans.right, gold.right)]
    return weights.types * _cross(spans.types, types) + weights.edges * torch.stack(edges).sum()


def _cross(logits: Tensor, target: Tensor) -> Tensor:
    """Mean where the target is known; capped, because a masked target would cost thousands."""
    known = target >= 0
    losses = F.cross_entropy(logits, target.clamp(min=0), reduction="none").clamp(max=20)
    return (losses * known).sum() / known.sum().clamp(min=1)


def teacher_loss(scores: CandidateScores, answers: Answers, weights: Weights) -> Tensor:
    """Divergence from the teachers' probabilities over their candidates and types, and from their
    choice of edges.
    """
    taught = answers.taught.float()
    count = taught.sum().clamp(min=1)
    width = scores.logits.shape[1]
    target = answers.chances[:, :width].clone()
    target[:, 1:] = target[:, 1:].masked_fill(~scores.allowed, 0.0)
    target = target / target.sum(1, keepdim=True).clamp(min=1e-6)
    links = (_divergence(target, scores.logits) * taught).sum() / count
    coarse = _followed(scores, target, taught)
    types = (_divergence(answers.types, scores.spans.types) * taught).sum() / count
    mention = taught * (answers.types[:, 0] < 0.5)
    edges = torch.stack(
        [
            F.cross_entropy(logits, answers.edges[:, side], reduction="none").clamp(max=20)
            for side, logits in enumerate((scores.spans.left, scores.spans.right))
        ]
    ).sum(0)
    edges = (edges * mention).sum() / mention.sum().clamp(min=1)
    spans = weights.taught * weights.types * types + weights.edges * edges
    return links + weights.coarse * coarse + spans


def _followed(scores: CandidateScores, target: Tensor, taught: Tensor) -> Tensor:
    """Ranks the teachers' candidates before others by the coarse score, weighted by their
    probability.
    """
    logs = scores.coarse.gather(1, scores.candidates) - scores.coarse.logsumexp(1, keepdim=True)
    losses = -(target[:, 1:] * logs.clamp(min=-20)).sum(1)
    return (losses * taught).sum() / taught.sum().clamp(min=1)


def _divergence(target: Tensor, logits: Tensor) -> Tensor:
    return (torch.xlogy(target, target) - target * logits.log_softmax(1).clamp(min=-30)).sum(1)
