"""Writing `coindex-doc/1`: documents and annotations as JSON values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from coindex.core.annotation import GOLD, Annotated, Annotation, Entity, Link, Mention, Relation
from coindex.core.document import Block, Document, Fragment, Multiword, Sentence, Token
from coindex.formats.records import without_empty

_A_PIECE = 1000
"""Values that `line_of` writes at a time."""


def values_of(item: Annotated) -> dict[str, Any]:
    """All values, without those that have their default."""
    return {
        key: list(value) if isinstance(value, Iterator) else value for key, value in _fields(item)
    }


def line_of(item: Annotated, schema: str) -> Iterator[str]:
    """The same as a line of JSON, in pieces: the line of a long document would take several times
    its size in memory.
    """
    yield f'{{"schema":{_dumped(schema)}'
    for key, value in _fields(item):
        yield f",{_dumped(key)}:"
        if not isinstance(value, Iterator):
            yield _dumped(value)
            continue
        yield "["
        separator = ""
        while some := list(islice(value, _A_PIECE)):
            yield separator + _dumped(some)[1:-1]
            separator = ","
        yield "]"
    yield "}\n"


def _fields(item: Annotated) -> Iterator[tuple[str, Any]]:
    """Keys and values; long lists are iterators, and are left out if they would be empty."""
    document, annotation = item
    numbers = Numbers(annotation.mentions)
    entities = [_entity(entity, numbers) for entity in annotation.entities]
    links = [_link(link, numbers) for link in annotation.links]
    yield "id", document.id
    yield from without_empty(
        lang=document.language,
        text=document.text,
        meta=dict(document.meta),
        extra=dict(document.extra),
        blocks=[_block(block) for block in document.blocks],
    ).items()
    layers: dict[str, tuple[Sequence[Any], Callable[[Any], Any]]] = {
        "tokens": (document.tokens, partial(_token, document=document)),
        "sentences": (document.sentences, _sentence),
        "arcs": (document.arcs, lambda arcs: [list(arc) for arc in arcs]),
        "mentions": (numbers.mentions, _mention),
    }
    for key, (values, written) in layers.items():
        if values:
            yield key, map(written, values)
    yield from (without_empty(entities=entities, links=links) | _about(annotation)).items()


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Numbers:
    """Mentions by their position in the list; of equal ones each keeps its own position.

    A mention that an entity or link has and the list lacks is appended.
    """

    def __init__(self, mentions: tuple[Mention, ...]) -> None:
        self.mentions = list(mentions)
        self._by_identity = {id(mention): number for number, mention in enumerate(mentions)}
        self._by_value = {
            mention: number for number, mention in reversed(list(enumerate(mentions)))
        }

    def __getitem__(self, mention: Mention) -> int:
        number = self._by_identity.get(id(mention), self._by_value.get(mention))
        if number is None:
            number = self._by_value[mention] = len(self.mentions)
            self.mentions.append(mention)
        return number


def _about(annotation: Annotation) -> dict[str, Any]:
    return without_empty(
        source=annotation.source._asdict() if annotation.source != GOLD else None,
        attributes=[list(pair) for pair in annotation.attributes],
    )


def _token(token: Token, document: Document) -> dict[str, Any]:
    form = None if token.form == document.text[token.start : token.end] else token.form
    values: dict[str, Any] = {"start": token.start, "end": token.end}
    if form is not None:
        values["form"] = form
    return values | without_empty(
        lemma=token.lemma,
        upos=token.upos,
        xpos=token.xpos,
        feats=token.feats,
        head=token.head,
        deprel=token.deprel,
        deps=token.deps,
        misc=token.misc,
        empty=token.empty,
    )


def _sentence(sentence: Sentence) -> dict[str, Any]:
    return without_empty(
        span=list(sentence.span),
        id=sentence.id,
        par=sentence.paragraph or None,
        speaker=sentence.speaker,
        heading=sentence.heading,
        comments=list(sentence.comments),
        multiwords=[_multiword(word) for word in sentence.multiwords],
        fragments=[_fragment(fragment) for fragment in sentence.fragments],
    )


def _block(block: Block) -> list[Any]:
    return list(block) if block.role != "paragraph" else list(block[:2])


def _multiword(word: Multiword) -> dict[str, Any]:
    return without_empty(span=list(word.span), form=word.form, feats=word.feats, misc=word.misc)


def _fragment(fragment: Fragment) -> dict[str, Any]:
    return without_empty(root=fragment.root, parent=fragment.parent, sites=list(fragment.sites))


def _mention(mention: Mention) -> dict[str, Any]:
    return without_empty(
        id=mention.id,
        parts=[list(part) for part in mention.parts],
        head=mention.head,
        kind=str(mention.kind),
        minimum=None if mention.minimum is None else list(mention.minimum),
        reference=str(mention.reference),
        subtype=mention.subtype,
        attributes=[list(pair) for pair in mention.attributes],
    )


def _entity(entity: Entity, numbers: Numbers) -> dict[str, Any]:
    return {"id": entity.id} | without_empty(
        type=entity.type,
        mentions=[numbers[mention] for mention in entity.mentions],
        attributes=[list(pair) for pair in entity.attributes],
    )


def _link(link: Link, numbers: Numbers) -> dict[str, Any]:
    return without_empty(
        anaphor=numbers[link.anaphor],
        antecedents=[numbers[mention] for mention in link.antecedents],
        relation=None if link.relation is Relation.IDENTITY else str(link.relation),
        subtype=link.subtype,
        optional=link.optional,
        attributes=[list(pair) for pair in link.attributes],
    )
