"""Datasets of Hugging Face with the columns of the coref-data collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from coindex.core.annotation import Annotated
from coindex.core.errors import MissingExtra
from coindex.core.problems import Problems
from coindex.formats.coref_data import from_row, to_row
from coindex.formats.records import Record
from coindex.pipeline.result import Result


def read_dataset(
    rows: Iterable[Mapping[str, Any]], *, language: str = "", problems: Problems | None = None
) -> Iterator[Annotated]:
    """The documents of a dataset, one by one; any rows with these columns are one.

    `language` is that of documents that do not state theirs. `problems` may be lenient.
    """
    noted = problems or Problems()
    for number, row in enumerate(rows, 1):
        yield from_row(Record(row, noted, "dataset", number), f"row-{number}", language)


def make_dataset(items: Iterable[Annotated | Result]) -> Any:
    """A `datasets.Dataset` of documents or results."""
    try:
        from datasets import Dataset
    except ModuleNotFoundError as error:
        raise MissingExtra("datasets") from error
    return Dataset.from_list([to_row(Annotated(one.document, one.annotation)) for one in items])
