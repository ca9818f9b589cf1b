"""Losses of the joint model: against the corpus, and against teachers."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor

from training.parser.model import Analysis, Parser
from training.parser.windows import Gold

WEIGHTS = {"upos": 1.0, "feats": 1.0, "xpos": 0.5, "script": 1.0, "entity": 0.5, "subject": 0.5}
ARC, RELATION, START, EXPLETIVE = 1.5, 1.0, 2.0, 0.2
IMPOSSIBLE = -1e4


def masked_arcs(arcs: Tensor, sentence: Tensor) -> Tensor:
    """Arc scores with heads outside the sentence, and the word itself, ruled out."""
    same = sentence[:, :, None] == sentence[:, None, :]
    same &= ~torch.eye(sentence.shape[1], dtype=torch.bool, device=sentence.device)
    root = torch.ones_like(same[:, :, :1])
    return arcs.float().masked_fill(~torch.cat([root, same], 2), IMPOSSIBLE)


def gold_losses(model: Parser, analysis: Analysis, gold: Gold) -> dict[str, Tensor]:
    """Weighted loss of each head, each a mean over the words whose value is known."""
    tags = {
        tag: _typed(scores, gold) if tag == "entity" else scores
        for tag, scores in analysis.tags.items()
    }
    losses = {
        tag: WEIGHTS[tag] * _cross_entropy(scores, gold.layers[tag]) for tag, scores in tags.items()
    }
    arcs = masked_arcs(analysis.arcs, gold.sentence)
    losses["arc"] = ARC * _cross_entropy(arcs, gold.heads)
    relations = relation_scores(model, analysis, gold.heads)
    losses["deprel"] = RELATION * _cross_entropy(relations, gold.layers["deprel"])
    losses["start"] = START * _binary(analysis.start, gold.start)
    if analysis.expletive is not None:
        losses["expletive"] = EXPLETIVE * _binary(analysis.expletive, gold.expletive, least=4)
    return losses


def _typed(scores: Tensor, gold: Gold) -> Tensor:
    """Corpora that mark some mentions only, the unparsed ones, teach types
    but not what is not a mention.
    """
    none = torch.zeros(scores.shape[2], dtype=torch.bool, device=scores.device)
    none[0] = True
    return scores.float().masked_fill((gold.start < 0)[:, :, None] & none, IMPOSSIBLE)


def relation_scores(model: Parser, analysis: Analysis, heads: Tensor) -> Tensor:
    """Label scores under these heads (unknown ones count as the root)."""
    index = heads.clamp(min=0)[:, :, None].expand(-1, -1, analysis.heads.shape[2])
    scores: Tensor = model.relations(analysis.dependents, analysis.heads.gather(1, index))
    return scores


def teacher_loss(
    model: Parser, analysis: Analysis, teachers: Sequence[tuple[Parser, Analysis]], gold: Gold
) -> Tensor:
    """Divergence from the mean distribution of the teachers, in all
    words of the batch, known or not.
    """
    here = (gold.sentence >= 0).float()
    total = here.sum().clamp(min=1)

    def divergence(own: Tensor, others: list[Tensor]) -> Tensor:
        target = torch.stack([other.float().softmax(-1) for other in others]).mean(0)
        logs = own.float().log_softmax(-1)
        return ((torch.xlogy(target, target) - target * logs).sum(-1) * here).sum() / total

    arcs = [masked_arcs(other.arcs, gold.sentence) for _, other in teachers]
    best = torch.stack([score.softmax(-1) for score in arcs]).mean(0).argmax(-1)
    heads = torch.where(gold.heads >= 0, gold.heads, best)
    relations = [relation_scores(teacher, other, heads) for teacher, other in teachers]
    loss = ARC * divergence(masked_arcs(analysis.arcs, gold.sentence), arcs)
    loss = loss + RELATION * divergence(relation_scores(model, analysis, heads), relations)
    for tag, scores in analysis.tags.items():
        loss = loss + WEIGHTS[tag] * divergence(scores, [other.tags[tag] for _, other in teachers])
    start = torch.stack([torch.sigmoid(other.start.float()) for _, other in teachers]).mean(0)
    known = F.binary_cross_entropy_with_logits(analysis.start.float(), start, reduction="none")
    return loss + START * (known * here).sum() / total


def _cross_entropy(scores: Tensor, labels: Tensor) -> Tensor:
    flat = F.cross_entropy(
        scores.float().flatten(0, 1), labels.flatten(), ignore_index=-1, reduction="sum"
    )
    return flat / (labels >= 0).sum().clamp(min=1)


def _binary(scores: Tensor, labels: Tensor, least: int = 1) -> Tensor:
    """Mean over known labels; fewer than ``least`` of them weigh less than one mean."""
    known = (labels >= 0).float()
    losses = F.binary_cross_entropy_with_logits(
        scores.float(), labels.clamp(min=0).float(), reduction="none"
    )
    return (losses * known).sum() / known.sum().clamp(min=least)
