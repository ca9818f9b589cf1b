"""The files of BookNLP (https://github.com/booknlp/booknlp): tokens, entities, quotations, and the
JSON of characters, for programs that read those.

Tables are those of the format `booknlp`, with all tokens.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document
from coindex.formats.systems.booknlp_writer import (
    MENTION_COLUMNS,
    TOKEN_COLUMNS,
    table,
    token_rows,
)
from coindex.language.nominals.features import entity_type
from coindex.texts.books.actions import ActionWord
from coindex.texts.books.book import Book
from coindex.texts.books.characters import Called, Character

_QUOTES = (
    "quote_start",
    "quote_end",
    "mention_start",
    "mention_end",
    "mention_phrase",
    "char_id",
    "quote",
)
_CATEGORIES = {"person": "PER", "animal": "PER", "place": "LOC", "organization": "ORG"}
_PRONOUNS = {"male": "he/him/his", "female": "she/her", "other": "they/them/their", "": "unknown"}


def booknlp_files(book: Book) -> Mapping[str, Iterator[str]]:
    """Suffixes of files and their lines."""
    numbers = {entity.id: number for number, entity in enumerate(book.annotation.entities)}
    return {
        ".tokens": table(TOKEN_COLUMNS, token_rows(book.document, _every(book.document))),
        ".entities": table(MENTION_COLUMNS, _entities(book, numbers)),
        ".quotes": table(_QUOTES, _quotes(book, numbers)),
        ".book": iter([json.dumps(_characters(book, numbers), ensure_ascii=False)]),
    }


def _every(document: Document) -> dict[int, int]:
    """The numbers of tokens, which are those of the document."""
    return {place: place for place in range(len(document.tokens))}


def _entities(book: Book, numbers: Mapping[str, int]) -> Iterator[tuple[object, ...]]:
    """Mentions of people, places and organisations."""
    people = {one.id for one in book.characters}
    category = partial(_category, book.document)
    rows = (
        (numbers[entity.id], mention, "PER" if entity.id in people else category(mention))
        for entity in book.annotation.entities
        for mention in entity.mentions
    )
    listed = ((number, mention, kind) for number, mention, kind in rows if kind)
    for number, mention, kind in sorted(listed, key=lambda row: (row[1].start, -row[1].end)):
        prop = "PROP" if mention.kind is Kind.NAME else "NOM"
        yield (
            number,
            mention.start,
            mention.end - 1,
            "PRON" if mention.kind.pronominal else prop,
            kind,
            mention.text(book.document),
        )


def _category(document: Document, mention: Mention) -> str:
    kind = mention.attribute("type")
    if not kind and mention.head is not None:
        kind = entity_type(document.tokens[mention.head])
    return _CATEGORIES.get(kind, "")


def _quotes(book: Book, numbers: Mapping[str, int]) -> Iterator[tuple[object, ...]]:
    for quotation in book.quotations:
        mention = quotation.mention
        yield (
            quotation.span.start,
            quotation.span.end - 1,
            "None" if mention is None else mention.start,
            "None" if mention is None else mention.end - 1,
            quotation.words or "None",
            numbers.get(quotation.speaker, "None"),
            quotation.text,
        )


def _characters(book: Book, numbers: Mapping[str, int]) -> dict[str, Any]:
    return {"characters": [_character(book, one, numbers[one.id]) for one in book.characters]}


def _character(book: Book, one: Character, number: int) -> dict[str, Any]:
    done = book.deeds(one)
    words = partial(_words, book.document)
    return {
        "agent": words(done.agent),
        "patient": words(done.patient),
        "mod": words(done.modifiers),
        "poss": words(done.possessions),
        "id": number,
        "g": {"argmax": _PRONOUNS[one.gender]},
        "count": one.mentions,
        "mentions": {
            "proper": _counts(one.names),
            "common": _counts(one.descriptions),
            "pronoun": _counts(one.pronouns),
        },
    }


def _words(document: Document, words: Iterable[ActionWord]) -> list[dict[str, Any]]:
    return [{"w": document.tokens[word.token].form, "i": word.token} for word in words]


def _counts(called: Iterable[Called]) -> list[dict[str, Any]]:
    return [{"c": one.count, "n": one.words} for one in called]
