"""Parquet, by Apache Arrow (https://arrow.apache.org): `coindex[parquet]`."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import IO, Any, NamedTuple

from coindex.core.errors import FormatError, MissingExtra
from coindex.experiment.bulk.items import Outcome

ROWS = 64
"""Rows read at once."""


class Row(NamedTuple):
    """What a row says: a document in full, or a text."""

    document: str | None
    text: Any
    id: Any
    language: Any


def rows(stream: IO[bytes], label: str) -> Iterator[Row]:
    """Columns `document` (a line of JSON), or `text`, `id` and `lang`; others are not even read."""
    try:
        file = _parquet().ParquetFile(stream)
    except (_arrow().ArrowInvalid, OSError) as error:
        raise FormatError(f"not Parquet: {error}", path=label) from error
    there = [name for name in ("document", "text", "id", "lang") if name in file.schema_arrow.names]
    if "document" not in there and "text" not in there:
        raise FormatError("no column `text` or `document`", path=label, remedy=f"it has {file.schema_arrow.names}")
    if "document" in there:
        there = ["document"]
    for batch in file.iter_batches(ROWS, columns=there):
        for values in batch.to_pylist():
            yield Row(values.get("document"), values.get("text"), values.get("id"), values.get("lang"))


def written(outcomes: Sequence[Outcome]) -> bytes:
    """A file of what was made, in order."""
    arrow, target = _arrow(), io.BytesIO()
    columns = {
        "id": [outcome.id for outcome in outcomes],
        "source": [outcome.item[1] for outcome in outcomes],
        "number": [outcome.item[2] for outcome in outcomes],
        "words": [outcome.words for outcome in outcomes],
        "entities": [outcome.made["entities"] for outcome in outcomes],
        "document": [outcome.made["document"] for outcome in outcomes],
    }
    _parquet().write_table(arrow.table(columns, schema=_schema(arrow)), target, compression="zstd")
    return target.getvalue()


def _schema(arrow: Any) -> Any:
    mention = [("start", arrow.int64()), ("end", arrow.int64()), ("text", arrow.string()), ("kind", arrow.string())]
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


def _arrow() -> Any:
    try:
        import pyarrow as pa
    except ModuleNotFoundError as error:
        raise MissingExtra("pyarrow", "parquet") from error
    return pa


def _parquet() -> Any:
    _arrow()
    from pyarrow import parquet

    return parquet
