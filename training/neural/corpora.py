"""The documents of public corpora that the bundled model learns from, in the views that training chooses from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from coindex import formats
from coindex.core.annotation import Annotated, Mention
from coindex.core.document import Document
from coindex.experiment.pipeline import Pipeline
from coindex.resolvers.discourse import Discourse
from coindex.training.neural.items import Item, Question, View, given_view, labelled_item, swapped_view
from training.english.corpora import NON_COMMERCIAL

GIVEN = 'bundled(tokens="given", sentences="given")'
HELD = {"gum": 10, "litbank": 12, "craft": 15, "gap": 10}
"""One training document in this many is kept from training."""


def items(corpora: Path, *, limit: int = 0) -> Iterator[Item]:
    """All documents; `limit` bounds the number for each part of a corpus."""
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
        item = labelled_item(key, document, "gum")
        if part == "train":
            item.views += [given_view(key, key.document), swapped_view(item.views[0])]
        yield item


def _litbank(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    keys = _some(formats.read(corpora / f"en_litbank/litbank_coref_{part}.tar.gz", "conll"), limit)
    parsed = Pipeline(GIVEN).parsed(key.document for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        same = Annotated(document, key.annotation)
        item = labelled_item(same, document, "litbank")
        if part == "train":
            item.views += [given_view(same, document), swapped_view(item.views[0])]
        yield item


def _craft(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    keys = _some(formats.read(corpora / f"en_craft/craft_{part}.tar.xz", "craft"), limit)
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        yield labelled_item(key, document, "craft")


def _gap(corpora: Path, part: str, limit: int) -> Iterator[Item]:
    name = "development" if part == "train" else "validation"
    keys = _some(formats.read(corpora / f"en_gap/gap-{name}.tsv.gz", "gap"), limit)
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        discourse = Discourse(document, Pipeline().mentions(document))
        view = View("own", discourse, [-1] * len(discourse.expressions))
        item = Item(key.document.id, "gap", part, [view], question=_question(key, discourse))
        if part == "train":
            item.views.append(swapped_view(view))
        yield item


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
