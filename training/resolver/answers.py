"""What a model answers on documents of embedded-es-train, to be scored later: the library's
decisions need the parse, training does not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.training.antecedents.model import SCHEMES, AntecedentNetwork
from coindex.training.antecedents.numbering import CORPORA, SORTS
from coindex.training.antecedents.numbering import PARTS as DATA_PARTS
from coindex.training.antecedents.readings import (
    CORPUS,
    ITEM,
    PART,
    SORT,
    Device,
    DocumentArrays,
    TrainingReading,
)

SPANISH_SLOT = "craft"
"""The corpus and scheme in whose place the Spanish one is learnt: neither has types."""
PARTS = ("logits", "candidates", "mention", "left", "right")
"""For each expression: the scores of being new and of each candidate; the candidates, -1 for none;
the probability of being a mention; words from its head to either edge.
"""


def hold_out(documents: DocumentArrays, fold: str) -> None:
    """Keep one fold of the Spanish documents from training; 0/5 is the first of five."""
    wanted, count = map(int, fold.split("/"))
    views = documents.views
    rows = views[:, CORPUS] == CORPORA.index(SPANISH_SLOT)
    embedded = [
        view for view in np.flatnonzero(rows) if "/" not in documents.key(int(view))["name"]
    ]
    numbers = {item: n for n, item in enumerate(dict.fromkeys(views[embedded, ITEM].tolist()))}
    for view in embedded:
        held = numbers[int(views[view, ITEM])] % count == wanted
        views[view, PART] = DATA_PARTS.index("held" if held else "train")


@torch.inference_mode()
def answers(
    model: AntecedentNetwork, documents: DocumentArrays, device: Device, part: str
) -> dict[str, NDArray[Any]]:
    """Arrays under DOCUMENT/VIEW/PART."""
    found: dict[str, NDArray[Any]] = {}
    reading = TrainingReading(0, SCHEMES.index(SPANISH_SLOT), -1, False)
    for sort in ("own", "given"):
        for view in documents.chosen(part, SPANISH_SLOT, sort):
            on = device.moved(documents.host([documents.segment(view)], [reading]))
            scores = model(device.batch(on))
            name = f"{documents.key(view)['name']}/{SORTS[documents.views[view, SORT]]}"
            candidates = scores.candidates.masked_fill(~scores.allowed, -1)
            values = (
                scores.logits.float().half(),
                candidates.short(),
                1 - scores.spans.types.float().softmax(1)[:, 0],
                scores.spans.left.argmax(1).short(),
                scores.spans.right.argmax(1).short(),
            )
            for what, value in zip(PARTS, values, strict=True):
                found[f"{name}/{what}"] = value.cpu().numpy()
    return found
