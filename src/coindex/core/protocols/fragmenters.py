"""The contract of fragmenters."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from coindex.core.document import Document


@runtime_checkable
class Fragmenter(Protocol):
    """A parse into the fragments one is ready to believe in."""

    def fragment(self, document: Document) -> Document: ...
