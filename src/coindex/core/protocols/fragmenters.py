"""The contract of fragmenters."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from coindex.core.document import Document


@runtime_checkable
class Fragmenter(Protocol):
    """Cuts a parse into the fragments that are reliable."""

    def fragment(self, document: Document) -> Document: ...
