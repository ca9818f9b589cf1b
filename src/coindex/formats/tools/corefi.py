"""CoRefi's JSON (Bornstein, Cattan & Dagan 2020): tokens of one or several documents, and mentions
with the cluster of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated, Annotation, Entity, Mention, in_order
from coindex.core.document import Document, Span
from coindex.core.layers import Layer, is_name
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.building import Builder
from coindex.formats.markup import one_file_each
from coindex.formats.records import Record, dumped, looks_like_json, records, without_empty
from coindex.formats.standoff import own
from coindex.io.files import File, Files


@dataclass(frozen=True, slots=True)
class CoRefi:
    """What the tool is given and what it returns: `tokens`, and `mentions` from `start` to `end`,
    which is included, with `clustId`.

    Tokens name their `document`; a cluster of several documents is an entity of the same name in
    each. A mention that is not yet in a cluster is in no entity. Written is a file a document.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".corefi.json",)
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            *(Layer.TOKENS, Layer.SPACING, Layer.LEMMAS, Layer.UPOS, Layer.MENTIONS),
            *(Layer.MARKABLES, Layer.ENTITIES, Layer.ENTITY_NAMES, Layer.SINGLETONS),
        }
    )
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        known = '"tokens"' in sample and '"i"' in sample and '"text"' in sample
        named = '"document"' in sample or '"doc_name"' in sample or '"clustId"' in sample
        if looks_like_json(sample) and known and named:
            return 0.95
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            for record in records(file, problems):
                yield from _documents(record, file.id, self.language)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, _written, self.suffixes[0])


def _documents(record: Record, name: str, language: str) -> Iterator[Annotated]:
    builders: dict[str, Builder] = {}
    # CoRefi numbers tokens through the whole file, which may hold several documents.
    places: list[tuple[str, int]] = []
    """The document and the index of each token of the file."""
    for one in record.records("tokens"):
        id = str(one.values.get("document") or one.values.get("doc_name") or name)
        builder = builders.setdefault(id, Builder(id, language))
        index = builder.word(
            one.string("text") or "_",
            space_after=not one.truth("noWhite"),
            lemma=one.string("lemma"),
            upos=one.string("pos"),
        )
        places.append((id, index))
    mentions: dict[str, list[Mention]] = {id: [] for id in builders}
    clusters: dict[str, dict[str, list[Mention]]] = {id: {} for id in builders}
    for one in record.records("mentions"):
        start, last = one.integer("start"), one.integer("end")
        if start is None or last is None or not 0 <= start <= last < len(places):
            one.report("span outside the document", f"{start} to {last}")
        elif places[start][0] != places[last][0]:
            one.report("mention in two documents", f"{start} to {last}")
        else:
            (id, first), (_, end) = places[start], places[last]
            mention = Mention((Span(first, end + 1),))
            mentions[id].append(mention)
            cluster = one.values.get("clustId")
            if cluster is not None and cluster != "":
                clusters[id].setdefault(str(cluster), []).append(mention)
    for id, builder in builders.items():
        entities = tuple(
            Entity(cluster, in_order(members)) for cluster, members in clusters[id].items()
        )
        annotation = Annotation(id, mentions=in_order(mentions[id]), entities=entities)
        yield Annotated(builder.document(), annotation)


def _is_spaced(document: Document, index: int) -> bool:
    """Whether white space follows a word."""
    end = document.tokens[index].end
    return document.text[end : end + 1].isspace()


def _written(item: Annotated) -> Iterator[str]:
    document, annotation = item
    words = [index for index, token in enumerate(document.tokens) if not token.empty]
    numbers = {index: number for number, index in enumerate(words)}
    tokens = [
        {
            "i": number,
            **without_empty(pos=document.tokens[index].upos, lemma=document.tokens[index].lemma),
            "document": document.id,
            "text": document.tokens[index].form,
            "noWhite": not _is_spaced(document, index),
        }
        for index, number in numbers.items()
    ]
    names: dict[int, str] = {}
    for entity in annotation.entities:
        edges = [edge for one in entity.mentions if (edge := _edges(one, numbers))]
        for mention in entity.mentions if edges else ():
            names[id(mention)] = entity.id if is_name(entity.id) else f"{edges[0][0]}-{edges[0][1]}"
    mentions: list[dict[str, Any]] = [
        {"start": edge[0], "end": edge[1], **without_empty(clustId=names.get(id(mention), ""))}
        for mention in annotation.mentions
        if (edge := _edges(mention, numbers))
    ]
    yield dumped({"tokens": tokens, "mentions": mentions, "mode": "annotation"})


def _edges(mention: Mention, numbers: Mapping[int, int]) -> tuple[int, int] | None:
    """The first and the last word of a mention; `None` for a zero pronoun."""
    inside = [numbers[index] for index in range(mention.start, mention.end) if index in numbers]
    return (inside[0], inside[-1]) if inside else None
