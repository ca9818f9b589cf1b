"""The temperature at which a model's probabilities fit the held-out documents best."""

from __future__ import annotations

import numpy as np
import torch

from coindex.training.neural.data import Data, scheme_of
from coindex.training.neural.model import IMPOSSIBLE, Antecedents

TEMPERATURES = tuple(np.arange(0.6, 2.51, 0.05).tolist())


@torch.inference_mode()
def temperature(model: Antecedents, data: Data) -> float:
    """By the likelihood of the right antecedents of mentions of GUM and LitBank, each under its own scheme.

    Without held-out documents it is 1.
    """
    totals = torch.zeros(len(TEMPERATURES), device=data.device)
    for corpus in ("gum", "litbank"):
        segments = [data.segment(view) for view in data.chosen("held", corpus)]
        for group in data.batches(segments, 16384):
            scores = model(data.batch(group, [scheme_of(corpus)] * len(group)))
            entity = data.gold(group).entity
            right = (entity[:, None] == entity[scores.candidates]) & (entity[:, None] >= 0) & scores.allowed
            target = torch.cat([~right.any(1, keepdim=True), right], 1)
            for place, value in enumerate(TEMPERATURES):
                logs = (scores.logits / value).log_softmax(1)
                totals[place] -= logs.masked_fill(~target, IMPOSSIBLE).logsumexp(1).sum()
    return float(TEMPERATURES[int(totals.argmin())]) if totals.any() else 1.0
