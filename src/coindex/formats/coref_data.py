"""Rows of the coref-data collection (Porada 2024): sentences of tokens, and chains that point into
them by sentence, first and last token.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated, Annotation, Entity, Mention, in_order
from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.building import Builder, with_mentions
from coindex.formats.crac.words import part
from coindex.formats.records import Record, dumped, looks_like_json, records
from coindex.formats.standoff import own, places
from coindex.io.files import File, Files

CHAINS, LANGUAGE = "coref_chains", "language"
COLUMNS = ("id", "text", "sentences", CHAINS, "genre", "meta_data")


@dataclass(frozen=True, slots=True)
class CorefData:
    """JSON Lines with `id`, `text`, `sentences`, `coref_chains`, `genre` and `meta_data`.

    A sentence has its `tokens` with the columns of CoNLL-U (`id`, `text`, `lemma`, `upos`, `xpos`,
    `feats`, `head`, `deprel`, `misc`) and perhaps `start_char` and `end_char`; an id like 3.1 is
    that of a zero. A mention is the number of its sentence, of its first and of its last token, all
    counted from 0. Of a mention with several parts, the part with the head is written; one that
    goes beyond its sentence is not.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".coref-data.jsonl",)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TEXT, Layer.TOKENS, Layer.SPACING, Layer.LANGUAGE, Layer.SENTENCES),
            *(Layer.SPEAKERS, Layer.META, Layer.LEMMAS, Layer.UPOS, Layer.XPOS, Layer.FEATS),
            *(Layer.SYNTAX, Layer.MISC, Layer.EMPTY, Layer.EMPTY_FORMS, Layer.MENTIONS),
            *(Layer.ZEROS, Layer.ENTITIES, Layer.SINGLETONS),
        }
    )
    language: str = ""
    """Code of the language of documents that do not state it."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if looks_like_json(sample) and f'"{CHAINS}"' in sample and '"sentences"' in sample:
            return 0.95
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            for number, record in enumerate(records(file, problems), 1):
                yield from_row(record, f"{file.id}-{number}", self.language)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            yield Chunk(dumped(to_row(item)))


def from_row(record: Record, name: str, language: str = "") -> Annotated:
    """The document of one row; `name` is for rows without an id."""
    meta = {key: str(value) for key, value in record.object("meta_data").items() if value}
    language = meta.pop(LANGUAGE, language)
    if genre := record.string("genre"):
        meta["genre"] = genre
    builder = Builder(str(record.values.get("id") or name), language)
    starts: list[int] = []
    for sentence in record.records("sentences"):
        starts.append(len(builder.tokens))
        _add_sentence(builder, sentence)
    document = _on_text(record, builder.document(meta))
    if CHAINS not in record.values:
        record.report(
            Message("the field {chains} is missing", chains=CHAINS),
            remedy=leniently("reads the document without any"),
        )
    return Annotated(document, _annotation(record, document, starts))


def _add_sentence(builder: Builder, sentence: Record) -> None:
    first = len(builder.tokens)
    tokens = list(sentence.records("tokens"))
    numbers = {
        number: first + place for place, one in enumerate(tokens) if (number := one.number("id"))
    }
    for one in tokens:
        names = ("lemma", "upos", "xpos", "feats", "deprel", "misc")
        fields: dict[str, Any] = {key: one.string(key) for key in names}
        head = one.number("head")
        fields["head"] = None if head is None else numbers.get(head, ROOT)
        number = one.number("id")
        if number is not None and number != int(number):
            builder.empty(one.string("text"), **fields)
        else:
            builder.word(one.string("text") or "_", **fields)
    builder.end_sentence(speaker=sentence.string("speaker"))


def _on_text(record: Record, document: Document) -> Document:
    """With the text of the row, if its tokens spell it."""
    text = record.string("text")
    if not document.tokens:
        return Document(document.id, text, document.language, meta=document.meta)
    words = [token for token in document.tokens if not token.empty]
    spots = _given(record, text, document) or places(text, [word.form for word in words])
    if not text or spots is None:
        return document
    waiting, last, tokens = iter(spots), 0, []
    for token in document.tokens:
        start, end = (last, last) if token.empty else next(waiting)
        tokens.append(token._replace(start=start, end=end))
        last = end
    meta, sentences = document.meta, document.sentences
    return Document(document.id, text, document.language, tuple(tokens), sentences, meta)


def _given(record: Record, text: str, document: Document) -> list[tuple[int, int]] | None:
    """The characters that the row names, if they run through its text."""
    listed = [one for sentence in record.records("sentences") for one in sentence.records("tokens")]
    spots, last = [], 0
    for one, token in zip(listed, document.tokens, strict=True):
        if not token.empty:
            start, end = one.values.get("start_char"), one.values.get("end_char")
            if not (isinstance(start, int) and isinstance(end, int)):
                return None
            if not last <= start < end <= len(text):
                return None
            spots.append((start, end))
            last = start
    return spots


def _annotation(record: Record, document: Document, starts: list[int]) -> Annotation:
    entities = []
    ends = [*starts[1:], len(document.tokens)]
    for number, chain in enumerate(record.items(CHAINS)):
        mentions = []
        for value in chain if isinstance(chain, list) else [chain]:
            match value:
                case [int(sentence), int(first), int(last)] if (
                    0 <= sentence < len(starts)
                    and 0 <= first <= last < ends[sentence] - starts[sentence]
                ):
                    begin = starts[sentence]
                    mentions.append(Mention((Span(begin + first, begin + last + 1),)))
                case _:
                    record.report("span outside the document", f"{value!r} in chain {number}")
        if mentions:
            entities.append(Entity(str(number), in_order(mentions)))
    return with_mentions(document.id, entities)


def to_row(item: Annotated) -> dict[str, Any]:
    """A document as a row with the columns of coref-data."""
    document, annotation = item
    meta = {key: value for key, value in document.meta.items() if key != "genre"}
    if document.language:
        meta[LANGUAGE] = document.language
    return {
        "id": document.id,
        "text": document.text,
        "sentences": [
            _sentence(document, sentence, number)
            for number, sentence in enumerate(_sentences(document), 1)
        ],
        CHAINS: [chain for entity in annotation.entities if (chain := _chain(document, entity))],
        "genre": document.genre or None,
        "meta_data": meta or {"comment": None},
    }


def _sentences(document: Document) -> tuple[Sentence, ...]:
    """The sentences; one, where there are tokens outside."""
    covered = sum(sentence.span.length for sentence in document.sentences)
    if covered == len(document.tokens):
        return document.sentences
    return (Sentence(Span(0, len(document.tokens))),)


def _sentence(document: Document, sentence: Sentence, number: int) -> dict[str, Any]:
    tokens = document.tokens[slice(*sentence.span)]
    ids: list[float] = []
    for token in tokens:
        last = ids[-1] if ids else 0
        ids.append(round(last + 0.1, 1) if token.empty else int(last) + 1)
    rows = [_token(token, ids, place, sentence) for place, token in enumerate(tokens)]
    return {
        "id": number,
        "speaker": sentence.speaker or None,
        "text": document.surface(sentence.span),
        "tokens": rows,
    }


def _token(token: Token, ids: list[float], place: int, sentence: Sentence) -> dict[str, Any]:
    head: float | None = token.head
    if token.head is not None:
        head = ids[token.head - sentence.span.start] if token.head in sentence.span else 0
    return {
        "id": ids[place],
        "text": token.form,
        "lemma": token.lemma,
        "upos": token.upos,
        "xpos": token.xpos,
        "feats": token.feats,
        "head": head,
        "deprel": token.deprel,
        "misc": token.misc,
        "start_char": token.start,
        "end_char": token.end,
    }


def _chain(document: Document, entity: Entity) -> list[list[int]]:
    inside = (_inside(document, mention) for mention in entity.mentions)
    return [place for place in inside if place is not None]


def _inside(document: Document, mention: Mention) -> list[int] | None:
    """Sentence, first and last token; `None` where a mention goes beyond a sentence."""
    span = part(mention)
    sentences = _sentences(document)
    if sentences is not document.sentences:
        return [0, span.start, span.end - 1]
    number = document.sentence_index(span.start)
    whole = sentences[number].span
    if not whole.covers(span):
        return None
    return [number, span.start - whole.start, span.end - 1 - whole.start]
