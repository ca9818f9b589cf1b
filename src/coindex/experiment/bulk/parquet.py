"""Writes the results of a job as Parquet, with Apache Arrow (https://arrow.apache.org): the extra
`parquet`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from typing import Any

from coindex.experiment.bulk.items import ItemResult
from coindex.formats.parquet import pyarrow


def documents_written(outcomes: Sequence[ItemResult]) -> bytes:
    """A file of resolved documents, in order."""
    columns: dict[str, list[Any]] = {
        "id": [outcome.id for outcome in outcomes],
        "source": [outcome.item[1] for outcome in outcomes],
        "number": [outcome.item[2] for outcome in outcomes],
        "words": [outcome.words for outcome in outcomes],
        "entities": [outcome.output["entities"] for outcome in outcomes],
        "document": [outcome.output["document"] for outcome in outcomes],
    }
    return _written(columns, _schema(pyarrow()))


def lines_written(outcomes: Sequence[ItemResult], schema: Callable[[Any], Any]) -> bytes:
    """A file with a row for each line of JSON; `schema` makes its columns with Apache Arrow."""
    columns = schema(pyarrow())
    rows = [json.loads(line) for outcome in outcomes for line in outcome.output.split("\n") if line]
    texts = {field.name for field in columns if field.type == pyarrow().string()}
    values = {
        name: [_text(row.get(name, "")) if name in texts else row[name] for row in rows]
        for name in columns.names
    }
    return _written(values, columns)


def _text(value: Any) -> str:
    """A value of JSON as a text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _written(columns: dict[str, list[Any]], schema: Any) -> bytes:
    arrow, target = pyarrow(), io.BytesIO()
    from pyarrow.parquet import write_table

    write_table(arrow.table(columns, schema=schema), target, compression="zstd")
    return target.getvalue()


def passage_schema(arrow: Any) -> Any:
    """The columns of passages; `extra` is JSON."""
    entity = [
        ("name", arrow.string()),
        ("type", arrow.string()),
        ("aliases", arrow.list_(arrow.string())),
        ("mentions", arrow.int64()),
    ]
    change = [
        ("start", arrow.int64()),
        ("end", arrow.int64()),
        ("new", arrow.string()),
        ("old", arrow.string()),
        ("source_start", arrow.int64()),
        ("source_end", arrow.int64()),
        ("certainty", arrow.float64()),
    ]
    return arrow.schema(
        [
            ("id", arrow.string()),
            ("document", arrow.string()),
            ("number", arrow.int64()),
            ("start", arrow.int64()),
            ("end", arrow.int64()),
            ("words", arrow.int64()),
            ("header", arrow.string()),
            ("text", arrow.string()),
            ("entities", arrow.list_(arrow.struct(entity))),
            ("changes", arrow.list_(arrow.struct(change))),
            ("left", arrow.int64()),
            ("extra", arrow.string()),
        ]
    )


def rewriting_schema(arrow: Any) -> Any:
    """The columns of rewritten documents; `changes`, `kept` and `extra` are JSON."""
    return arrow.schema(
        [
            ("document", arrow.string()),
            ("resolver", arrow.string()),
            ("text", arrow.string()),
            ("replaced", arrow.int64()),
            ("changes", arrow.string()),
            ("kept", arrow.string()),
            ("extra", arrow.string()),
        ]
    )


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
