"""Answers of teachers on all training documents, stored on disk: candidates, probabilities, types
and edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from coindex.training.antecedents.losses import Answers
from coindex.training.antecedents.model import SCHEMES, AntecedentNetwork
from coindex.training.antecedents.numbering import PARTS
from coindex.training.antecedents.readings import (
    MENTIONS,
    PART,
    Device,
    DocumentArrays,
    Host,
    Segment,
    TrainingReading,
)

TAUGHT = tuple(SCHEMES.index(name) for name in ("gum", "litbank", "ontonotes"))
UNTAUGHT = ("craft", "invented")
"""Corpora whose scheme is not taught, or whose texts contain everything that is to be learnt from
them.
"""
KEPT = 40
BUDGET = 8192


@torch.inference_mode()
def label(
    models: Sequence[AntecedentNetwork],
    documents: DocumentArrays,
    device: Device,
    out: Path,
    shard: tuple[int, int],
    budget: int = BUDGET,
    longest: int = 4096,
    untaught: Sequence[str] = UNTAUGHT,
) -> None:
    """Write the mean answers of the models on whole training documents, those of one shard, but not
    of `untaught` corpora.
    """
    place, count = shard
    views = [
        view
        for view, row in enumerate(documents.views)
        if row[PART] == PARTS.index("train")
        and row[MENTIONS] > 1
        and documents.corpus(view) not in untaught
    ]
    segments = [documents.segment(view) for view in views]
    segments = sorted(
        (one for one in segments if documents.pieces(one) <= longest), key=documents.pieces
    )[place::count]
    parts_by_name: dict[str, list[NDArray[Any]]] = {}
    for group in documents.grouped(segments, budget):
        for name, array in _answers(models, documents, device, group).items():
            parts_by_name.setdefault(name, []).append(array)
    arrays: dict[str, Any] = {name: np.concatenate(parts) for name, parts in parts_by_name.items()}
    np.savez(out, **arrays)


def _answers(
    models: Sequence[AntecedentNetwork],
    documents: DocumentArrays,
    device: Device,
    group: list[Segment],
) -> dict[str, NDArray[Any]]:
    # Readings scheme by scheme, so that the rows of each are the same mentions in the same order.
    readings = [
        TrainingReading(place, scheme, -1, False)
        for scheme in TAUGHT
        for place in range(len(group))
    ]
    on = device.moved(documents.host(group, readings))
    batch = device.batch(on)
    size = len(on["mentions"]) // len(TAUGHT)
    kept = min(KEPT, size)
    with torch.autocast(
        device.device.type, dtype=torch.bfloat16, enabled=device.device.type == "cuda"
    ):
        encoded = [model.encoded(batch) for model in models]
        coarse = torch.stack([one.coarse[:size, :size].softmax(1) for one in encoded]).mean(0)
        coarse = coarse.masked_fill(~encoded[0].pool[:size, :size], -1.0)
        own = coarse.topk(kept, dim=1).indices
        given = torch.cat([own + size * number for number in range(len(TAUGHT))])
        scores = [
            model.scored(batch, one, given) for model, one in zip(models, encoded, strict=True)
        ]
    chances = torch.stack([one.logits.softmax(1) for one in scores]).mean(0)
    types = torch.stack([one.spans.types.softmax(1) for one in scores]).mean(0)
    left = torch.stack([one.spans.left.softmax(1) for one in scores]).mean(0).argmax(1)
    right = torch.stack([one.spans.right.softmax(1) for one in scores]).mean(0).argmax(1)
    mentions = on["mentions"][:size]
    first = torch.where(scores[0].allowed[:size], mentions[own], -1)
    if kept < KEPT:
        first = torch.nn.functional.pad(first, (0, KEPT - kept), value=-1)
        chances = torch.nn.functional.pad(chances, (0, KEPT - kept))

    def split(array: Tensor) -> Tensor:
        return array.view(len(TAUGHT), size, -1).transpose(0, 1)

    return {
        "mentions": mentions.int().cpu().numpy(),
        "candidates": first.int().cpu().numpy(),
        "chances": split(chances).half().cpu().numpy(),
        "types": split(types).half().cpu().numpy(),
        "edges": split(torch.stack([left, right], 1)).byte().cpu().numpy(),
    }


class Taught:
    """The output of `label`, on the device."""

    def __init__(self, paths: Sequence[Path], mentions: int, device: torch.device) -> None:
        self._row = torch.full((mentions,), -1, dtype=torch.int32, device=device)
        parts: dict[str, list[Tensor]] = {}
        count = 0
        for path in paths:
            with np.load(path) as stored:
                for name in ("candidates", "chances", "types", "edges"):
                    parts.setdefault(name, []).append(torch.from_numpy(stored[name]).to(device))
                rows = torch.from_numpy(stored["mentions"]).to(device).long()
            self._row[rows] = torch.arange(
                count, count + len(rows), dtype=torch.int32, device=device
            )
            count += len(rows)
        self._arrays = {name: torch.cat(pieces) for name, pieces in parts.items()}
        self._scheme = torch.full((len(SCHEMES),), -1, device=device)
        self._scheme[list(TAUGHT)] = torch.arange(len(TAUGHT), device=device)

    def answers(self, on: Host) -> Answers:
        scheme = self._scheme[on["scheme"]]
        row = self._row[on["mentions"]].long()
        taught = (row >= 0) & (scheme >= 0) & (on["taught"] >= 0)
        row, scheme = row.clamp(min=0), scheme.clamp(min=0)
        candidates = self._arrays["candidates"][row].long()
        local = candidates - on["taught"][:, None] + on["row"][:, None]
        candidates = torch.where(taught[:, None] & (candidates >= 0), local, -1)
        return Answers(
            candidates,
            self._arrays["chances"][row, scheme].float(),
            self._arrays["types"][row, scheme].float(),
            self._arrays["edges"][row, scheme].long(),
            taught,
        )
