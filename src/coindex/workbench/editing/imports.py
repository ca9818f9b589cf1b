"""Maps imported annotations to the tokens of a stored document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import Document, Span
from coindex.formats.inception import Work
from coindex.measures.projection import project, same_tokens
from coindex.workbench.editing.layout import Layout, with_zeros
from coindex.workbench.editing.states import State


class Taken(NamedTuple):
    """`inexact` mentions began or ended inside a token and now cover all of it;
    `lost` mentions had no counterpart.
    """

    state: State
    inexact: int = 0
    lost: int = 0


def map_annotation(document: Document, item: Annotated) -> Taken:
    """The annotation on the stored document; raises AlignmentError if the texts differ."""
    if same_tokens(item.document, document):
        return Taken(Layout(document).state(item.annotation))
    governed = all(item.document.tokens[mention.start].deps for mention in _zeros(item))
    hosts = [] if _has_zeros(document) else _hosts(document, item, governed=governed)
    layout = Layout(with_zeros(document, tuple(sorted(hosts))), tuple(sorted(hosts)))
    projected = project(
        item.annotation, item.document, layout.document, zeros="dependent" if governed else "linear"
    )
    annotation = _without_lost(projected.annotation)
    return Taken(layout.state(annotation), len(projected.inexact) - projected.lost, projected.lost)


class Gathered(NamedTuple):
    """A document with the annotations of its sources, and how far the work on it is."""

    document: Document
    states: dict[str, State]
    work: Work = Work()

    def begun(self) -> dict[str, State]:
        """The annotations of sources that have marked something, or are said to have begun."""
        return {
            name: state
            for name, state in self.states.items()
            if state.mentions or name in self.work.begun
        }


def gather(items: Iterable[Annotated], work: Mapping[str, Work]) -> list[Gathered]:
    """The documents, each once, with the annotations of all sources on the tokens of the first;
    raises AlignmentError if sources have different texts.
    """
    gathered: dict[str, Gathered] = {}
    for item in items:
        document, annotation = item
        own = work.get(document.id, Work())
        first = gathered.setdefault(document.id, Gathered(document, {}, own))
        first.states[annotation.source.name] = map_annotation(first.document, item).state
    return list(gathered.values())


def _has_zeros(document: Document) -> bool:
    return any(token.empty for token in document.tokens)


def _zeros(item: Annotated) -> list[Mention]:
    tokens = item.document.tokens
    return [
        m
        for m in dict.fromkeys(item.annotation.mentions)
        if tokens[m.start].empty and m.end == m.start + 1
    ]


def _hosts(document: Document, item: Annotated, *, governed: bool) -> list[int]:
    """The tokens before which zero pronouns are placed: their heads, or else the next word."""
    words = Annotation(
        document.id,
        mentions=tuple(_stands_for(item.document, zero, governed) for zero in _zeros(item)),
    )
    return [
        mention.start for mention in project(words, item.document, document).annotation.mentions
    ]


def _stands_for(document: Document, zero: Mention, governed: bool) -> Mention:
    """Whether a mention is of the word on which a zero pronoun depends."""
    sentence = document.sentence_of(zero.start).span
    words = [index for index in range(*sentence) if not document.tokens[index].empty]
    after = next((index for index in words if index > zero.start), words[-1])
    if governed:
        number = document.tokens[zero.start].deps.partition(":")[0]
        after = (
            words[int(number) - 1]
            if number.isdecimal() and 0 < int(number) <= len(words)
            else after
        )
    return Mention((Span(after, after + 1),))


def _without_lost(annotation: Annotation) -> Annotation:
    """The annotation without zero pronouns that have no counterpart, whose places are before the
    beginning.
    """
    entities = (
        entity._replace(
            mentions=tuple(mention for mention in entity.mentions if mention.start >= 0)
        )
        for entity in annotation.entities
    )
    return Annotation(
        annotation.document,
        annotation.source,
        tuple(mention for mention in annotation.mentions if mention.start >= 0),
        tuple(entity for entity in entities if entity.mentions),
        tuple(
            link
            for link in annotation.links
            if all(m.start >= 0 for m in (link.anaphor, *link.antecedents))
        ),
        annotation.attributes,
    )
