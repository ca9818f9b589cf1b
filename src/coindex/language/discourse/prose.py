"""Removes what is not prose from documents: tables, code, contents and references (Barbu & Mitkov
2001).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.language.discourse.layout import prepared

NOT_PROSE = ("table", "code", "contents", "references")
"""Roles of blocks that are not prose; parsers leave them out."""


def prose_of(item: Annotated) -> Annotated:
    """The document with blocks recognised in plain text, and without words and mentions in those
    that are not prose.
    """
    document = prepared(item.document)
    skipped = [block for block in document.blocks if block.role in NOT_PROSE]
    places: dict[int, int] = {}
    for index, token in enumerate(document.tokens):
        if not any(block.start <= token.start < block.end for block in skipped):
            places[index] = len(places)
    if len(places) == len(document.tokens):
        return Annotated(document, item.annotation)
    return Annotated(_reduced(document, places), _carried(item.annotation, places))


def _reduced(document: Document, places: Mapping[int, int]) -> Document:
    tokens = tuple(_attached(document.tokens[index], places) for index in places)
    return replace(document, tokens=tokens, sentences=tuple(_sentences(document, places)), arcs=())


def _attached(token: Token, places: Mapping[int, int]) -> Token:
    return token if token.head in (None, ROOT) else token._replace(head=places.get(token.head))


def _sentences(document: Document, places: Mapping[int, int]) -> Iterator[Sentence]:
    for sentence in document.sentences:
        inside = [places[index] for index in range(*sentence.span) if index in places]
        if inside:
            whole = [
                one
                for one in sentence.multiwords
                if all(index in places for index in range(*one.span))
            ]
            moved = tuple(one._replace(span=_span(one.span, places)) for one in whole)
            span = Span(inside[0], inside[-1] + 1)
            yield sentence._replace(span=span, multiwords=moved, fragments=())


def _span(span: Span, places: Mapping[int, int]) -> Span:
    return Span(places[span.start], places[span.end - 1] + 1)


def _carried(annotation: Annotation, places: Mapping[int, int]) -> Annotation:
    """The annotation of the remaining text; entities and links lose the mentions that are not in
    it.
    """
    # An entity may list mentions that the annotation itself does not, as some formats read them.
    mentions = dict.fromkeys(
        (*annotation.mentions, *(m for entity in annotation.entities for m in entity.mentions))
    )
    kept = {
        one: _moved(one, places) for one in mentions if all(index in places for index in one.tokens)
    }
    entities = (
        e._replace(mentions=tuple(kept[m] for m in e.mentions if m in kept))
        for e in annotation.entities
    )
    links = (
        link
        for link in annotation.links
        if all(m in kept for m in (link.anaphor, *link.antecedents))
    )
    return replace(
        annotation,
        mentions=tuple(kept[one] for one in annotation.mentions if one in kept),
        entities=tuple(entity for entity in entities if entity.mentions),
        links=tuple(
            link._replace(
                anaphor=kept[link.anaphor], antecedents=tuple(kept[one] for one in link.antecedents)
            )
            for link in links
        ),
    )


def _moved(mention: Mention, places: Mapping[int, int]) -> Mention:
    return mention._replace(
        parts=tuple(_span(part, places) for part in mention.parts),
        head=None if mention.head is None else places.get(mention.head),
        minimum=None if mention.minimum is None else _span(mention.minimum, places),
    )
