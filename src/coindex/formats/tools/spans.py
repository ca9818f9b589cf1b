"""What the JSON formats of span annotation tools have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.records import Record, dumped, looks_like_json
from coindex.formats.tools.marks import CARRIED, tasks
from coindex.io.files import File, Files


class SpanTool(ABC):
    """Texts with spans of characters and relations between them, each a record of JSON."""

    __slots__ = ()
    suffixes: ClassVar[tuple[str, ...]]
    carries: ClassVar[frozenset[Layer]] = CARRIED

    @abstractmethod
    def shows(self, sample: str) -> bool:
        """Whether the beginning of a JSON file has the keys of this tool."""

    @abstractmethod
    def document(self, record: Record, default: str) -> Annotated:
        """The document of a record; `default` is the name of one that has none."""

    @abstractmethod
    def values(self, item: Annotated, number: int) -> dict[str, Any]:
        """The record of a document; `number` counts from 1."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if looks_like_json(sample) and self.shows(sample):
            return 0.95
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for record, default in tasks(files, problems, self.recognise):
            yield self.document(record, default)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for number, item in enumerate(items, 1):
            yield Chunk(dumped(self.values(item, number)))
