"""A widget for notebooks that corrects chains, and gives an annotation back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Link,
    Mention,
    Relation,
    Source,
    in_order,
)
from coindex.core.document import Document, Span
from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.pipeline.palette import ANY_GROUND, LINES
from coindex.pipeline.result import Result

Marks = list[dict[str, Any]]
"""Mentions as the page knows them: `{"parts": [[0, 1]], "entity": "e1"}`, counted in words."""


class ChainEditor:
    """Shows a result in a notebook, where chains can be corrected; `annotation` has the outcome.

    `marks` are the mentions as they are now; `annotator` is who corrects.
    """

    def __init__(self, result: Result | Annotated, annotator: str = "annotator") -> None:
        self.document, self._before = result.document, result.annotation
        self.annotator = annotator
        self._words = [index for index, token in enumerate(self.document.tokens) if not token.empty]
        self.widget = _widget_class()(
            words=list(_words(self.document)),
            marks=list(self._marks()),
            colours=list(ANY_GROUND),
            lines=LINES,
        )

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)

    @property
    def marks(self) -> Marks:
        return list(self.widget.marks)

    @marks.setter
    def marks(self, marks: Marks) -> None:
        self.widget.marks = marks

    @property
    def annotation(self) -> Annotation:
        """The chains as they are now, by the annotator. What the page does not show is kept: zero
        pronouns with their entities, mentions in no entity, and links between mentions that are
        still there.
        """
        known = {mention.parts: mention for mention in self._before.mentions}
        before = {entity.id: entity for entity in self._before.entities}
        chains: dict[str, list[Mention]] = {
            entity.id: [mention for mention in entity.mentions if not self._visible(mention)]
            for entity in self._before.entities
        }
        for mark in self.widget.marks:
            parts, name = self._parts(mark)
            # The same mention where there was one: it has a head, a type and links to keep.
            mention = known.get(parts) or Mention(parts)
            chain = chains.setdefault(name, [])
            if mention not in chain:
                chain.append(mention)
        entities = tuple(
            before.get(name, Entity(name, ()))._replace(mentions=in_order(chain))
            for name, chain in chains.items()
            if chain
        )
        grouped = {mention for entity in before.values() for mention in entity.mentions}
        alone = [mention for mention in self._before.mentions if mention not in grouped]
        mentions = in_order([*alone, *(one for entity in entities for one in entity.mentions)])
        source = Source(self.annotator, "human")
        links = tuple(_kept(self._before.links, mentions, entities))
        return Annotation(self.document.id, source, mentions, entities, links)

    @property
    def result(self) -> Annotated:
        """The document with the corrected annotation, to be written or scored."""
        return Annotated(self.document, self.annotation)

    def _marks(self) -> Iterator[dict[str, Any]]:
        place = {index: number for number, index in enumerate(self._words)}
        for entity in self._before.entities:
            for mention in filter(self._visible, entity.mentions):
                spans = ([place[i] for i in range(*part) if i in place] for part in mention.parts)
                parts = [[words[0], words[-1] + 1] for words in spans if words]
                yield {"parts": parts, "entity": entity.id}

    def _visible(self, mention: Mention) -> bool:
        return any(not self.document.tokens[index].empty for index in mention.tokens)

    def _parts(self, mark: Any) -> tuple[tuple[Span, ...], str]:
        match mark:
            case {"parts": [_, *_] as parts, "entity": str(name)} if name:
                spans = tuple(self._span(part) for part in parts)
                if all(left.end <= right.start for left, right in pairwise(spans)):
                    return spans, name
        raise CoindexError(
            Message("not a mention with parts in order and an entity: {mark!r}", mark=mark)
        )

    def _span(self, part: Any) -> Span:
        match part:
            case [int(start), int(end)] if 0 <= start < end <= len(self._words):
                return Span(self._words[start], self._words[end - 1] + 1)
        raise CoindexError(Message("not words of the document: {part!r}", part=part))


def _words(document: Document) -> Iterator[tuple[str, str]]:
    """Each word, and what stands between it and the one before."""
    last = 0
    for token in document.tokens:
        if not token.empty:
            start = max(token.start, last)
            yield document.text[start : token.end] or token.form, document.text[last:start]
            last = max(last, token.end)


def _kept(
    links: tuple[Link, ...], mentions: tuple[Mention, ...], entities: tuple[Entity, ...]
) -> Iterator[Link]:
    there = set(mentions)
    entity = {mention: one.id for one in entities for mention in one.mentions}
    for link in links:
        ends = (link.anaphor, *link.antecedents)
        if all(mention in there for mention in ends):
            same = len({entity.get(mention) for mention in ends}) == 1
            if same or link.relation is not Relation.IDENTITY or len(link.antecedents) > 1:
                yield link


@cache
def _widget_class() -> Any:
    """The class of the widget; the library is needed only here."""
    try:
        import anywidget
        import traitlets
    except ModuleNotFoundError as error:
        raise MissingExtra("anywidget") from error
    folder = Path(__file__).parent
    members = {
        "_esm": (folder / "chain_editor.js").read_text(encoding="utf-8"),
        "_css": (folder / "chain_editor.css").read_text(encoding="utf-8"),
        "words": traitlets.List().tag(sync=True),
        "marks": traitlets.List().tag(sync=True),
        "colours": traitlets.List().tag(sync=True),
        "lines": traitlets.Int().tag(sync=True),
    }
    return type("ChainEditorWidget", (anywidget.AnyWidget,), members)
