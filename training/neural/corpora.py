"""Documents with mentions and what the corpora say of them, in the views that training chooses from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Mention, Source, in_order
from coindex.core.document import Document, Span
from coindex.experiment.pipeline import Pipeline
from coindex.language.mentions import completed
from coindex.language.tree import forest
from coindex.measures.projection import project
from coindex.resolvers.discourse import Discourse
from training.english.corpora import NON_COMMERCIAL
from training.neural.swap import swapped

GIVEN = 'bundled(tokens="given", sentences="given")'
THIRD_PERSON = frozenset(
    {
        *("he", "him", "his", "himself", "she", "her", "hers", "herself"),
        *("it", "its", "itself", "they", "them", "their", "theirs", "themselves"),
    }
)
HELD = {"gum": 10, "litbank": 12, "craft": 15, "gap": 10}
"""Every so many training documents of a corpus are kept from training."""

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


def items(corpora: Path, *, limit: int = 0) -> Iterator[Item]:
    """All documents; `limit` takes only so many of each part of a corpus."""
    for part in ("train", "dev"):
        yield from _counted(_gum(corpora, part, limit), "gum", part)
        yield from _counted(_litbank(corpora, part, limit), "litbank", part)
        yield from _counted(_gap(corpora, part, limit), "gap", part)
    yield from _counted(_craft(corpora, "train", limit), "craft", "train")


def _counted(found: Iterable[Item], corpus: str, part: str) -> Iterator[Item]:
    for number, item in enumerate(found):
        held = part == "train" and number % HELD[corpus] == HELD[corpus] // 2
        item.part = "held" if held else part
        yield item


def _some(keys: Iterable[Annotated], limit: int) -> list[Annotated]:
    return [key for number, key in enumerate(keys) if not limit or number < limit]


def _gum(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    read = formats.read(corpora / f"en_gum/dep_conllu_{part}.tar.gz", "conllu")
    keys = _some((key for key in read if part == "dev" or key.document.genre not in NON_COMMERCIAL), limit)
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        item = _item(key, document, "gum")
        if part == "train":
            item.views += [_given(key, key.document), _swapped(item.views[0])]
        yield item


def _litbank(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    keys = _some(formats.read(corpora / f"en_litbank/litbank_coref_{part}.tar.gz", "conll"), limit)
    parsed = Pipeline(GIVEN).parsed(key.document for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        same = Annotated(document, key.annotation)
        item = _item(same, document, "litbank")
        if part == "train":
            item.views += [_given(same, document), _swapped(item.views[0])]
        yield item


def _craft(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    keys = _some(formats.read(corpora / f"en_craft/craft_{part}.tar.xz", "craft"), limit)
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        yield _item(key, document, "craft")


def _gap(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    name = "development" if part == "train" else "validation"
    keys = _some(formats.read(corpora / f"en_gap/gap-{name}.tsv.gz", "gap"), limit)
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        discourse = Discourse(document, Pipeline().mentions(document))
        view = View("own", discourse, [-1] * len(discourse.expressions))
        item = Item(key.document.id, "gap", part, [view], question=_question(key, discourse))
        if part == "train":
            item.views.append(_swapped(view))
        yield item


def _item(key: Annotated, document: Document, corpus: str) -> Item:
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


def _given(key: Annotated, document: Document) -> View:
    """The key's own mentions, and what the detector adds to them."""
    parse = forest(document)
    gold = [completed(parse, mention) for mention in key.annotation.mentions]
    seen = {mention.parts for mention in gold}
    more = [mention for mention in Pipeline().mentions(document).mentions if mention.parts not in seen]
    both = Annotation(document.id, Source(), in_order([*gold, *more]))
    return _labelled("given", Annotated(document, key.annotation), Discourse(document, both))


def _swapped(view: View) -> View:
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


def _question(key: Annotated, discourse: Discourse) -> Question:
    tokens = discourse.document.tokens
    asked = next(mention for mention in key.annotation.mentions if not mention.attribute("candidate"))
    start, end = _characters(key.document, asked)
    pronoun = next(
        (
            one.number
            for one in discourse.expressions
            if tokens[one.mention.start].start == start and tokens[one.mention.end - 1].end == end
        ),
        -1,
    )
    true = {mention for entity in key.annotation.entities for mention in entity.mentions}
    names: list[tuple[int, ...]] = [(), ()]
    right = [False, False]
    for mention in key.annotation.mentions:
        place = "AB".find(mention.attribute("candidate") or "?")
        if place >= 0:
            left, stop = _characters(key.document, mention)
            names[place] = tuple(
                one.number
                for one in discourse.expressions
                if not one.pronominal and left <= tokens[one.head].start < stop
            )
            right[place] = mention in true
    feminine = asked.text(key.document).lower() in ("she", "her", "hers")
    return Question(pronoun, (names[0], names[1]), (right[0], right[1]), feminine)


def _characters(document: Document, mention: Mention) -> tuple[int, int]:
    return document.tokens[mention.start].start, document.tokens[mention.end - 1].end
