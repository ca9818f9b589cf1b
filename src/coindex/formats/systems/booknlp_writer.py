"""Writes BookNLP's tables of tokens and entities, and counts what they cannot hold.

Numbers of tokens count from 0, and the last token of a span is part of it. The column *event* is
always `O`: Coindex does not tag events. Offsets count characters, as BookNLP's do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from coindex.core.annotation import Annotated, Kind
from coindex.core.document import ROOT, Document, Sentence, Span
from coindex.formats.markup import labels

KINDS = {"PROP": Kind.NAME, "NOM": Kind.NOMINAL}
TYPES = {
    "PER": "person",
    "ORG": "organization",
    "VEH": "object",
    **dict.fromkeys(("LOC", "GPE", "FAC"), "place"),
}
_PROPERTIES = {kind: name for name, kind in KINDS.items()}
_CATEGORIES = {one: one for one in TYPES} | {
    "person": "PER",
    "organization": "ORG",
    "place": "LOC",
}
"""Objects in general have no category: that of BookNLP is for vehicles."""
TOKEN_COLUMNS = (
    *("paragraph_ID", "sentence_ID", "token_ID_within_sentence", "token_ID_within_document"),
    *("word", "lemma", "byte_onset", "byte_offset", "POS_tag", "fine_POS_tag"),
    *("dependency_relation", "syntactic_head_ID", "event"),
)
MENTION_COLUMNS = ("COREF", "start_token", "end_token", "prop", "cat", "text")


def table(header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    """The lines of a table; white space within cells becomes single spaces."""
    yield "\t".join(header) + "\n"
    for row in rows:
        yield "\t".join(map(_cell, row)) + "\n"


def token_rows(document: Document, numbers: Mapping[int, int]) -> Iterator[tuple[object, ...]]:
    """A row for each token that has a number."""
    for place, sentence in enumerate(_sentences(document)):
        words = (index for index in range(*sentence.span) if index in numbers)
        for within, index in enumerate(words):
            token = document.tokens[index]
            head = index if token.head in (None, ROOT) else token.head
            yield (
                *(sentence.paragraph, place, within, numbers[index], token.form),
                *(token.lemma or token.form, token.start, token.end, token.upos, token.xpos),
                *(token.deprel, numbers.get(head or 0, numbers[index]), "O"),
            )


def tokens(document: Document) -> Iterator[str]:
    """The table of tokens; empty ones are left out."""
    return table(TOKEN_COLUMNS, token_rows(document, _numbers(document)))


def entities(item: Annotated) -> Iterator[str]:
    """The table of mentions, in textual order; chains are called by numbers."""
    return table(MENTION_COLUMNS, _mention_rows(item))


def _mention_rows(item: Annotated) -> Iterator[tuple[object, ...]]:
    document, annotation = item
    numbers = _numbers(document)
    rows = []
    names = labels((one.id for one in annotation.entities), "", fits=str.isdecimal)
    for chain, entity in zip(names, annotation.entities, strict=True):
        for mention in entity.mentions:
            words = [numbers[index] for index in mention.tokens if index in numbers]
            if words:
                kind = "PRON" if mention.kind.pronominal else _PROPERTIES.get(mention.kind, "")
                text = mention.text(document)
                category = _CATEGORIES.get(entity.type, "")
                rows.append((words[0], -words[-1], chain, kind, category, text))
    for first, last, chain, kind, category, text in sorted(rows):
        yield chain, first, -last, kind, category, text


def _numbers(document: Document) -> dict[int, int]:
    """The numbers of words, without empty tokens, by their places in the document."""
    words = [index for index, token in enumerate(document.tokens) if not token.empty]
    return {index: number for number, index in enumerate(words)}


def _sentences(document: Document) -> tuple[Sentence, ...]:
    whole = (Sentence(Span(0, len(document.tokens))),) if document.tokens else ()
    return document.sentences or whole


def _cell(value: object) -> str:
    return " ".join(str(value).split())
