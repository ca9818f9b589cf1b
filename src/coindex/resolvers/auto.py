"""The resolver that does best on a document's language, as the language itself says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.protocols import Correct, Resolver
from coindex.language.languages import get_language


@dataclass(frozen=True, slots=True)
class Auto:
    """A document that does not say its language counts as English."""

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        resolver: Resolver = registry.build("resolvers", self.chosen(document))
        return resolver.resolve(document, mentions, correct=correct)

    def chosen(self, document: Document) -> str:
        """The component string of the resolver for this document."""
        return get_language(document.language).resolver
