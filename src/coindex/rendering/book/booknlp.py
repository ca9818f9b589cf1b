"""The files of BookNLP (https://github.com/booknlp/booknlp): tokens, entities, quotations, and the
JSON of characters, for programs that read those.

Numbers of tokens count from 0, and the last token of a span is part of it. The column *event* is
always `O`: Coindex does not tag events. Offsets count characters, as BookNLP's do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from coindex.core.annotation import Kind, Mention
from coindex.core.document import ROOT, Document
from coindex.language.features import entity_type
from coindex.rendering.book.actions import ActionWord
from coindex.rendering.book.book import Book
from coindex.rendering.book.characters import Called, Character

_TOKENS = (
    "paragraph_ID",
    "sentence_ID",
    "token_ID_within_sentence",
    "token_ID_within_document",
    "word",
    "lemma",
    "byte_onset",
    "byte_offset",
    "POS_tag",
    "fine_POS_tag",
    "dependency_relation",
    "syntactic_head_ID",
    "event",
)
_ENTITIES = ("COREF", "start_token", "end_token", "prop", "cat", "text")
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
        ".tokens": _table(_TOKENS, _tokens(book.document)),
        ".entities": _table(_ENTITIES, _entities(book, numbers)),
        ".quotes": _table(_QUOTES, _quotes(book, numbers)),
        ".book": iter([json.dumps(_characters(book, numbers), ensure_ascii=False)]),
    }


def _table(header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    yield "\t".join(header) + "\n"
    for row in rows:
        yield "\t".join(map(_cell, row)) + "\n"


def _cell(value: object) -> str:
    return " ".join(str(value).split())


def _tokens(document: Document) -> Iterator[tuple[object, ...]]:
    for number, sentence in enumerate(document.sentences):
        for place in range(*sentence.span):
            token = document.tokens[place]
            head = place if token.head in (None, ROOT) else token.head
            yield (
                sentence.paragraph,
                number,
                place - sentence.span.start,
                place,
                token.form,
                token.lemma or token.form,
                token.start,
                token.end,
                token.upos,
                token.xpos,
                token.deprel,
                head,
                "O",
            )


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
