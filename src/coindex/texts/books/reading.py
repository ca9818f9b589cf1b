"""Books: resolved with the names of all their people known beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import groupby, pairwise
from pathlib import Path

from coindex.core import registry
from coindex.core import spec as component_string
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.language.languages import get_language
from coindex.language.speech.turns import with_cue_lines
from coindex.pipeline.pipeline import (
    AUTO,
    NO_CUTS,
    PARSER,
    RESOLVER,
    Pipeline,
    as_document,
    resolved_item,
)
from coindex.texts.books.book import Book
from coindex.texts.books.characters import LEAST
from coindex.texts.books.corrections import Corrections


@dataclass(frozen=True, slots=True)
class BookReader:
    """Resolves documents and reads them as books; can be sent to another process."""

    pipeline: Pipeline = field(default_factory=Pipeline)
    least: int = LEAST
    corrections: Corrections = field(default_factory=Corrections)

    def __call__(self, item: Annotated, progress: Callable[[int], None] | None = None) -> Book:
        item = in_paragraphs(item)
        document = with_cue_lines(next(self.pipeline.parsed([item.document], progress)))
        pipeline = knowing_names(self.pipeline, document)
        resolved = resolved_item(pipeline, document, item)
        annotation, given = self.corrections.applied(resolved.document, resolved.annotation)
        return Book(resolved.document, annotation, self.least, given)


def in_paragraphs(item: Annotated) -> Annotated:
    """A document whose format has paragraphs that its text does not show, with empty lines between
    them; one that is annotated or parsed stays as it is.
    """
    document = item.document
    starts = [
        document.tokens[next(group).span.start].start
        for _, group in groupby(document.sentences, lambda sentence: sentence.paragraph)
    ]
    known = item.annotation.mentions or any(token.upos for token in document.tokens)
    if known or len(starts) < 2 or "\n\n" in document.text:
        return item
    pieces = (
        document.text[start:end].strip() for start, end in pairwise([*starts, len(document.text)])
    )
    text = "\n\n".join(pieces)
    return Annotated(replace(document, text=text, tokens=(), sentences=()), item.annotation)


def knowing_names(pipeline: Pipeline, document: Document) -> Pipeline:
    """In place of `auto`, the fast resolver of the language, with `names="book"` if it knows that:
    it attributes more quotations right than the other one, and a novel is long.
    """
    if pipeline.resolver != RESOLVER:
        return pipeline
    language = get_language(document.language)
    chosen = language.fast_resolver or language.resolver
    resolver = registry.build("resolvers", chosen)
    if not is_dataclass(resolver) or not any(
        (one.name, one.default) == ("names", "auto") for one in fields(resolver)
    ):
        return replace(pipeline, resolver=chosen)
    spec = component_string.read(chosen)
    return replace(pipeline, resolver=str(spec._replace(named=(*spec.named, ("names", "book")))))


def book(
    text: str | Document,
    *,
    resolver: str = RESOLVER,
    parser: str = PARSER,
    detector: str = AUTO,
    least: int = LEAST,
    characters: Path | str | None = None,
) -> Book:
    """Read a novel or play: `book(text).characters`.

    `resolver` *auto* is the fast one of the language, with `names="book"`. `least` is how many
    mentions a character has at least. `characters` is a file of corrected characters, as the page
    of a book writes it.
    """
    pipeline = Pipeline(parser, NO_CUTS, detector, resolver)
    document = as_document(text, pipeline)
    corrections = Corrections() if characters is None else Corrections.read(characters)
    reader = BookReader(pipeline, least, corrections)
    return reader(Annotated(document, Annotation(document.id)))
