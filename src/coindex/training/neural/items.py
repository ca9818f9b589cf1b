"""A document with mentions and what its key says of them, in the views that training chooses from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Mention, Source, in_order
from coindex.core.document import Document, Span
from coindex.experiment.pipeline import Pipeline
from coindex.language.mentions import completed
from coindex.language.tree import forest
from coindex.measures.projection import project
from coindex.resolvers.discourse import Discourse
from coindex.training.neural.swap import swapped

THIRD_PERSON = frozenset(
    {
        *("he", "him", "his", "himself", "she", "her", "hers", "herself"),
        *("it", "its", "itself", "they", "them", "their", "theirs", "themselves"),
    }
)
Parts = tuple[Span, ...]


class Question(NamedTuple):
    """A pronoun of GAP and two names, as numbers of expressions; an empty tuple where no mention was found."""

    pronoun: int
    names: tuple[tuple[int, ...], tuple[int, ...]]
    right: tuple[bool, bool]
    feminine: bool


@dataclass(slots=True)
class View:
    """`entity` is the key entity of each expression, by exact span or else by head; `exact` the key mention.

    `places` are start, end and head of each expression on the tokens of the key.
    """

    sort: str
    discourse: Discourse
    entity: list[int]
    exact: list[int] = field(default_factory=list)
    places: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Item:
    """`groups` are the key's entities as numbers of its mentions, `pronouns` (start, heads of the key entity)."""

    name: str
    corpus: str
    part: str
    views: list[View]
    groups: list[list[int]] = field(default_factory=list)
    pronouns: list[tuple[int, list[int], str]] = field(default_factory=list)
    question: Question | None = None


def labelled_item(key: Annotated, document: Document, corpus: str) -> Item:
    discourse = Discourse(document, Pipeline().mentions(document))
    view = _labelled("own", key, discourse)
    numbers = _key_numbers(key.annotation)
    groups = [[numbers[mention.parts] for mention in entity.mentions] for entity in key.annotation.entities]
    return Item(key.document.id, corpus, "", [view], groups, list(_pronouns(key)))


def _key_numbers(key: Annotation) -> dict[Parts, int]:
    found: dict[Parts, int] = {}
    for entity in key.entities:
        for mention in entity.mentions:
            found.setdefault(mention.parts, len(found))
    return found


def _labelled(sort: str, key: Annotated, discourse: Discourse) -> View:
    """Expressions of any parse of the text with the key's entities."""
    given = Annotation(key.document.id, Source(), tuple(one.full for one in discourse.expressions))
    projected = project(given, discourse.document, key.document)
    moved = projected.annotation.mentions
    numbers = _key_numbers(key.annotation)
    owner = {m.parts: index for index, entity in enumerate(key.annotation.entities) for m in entity.mentions}
    exact = [-1 if mention in projected.inexact else numbers.get(mention.parts, -1) for mention in moved]
    entity = [owner[mention.parts] if number >= 0 else -1 for mention, number in zip(moved, exact, strict=True)]
    _match_heads(key, moved, exact, entity)
    places = [
        (mention.start, mention.end, mention.start if mention.head is None else mention.head) for mention in moved
    ]
    return View(sort, discourse, entity, exact, places)


def _match_heads(key: Annotated, moved: tuple[Mention, ...], exact: list[int], entity: list[int]) -> None:
    """Key mentions that no exact span matched go to the expression with their head that is nearest in length."""
    parse = forest(key.document)
    taken = {moved[index].parts for index, number in enumerate(exact) if number >= 0}
    by_head: dict[int | None, list[int]] = {}
    for index, mention in enumerate(moved):
        if exact[index] < 0:
            by_head.setdefault(mention.head, []).append(index)
    for number, one in enumerate(key.annotation.entities):
        for mention in one.mentions:
            free = [] if mention.parts in taken else by_head.get(completed(parse, mention).head, [])
            free = [index for index in free if entity[index] < 0]
            if free:
                sizes = [abs(moved[index].span.length - mention.span.length) for index in free]
                entity[free[sizes.index(min(sizes))]] = number


def given_view(key: Annotated, document: Document) -> View:
    """The key's own mentions, and what the detector adds to them."""
    parse = forest(document)
    gold = [completed(parse, mention) for mention in key.annotation.mentions]
    seen = {mention.parts for mention in gold}
    more = [mention for mention in Pipeline().mentions(document).mentions if mention.parts not in seen]
    both = Annotation(document.id, Source(), in_order([*gold, *more]))
    return _labelled("given", Annotated(document, key.annotation), Discourse(document, both))


def swapped_view(view: View) -> View:
    other = swapped(view.discourse.document)
    return View("swapped", Discourse(other, view.discourse.mentions), view.entity)


def _pronouns(key: Annotated) -> Iterator[tuple[int, list[int], str]]:
    """Third-person pronouns with an earlier mention in their entity."""
    parse = forest(key.document)
    for entity in key.annotation.entities:
        heads = {completed(parse, mention).head for mention in entity.mentions}
        for mention in entity.mentions:
            form = key.document.tokens[mention.start].form.lower()
            earlier = any(other.start < mention.start for other in entity.mentions)
            if mention.span.length == 1 and form in THIRD_PERSON and earlier:
                yield mention.start, sorted(head for head in heads if head is not None), form
