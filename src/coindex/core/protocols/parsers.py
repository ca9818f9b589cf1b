"""The contracts of parsers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, runtime_checkable

from coindex.core.document import Document


@runtime_checkable
class Parser(Protocol):
    """Turns text into tokens, sentences and dependencies."""

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]: ...


@runtime_checkable
class ReportingProgress(Parser, Protocol):
    """A parser that reports progress within a document."""

    def parse_with_progress(
        self, documents: Iterable[Document], progress: Callable[[int], None]
    ) -> Iterator[Document]:
        """As `parse`; calls `progress` with the number of characters parsed since the last call."""
        ...
