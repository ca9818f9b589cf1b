"""Raw texts of GUM as the items of a job."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

from benchmarks.speed.texts import gum
from coindex.experiment.bulk.items import Item


def items(corpora: Path, count: int, *, part: str = "dev") -> list[Item]:
    """The first documents, or all there are."""
    documents = islice(gum(corpora, part), count)
    rows = (json.dumps({"id": document.id, "text": document.text}) for document in documents)
    return [Item(0, "gum", number, row) for number, row in enumerate(rows, 1)]
