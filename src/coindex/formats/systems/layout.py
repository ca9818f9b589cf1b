"""Documents and chains from words that another system has placed in its text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from coindex.core.annotation import Annotated, Entity, Mention, in_order
from coindex.core.document import Document
from coindex.formats.building import Builder, with_mentions


class PlacedWord(NamedTuple):
    """A word, the character it begins at where the file says so, and other fields of its token."""

    form: str
    start: int | None
    fields: dict[str, Any]


def laid_out(
    name: str,
    language: str,
    sentences: Iterable[Sequence[PlacedWord]],
    about: Iterable[dict[str, Any]] | None = None,
) -> Document:
    """A document whose words stand where the file says: gaps become blanks, so that characters are
    those of the original text. Words without places, or out of order, are separated by spaces.

    `about` are the fields of each sentence.
    """
    builder = Builder(name, language)
    listed = [list(words) for words in sentences]
    described = list(about) if about is not None else [{} for _ in listed]
    for words, fields in zip(listed, described, strict=True):
        for word in words:
            builder.word(word.form, **word.fields)
        builder.end_sentence(**fields)
    document = builder.document()
    every = [word for words in listed for word in words]
    starts = [word.start for word in every if word.start is not None]
    if not every or len(starts) != len(every):
        return document
    pieces, position, spots = [], 0, []
    for word, start in zip(every, starts, strict=True):
        # Words that overlap cannot all stand in one text; with blanks between them, only the places
        # are lost.
        if start < position:
            return document
        pieces += [" " * (start - position), word.form]
        position = start + len(word.form)
        spots.append((start, position))
    tokens = tuple(
        token._replace(start=start, end=end)
        for token, (start, end) in zip(document.tokens, spots, strict=True)
    )
    text = "".join(pieces)
    return Document(name, text, language, tokens, document.sentences, document.meta)


def chained(
    document: Document, chains: dict[str, list[Mention]], types: dict[str, str] | None = None
) -> Annotated:
    """The document with these chains; they are called by their names."""
    kinds = types or {}
    entities = [
        Entity(name, in_order(mentions), kinds.get(name, ""))
        for name, mentions in chains.items()
        if mentions
    ]
    return Annotated(document, with_mentions(document.id, entities))
