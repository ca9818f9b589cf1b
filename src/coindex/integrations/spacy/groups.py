"""Entities as groups of spans of a spaCy document: `doc.spans["coref_clusters_1"]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spacy.tokens import Doc, Span, SpanGroup

from coindex.core.annotation import Entity, Kind, Mention
from coindex.pipeline.result import Result

PREFIX = "coref_clusters"
Place = tuple[int, int]
"""The first token of a span, and the one after its last."""
Clusters = list[list[Place]]
"""The chains of a document, as spacy-experimental's `predict` returns them."""
HEADS = "heads"
_SPECIFIC = {Kind.NAME: 2, Kind.NOMINAL: 1, Kind.COORDINATION: 1, Kind.VERBAL: 1}
"""How much a mention says about its entity, by its kind; pronouns say least."""


@dataclass(frozen=True, slots=True)
class About:
    """What a group of spans has besides the spans; it is saved with them."""

    entity: str
    type: str
    specific: int
    """Which mention is the most specific one."""
    heads: list[list[int]]
    """The head of each mention; of a coordination, that of each conjunct."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """An entity of two or more mentions that have tokens of the spaCy document."""

    places: list[tuple[Place, Mention]]
    about: About

    def spans(self, doc: Doc) -> list[Span]:
        return [doc[start:end] for (start, end), _ in self.places]


def clusters_of(doc: Doc, result: Result) -> list[Cluster]:
    """The chains of a result on the tokens of spaCy.

    Zero pronouns have no tokens there: they are left out, and so is an entity of which fewer than
    two mentions remain. `doc._.coindex` has them all.
    """
    clusters = []
    for entity in result.entities:
        places = _places(doc, result, entity)
        if len(places) > 1:
            heads = [_heads(doc, result, place, mention) for place, mention in places]
            ranks = [_SPECIFIC.get(mention.kind, 0) for _, mention in places]
            specific = ranks.index(max(ranks))
            clusters.append(Cluster(places, About(entity.id, entity.type, specific, heads)))
    return clusters


def _places(doc: Doc, result: Result, entity: Entity) -> list[tuple[Place, Mention]]:
    """Mentions with their tokens; two that spaCy's tokens do not keep apart are one."""
    places: dict[Place, Mention] = {}
    for mention in entity.mentions:
        words = [word for part in mention.parts for word in result.document.words(part)]
        if words:
            span = doc.char_span(words[0].start, words[-1].end, alignment_mode="expand")
            if span is not None and len(span):
                places.setdefault((span.start, span.end), mention)
    return list(places.items())


def _heads(doc: Doc, result: Result, place: Place, mention: Mention) -> list[int]:
    tokens = result.document.tokens
    top = mention.head
    if top is None or tokens[top].empty:
        return [place[1] - 1]
    heads = [top]
    if mention.kind is Kind.COORDINATION:
        heads += [
            index
            for index in mention.tokens
            if tokens[index].head == top and tokens[index].relation == "conj"
        ]
    spans = (
        doc.char_span(tokens[head].start, tokens[head].end, alignment_mode="expand")
        for head in heads
    )
    return [span.start for span in spans if span is not None] or [place[1] - 1]


def set_groups(
    doc: Doc, prefix: str, groups: Iterable[tuple[Sequence[Span], Mapping[str, Any]]]
) -> None:
    """Replace the groups of this prefix; they are numbered from 1."""
    for name in [name for name in doc.spans if _is_numbered(name, prefix)]:
        del doc.spans[name]
    for number, (spans, about) in enumerate(groups, 1):
        name = f"{prefix}_{number}"
        doc.spans[name] = SpanGroup(
            doc, name=name, attrs={"coindex": True, **about}, spans=list(spans)
        )


def _is_numbered(name: str, prefix: str) -> bool:
    return name.startswith(f"{prefix}_") and name.removeprefix(f"{prefix}_").isdecimal()


def own_groups(doc: Doc) -> Iterator[SpanGroup]:
    """The groups that this component made, whatever their prefix."""
    return (group for group in doc.spans.values() if group.attrs.get("coindex"))
