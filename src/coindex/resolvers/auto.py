"""Leaves each document to the resolver that its language names as the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Literal

from coindex.core import registry
from coindex.core import spec as component_string
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct, Resolver
from coindex.language.languages import DEFAULT, all_languages, get_language
from coindex.models.antecedents import installed_sizes

LONGEST = 150_000
"""In words: a long novel, about two minutes of one processor with `hybrid`."""
LARGE = "large"


@component
class Auto:
    """Leave the document to its language's resolver; a document that does not state its language
    counts as English.
    """

    fast: bool = False
    """Whether speed matters more than accuracy: the sieve instead of the learned resolver."""
    longest: int = LONGEST
    """A document of more words than this is resolved as with `fast`."""
    size: Literal["best", "small"] = "best"
    """The model of the learned resolver: the *best* one that is installed, *large* from the package
    `coindex-large`, or the *small* one that is bundled.
    """
    min_confidence: float = ranged(0.0, least=0, most=1)
    """A mention whose best answer is less probable than this is left open, for languages whose
    resolver has probabilities.
    """

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        resolver: Resolver = registry.build("resolvers", self.chosen(document))
        return resolver.resolve(document, mentions, correct=correct)

    @property
    def glossary(self) -> Glossary:
        """The glossaries of all resolvers that may be chosen; if two explain a name, the first
        counts.
        """
        languages = all_languages()
        chosen = [one for lang in languages for one in (lang.resolver, lang.fast_resolver) if one]
        explained: dict[str, str] = {}
        for resolver in dict.fromkeys(chosen):
            explained = {**registry.glossary(resolver), **explained}
        return explained

    def chosen(self, document: Document) -> str:
        """The component string of the resolver for this document."""
        language = get_language(document.language)
        quick = self.fast or len(document.tokens) > self.longest
        resolver = language.fast_resolver if quick and language.fast_resolver else language.resolver
        if self.size == "best" and LARGE in installed_sizes():
            resolver = _with_large(resolver, language.code)
        return self._asking(resolver, document) if self.min_confidence else resolver

    def _asking(self, resolver: str, document: Document) -> str:
        """The resolver with the probability that is asked for."""
        spec = component_string.read(resolver)
        known = {field.name for field in fields(registry.component("resolvers", spec.name))}
        if "min_confidence" not in known:
            raise MissingLayer(
                Message(
                    "{resolver}, which auto chooses for {document}, has no probabilities",
                    resolver=resolver,
                    document=document.id,
                ),
                remedy="neural and hybrid have some; leave out the least confidence otherwise",
            )
        return str(spec.with_named("min_confidence", self.min_confidence))


def _with_large(resolver: str, language: str) -> str:
    """The resolver with the large model, if it has sizes and the model is for the language."""
    spec = component_string.read(resolver)
    known = {field.name for field in fields(registry.component("resolvers", spec.name))}
    if language != DEFAULT or "size" not in known:
        return resolver
    return str(spec.with_named("size", LARGE))
