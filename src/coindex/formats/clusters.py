"""Clusters of spans as neural resolvers print them: JSON Lines with words or text, and offsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, ClassVar, Literal, NamedTuple

from coindex.core.annotation import Annotated, Annotation, Entity, Mention, in_order
from coindex.core.document import Document, Span
from coindex.core.layers import Layer, plain_text
from coindex.core.parameters import component
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.building import Builder, TokenOffsets, from_text, with_mentions
from coindex.formats.records import Record, dumped, looks_like_json, records, spans, without_empty
from coindex.formats.standoff import own, places
from coindex.io.files import File, Files

_NAMES = ("doc_key", "id", "doc_id", "document_id")
_WORDS = ("sentences", "tokens", "document", "text")


class Grouped(NamedTuple):
    """Spans that belong together, and their unit."""

    clusters: list[Any]
    in_words: bool
    inclusive: bool


@component
class Clusters:
    """`{"text" | "tokens" | "sentences": ..., "clusters": [[[start, end],
    ...], ...]}`, a document per line.

    What the offsets count is taken from the conventions of those who write such files, unless
    `unit` ("words" or "characters") and `ends` ("inclusive" or "exclusive") say otherwise:

    - `tokens`, `sentences` or AllenNLP's `document`: words, counted through the document; ends
      inclusive (the e2e-coref family with `doc_key` and `speakers`);
    - `text` alone: characters, ends exclusive (fastcoref);
    - `clusters_token_offsets` and `clusters_char_offsets`: words and characters, ends inclusive
      (maverick).

    A sentence with several speakers becomes several. Other keys are ignored. The writer gives
    `doc_key`, `lang`, `sentences`, `speakers`, inclusive `clusters`, and `text` if words are not
    separated by single spaces; `token_offsets` too if they do not spell it.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".jsonlines", ".clusters.jsonl", ".clusters.json")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TEXT,
            Layer.TOKENS,
            Layer.LANGUAGE,
            Layer.MENTIONS,
            Layer.ENTITIES,
            Layer.SPACING,
            Layer.SENTENCES,
            Layer.SPEAKERS,
            Layer.META,
            Layer.SINGLETONS,
        }
    )
    unit: Literal["auto", "words", "characters"] = "auto"
    """What the offsets count; *auto* follows the conventions above."""
    ends: Literal["auto", "inclusive", "exclusive"] = "auto"
    """Whether the end of a span belongs to it; *auto* follows the conventions above."""
    language: str = ""
    """Code of the language of documents that do not state it."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if looks_like_json(sample) and '"coindex-' not in sample[:2000]:
            if '"clusters' in sample and any(f'"{key}"' in sample for key in _WORDS):
                return 0.9
            if '"doc_key"' in sample and '"sentences"' in sample:
                return 0.8
        return 0.1 if file.suffix == ".jsonlines" else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            for number, record in enumerate(records(file, problems), 1):
                name = next(
                    (str(record.values[key]) for key in _NAMES if record.values.get(key)), ""
                )
                yield self.annotated(record, name or f"{file.id}-{number}")

    def annotated(self, record: Record, name: str) -> Annotated:
        """The document of one record."""
        sentences, language = _sentences(record), record.string("lang", self.language)
        grouped = self._grouped(record, bool(sentences))
        if sentences:
            document = _from_words(record, name, sentences, language)
        else:
            text = record.string("text")
            if not text:
                record.report("neither words nor text", f"none of {', '.join(_WORDS)}")
            cuts = [] if grouped.in_words else list(_boundaries(grouped))
            document = from_text(name, text, cuts, language=language, meta=record.mapping("meta"))
        return Annotated(document, _annotation(record, document, grouped))

    def _grouped(self, record: Record, words: bool) -> Grouped:
        chosen = {"words": True, "characters": False}.get(self.unit, words)
        plain, counted = "clusters", "clusters_token_offsets" if chosen else "clusters_char_offsets"
        key = counted if record.values.get(counted) is not None else plain
        inclusive = key == counted or chosen
        if key == plain and "predicted_clusters" in record.values and plain not in record.values:
            key = "predicted_clusters"
        if key not in record.values:
            record.report("no clusters", remedy=leniently("reads the document without any"))
        inclusive = {"inclusive": True, "exclusive": False}.get(self.ends, inclusive)
        return Grouped(record.items(key), chosen, inclusive)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            yield Chunk(dumped(_values(item)))


def _sentences(record: Record) -> list[list[str]]:
    """The words, sentence by sentence; words without sentences form one."""
    for key in _WORDS:
        value = record.values.get(key)
        if isinstance(value, list) and value:
            nested = value if isinstance(value[0], list) else [value]
            if all(
                isinstance(part, list) and all(isinstance(word, str) for word in part)
                for part in nested
            ):
                return nested
            record.report("value of the wrong type", f"{key} should hold words")
    return []


def _from_words(record: Record, name: str, sentences: list[list[str]], language: str) -> Document:
    builder = Builder(name, language)
    forms = [form for sentence in sentences for form in sentence]
    text = record.values.get("text")
    offsets = _places(record, text, forms) if isinstance(text, str) else None
    speakers = _speakers(record, sentences)
    position = 0
    for sentence in sentences:
        pairs = zip(sentence, speakers[position : position + len(sentence)], strict=True)
        for speaker, turn in groupby(pairs, key=lambda pair: pair[1]):
            for form, _ in turn:
                builder.word(form)
            builder.end_sentence(speaker=speaker)
        position += len(sentence)
    document = builder.document(record.mapping("meta"))
    if offsets is None or not isinstance(text, str):
        return document
    tokens = [
        token._replace(start=start, end=end)
        for token, (start, end) in zip(document.tokens, offsets, strict=True)
    ]
    return Document(name, text, language, tuple(tokens), document.sentences, document.meta)


def _places(record: Record, text: str, forms: list[str]) -> list[tuple[int, int]] | None:
    given = [spans(value, len(text)) for value in record.items("token_offsets")]
    valid = [place for place in given if place is not None]
    ordered = len(valid) == len(forms) and valid == sorted(valid)
    return valid if given and ordered else places(text, forms)


def _speakers(record: Record, sentences: list[list[str]]) -> list[str]:
    """The speaker of each word, given per word, per sentence, or not at all."""
    silent = [""] * sum(map(len, sentences))
    given = record.items("speakers")
    if not given:
        return silent
    if len(given) == len(sentences) and all(isinstance(part, str) for part in given):
        return [
            speaker for speaker, sentence in zip(given, sentences, strict=True) for _ in sentence
        ]
    flat = [speaker for part in given for speaker in (part if isinstance(part, list) else [part])]
    if len(flat) != len(silent) or not all(isinstance(speaker, str) for speaker in flat):
        record.report("speakers do not fit the words", f"{len(flat)} for {len(silent)} words")
        return silent
    return flat


def _boundaries(grouped: Grouped) -> Iterator[int]:
    for cluster in grouped.clusters:
        for value in cluster if isinstance(cluster, list) else ():
            match value:
                case [int(start), int(end), *_]:
                    yield start
                    yield end + grouped.inclusive


def _annotation(record: Record, document: Document, grouped: Grouped) -> Annotation:
    offsets = TokenOffsets(document)
    entities = []
    for number, cluster in enumerate(grouped.clusters):
        if not isinstance(cluster, list):
            record.report("value of the wrong type", f"cluster {number} should be a list")
            continue
        mentions = []
        for value in cluster:
            span = _span(value, document, grouped, offsets)
            if span is None:
                record.report("span outside the document", f"{value!r} in cluster {number}")
            else:
                mentions.append(Mention((span,)))
        if mentions:
            entities.append(Entity(str(number), in_order(mentions)))
    return with_mentions(document.id, entities)


def _span(value: Any, document: Document, grouped: Grouped, offsets: TokenOffsets) -> Span | None:
    match value:
        case [int(start), int(end)]:
            end += grouped.inclusive
            limit = len(document.tokens) if grouped.in_words else len(document.text)
            if 0 <= start < end <= limit:
                return Span(start, end) if grouped.in_words else offsets.span(start, end)
    return None


def _values(item: Annotated) -> dict[str, Any]:
    document, annotation = item
    sentences = _inside(document)
    words = [index for sentence in sentences for index in sentence]
    numbers = {index: number for number, index in enumerate(words)}
    forms = [document.tokens[index].form for index in words]
    spaced = document.text != plain_text(document)
    offsets = [(document.tokens[index].start, document.tokens[index].end) for index in words]
    # Offsets are written only where the words cannot be found again in the text.
    spelled = spaced and places(document.text, forms) == offsets
    spoken = any(sentence.speaker for sentence in document.sentences)
    return {
        "doc_key": document.id,
        "sentences": [
            [document.tokens[index].form for index in sentence] for sentence in sentences
        ],
        **without_empty(
            speakers=[
                [document.sentence_of(index).speaker for index in sentence]
                for sentence in sentences
            ]
            if spoken
            else None,
            text=document.text if spaced else None,
            token_offsets=offsets if spaced and not spelled else None,
            lang=document.language,
            meta=dict(document.meta),
        ),
        "clusters": [
            cluster for entity in annotation.entities if (cluster := _cluster(entity, numbers))
        ],
    }


def _inside(document: Document) -> list[list[int]]:
    """The words of each sentence; one list of all words if some are in no sentence."""
    every = [index for index, token in enumerate(document.tokens) if not token.empty]
    words = [
        [index for index in range(*sentence.span) if not document.tokens[index].empty]
        for sentence in document.sentences
    ]
    return words if sum(map(len, words)) == len(every) else [every]


def _cluster(entity: Entity, numbers: dict[int, int]) -> list[list[int]]:
    """Spans from the first word to the last; a mention of empty tokens alone has none."""
    inside = (
        [numbers[index] for index in mention.tokens if index in numbers]
        for mention in entity.mentions
    )
    return [[words[0], words[-1]] for words in inside if words]
