"""Writing what a job made as Parquet, by Apache Arrow
(https://arrow.apache.org): the extra `parquet`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from coindex.experiment.bulk.items import ItemResult
from coindex.formats.parquet import pyarrow


def written(outcomes: Sequence[ItemResult]) -> bytes:
    """A file of what was made, in order."""
    arrow, target = pyarrow(), io.BytesIO()
    from pyarrow.parquet import write_table

    columns = {
        "id": [outcome.id for outcome in outcomes],
        "source": [outcome.item[1] for outcome in outcomes],
        "number": [outcome.item[2] for outcome in outcomes],
        "words": [outcome.words for outcome in outcomes],
        "entities": [outcome.made["entities"] for outcome in outcomes],
        "document": [outcome.made["document"] for outcome in outcomes],
    }
    write_table(arrow.table(columns, schema=_schema(arrow)), target, compression="zstd")
    return target.getvalue()


def _schema(arrow: Any) -> Any:
    mention = [
        ("start", arrow.int64()),
        ("end", arrow.int64()),
        ("text", arrow.string()),
        ("kind", arrow.string()),
    ]
    entity = [("type", arrow.string()), ("mentions", arrow.list_(arrow.struct(mention)))]
    return arrow.schema(
        [
            ("id", arrow.string()),
            ("source", arrow.string()),
            ("number", arrow.int64()),
            ("words", arrow.int64()),
            ("entities", arrow.list_(arrow.struct(entity))),
            ("document", arrow.string()),
        ]
    )
