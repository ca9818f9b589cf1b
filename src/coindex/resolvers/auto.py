"""Leaves each document to the resolver that its language names as the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct, Resolver
from coindex.language.languages import all_languages, get_language


@dataclass(frozen=True, slots=True)
class Auto:
    """A document that does not state its language counts as English."""

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        resolver: Resolver = registry.build("resolvers", self.chosen(document))
        return resolver.resolve(document, mentions, correct=correct)

    @property
    def glossary(self) -> Glossary:
        """The glossaries of all resolvers that may be chosen; where two
        explain a name, the first one counts.
        """
        found: dict[str, str] = {}
        for resolver in dict.fromkeys(language.resolver for language in all_languages()):
            found = {**registry.glossary(resolver), **found}
        return found

    def chosen(self, document: Document) -> str:
        """The component string of the resolver for this document."""
        return get_language(document.language).resolver
