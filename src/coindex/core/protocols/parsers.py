"""The contracts of parsers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, runtime_checkable

from coindex.core.document import Document


@runtime_checkable
class Parser(Protocol):
    """Text into tokens, sentences and dependencies."""

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]: ...


@runtime_checkable
class ReportingProgress(Parser, Protocol):
    """A parser that reports progress inside a document."""

    def parse_with_progress(
        self, documents: Iterable[Document], progress: Callable[[int], None]
    ) -> Iterator[Document]:
        """As `parse`; `progress` is called with the number of
        characters parsed since its last call.
        """
        ...


@runtime_checkable
class ChoosingLanguage(Parser, Protocol):
    """A parser that has models for several languages."""

    def language_for(self, document: Document) -> str:
        """The code of the language that it parses a document as."""
        ...
