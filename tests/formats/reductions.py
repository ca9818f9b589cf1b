"""Ways to make a rich document poorer, or to have it say something else, one layer at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from coindex.core.annotation import Annotated, Annotation, Kind, Link, Mention, Reference

Reduction = Callable[[Annotated], Annotated]


def _tokens(item: Annotated, **fields: Any) -> Annotated:
    tokens = tuple(token._replace(**fields) for token in item.document.tokens)
    return item._replace(document=replace(item.document, tokens=tokens))


def _sentences(item: Annotated, **fields: Any) -> Annotated:
    sentences = tuple(sentence._replace(**fields) for sentence in item.document.sentences)
    return item._replace(document=replace(item.document, sentences=sentences))


def _mentions(item: Annotated, **fields: Any) -> Annotated:
    annotation = item.annotation
    new = {id(mention): mention._replace(**fields) for mention in annotation.mentions}

    def of(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
        return tuple(new[id(mention)] for mention in mentions)

    def linked(link: Link) -> Link:
        return link._replace(anaphor=new[id(link.anaphor)], antecedents=of(link.antecedents))

    return item._replace(
        annotation=replace(
            annotation,
            mentions=of(annotation.mentions),
            entities=tuple(
                entity._replace(mentions=of(entity.mentions)) for entity in annotation.entities
            ),
            links=tuple(map(linked, annotation.links)),
        )
    )


def _without_entity(item: Annotated, at: int) -> Annotated:
    entities = tuple(
        entity for number, entity in enumerate(item.annotation.entities) if number != at
    )
    return item._replace(annotation=replace(item.annotation, entities=entities))


def _without_link(item: Annotated, subtype: str) -> Annotated:
    links = tuple(link for link in item.annotation.links if link.subtype != subtype)
    return item._replace(annotation=replace(item.annotation, links=links))


def _oddly_named(item: Annotated) -> Annotated:
    entities = tuple(
        entity._replace(id=f"{entity.id}-(a|b) c") for entity in item.annotation.entities
    )
    return item._replace(annotation=replace(item.annotation, entities=entities))


def _unannotated(item: Annotated) -> Annotated:
    return item._replace(annotation=Annotation(item.document.id))


REDUCTIONS: dict[str, Reduction] = {
    "no analysis": partial(
        _tokens, lemma="", upos="", xpos="", feats="", head=None, deprel="", deps=""
    ),
    "no xpos": partial(_tokens, xpos=""),
    "no lemmas": partial(_tokens, lemma=""),
    "no misc": partial(_tokens, misc=""),
    "comments": partial(_sentences, comments=("# label = x", "# said = quietly")),
    "no paragraphs": partial(_sentences, paragraph=0),
    "no speakers": partial(_sentences, speaker="", heading=False),
    "no sentence names": partial(_sentences, id=""),
    "no kinds": partial(_mentions, kind=Kind.UNKNOWN),
    "no heads": partial(_mentions, head=None, minimum=None),
    "no reference": partial(_mentions, reference=Reference.UNMARKED, subtype=""),
    "no first entity": partial(_without_entity, at=0),
    "no entity of the zero": partial(_without_entity, at=2),
    "no last entity": partial(_without_entity, at=4),
    "no split antecedents": partial(_without_link, subtype="split"),
    "no optional link": partial(_without_link, subtype="near"),
    "no bridging": partial(_without_link, subtype="part"),
    "odd entity names": _oddly_named,
    "nothing annotated": _unannotated,
}
