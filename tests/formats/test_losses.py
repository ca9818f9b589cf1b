"""What a format loses is measured, and what it says it carries comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coindex
from coindex import formats
from coindex.core.annotation import (
    GOLD,
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    in_order,
)
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.protocols import Chunk, Reader
from coindex.formats.conll import Conll
from coindex.formats.roundtrip import measured
from coindex.formats.webanno.layout import POS
from coindex.testing import bracketed, check_format
from coindex.testing.rich import RICH, UNPARSED
from tests.formats.partly import PARTLY
from tests.formats.reductions import REDUCTIONS
from tests.width import amount

VARIANTS = [
    "conll(minimal=True)",
    "mate(inline=True)",
    "muc(words=False)",
    "supar(facts=False)",
    "webanno(chains=True)",
]
TIMED = {"subrip", "webvtt"}
"""Formats that refuse a document without times."""
FORMATS = [*(name for name in formats.writers() if name not in TIMED), *VARIANTS]


def there_and_back(
    item: Annotated, format: str, folder: Path
) -> tuple[Annotated | None, dict[Layer, int]]:
    lost = formats.write([item], folder / "out", format)
    try:
        return next(iter(formats.read(folder / "out", format)), None), dict(lost)
    except FormatError:
        return None, dict(lost)


def broken_promises(item: Annotated, format: str) -> set[Layer]:
    """Layers that the format says it carries, of which something is lost nevertheless."""
    writer = formats.writer_of(format)
    assert isinstance(writer, Reader)
    found = (loss for loss in measured(item, writer, writer) if not loss.explained)
    return {loss.layer for loss in found} & writer.carries


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_keeps_what_it_carries(format: str) -> None:
    assert broken_promises(RICH, format) <= PARTLY.get(format, frozenset())


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_of_an_unparsed_text_is_lost_silently(format: str, tmp_path: Path) -> None:
    after, lost = there_and_back(UNPARSED, format, tmp_path)
    if after is None or not after.document.text.strip():
        assert lost[Layer.TEXT] == 1
    else:
        assert Layer.TEXT not in lost
        assert after.document.text == UNPARSED.document.text


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=amount(10, 200), deadline=None, derandomize=True)
@given(st.data())
def test_a_format_keeps_what_it_carries_of_a_part_of_it(format: str, data: st.DataObject) -> None:
    """What one layer makes a format say must not hide that another is lost."""
    item = RICH
    for name in sorted(data.draw(st.sets(st.sampled_from(sorted(REDUCTIONS))))):
        item = REDUCTIONS[name](item)
    odd = {Layer.ENTITY_NAMES, Layer.COMMENTS}  # not every name or comment fits
    assert broken_promises(item, format) <= PARTLY.get(format, frozenset()) | odd


@dataclass(frozen=True, slots=True)
class Flat(Conll):
    """A format that says it carries mentions, and drops those inside others."""

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        # Not `super()`: a dataclass with slots is another class than the one that is written here.
        return Conll.write(self, map(outermost, items))


def outermost(item: Annotated) -> Annotated:
    annotation = item.annotation
    kept = [
        mention
        for mention in annotation.mentions
        if not any(
            other is not mention and other.start <= mention.start and mention.end <= other.end
            for other in annotation.mentions
        )
    ]
    entities = (
        entity._replace(mentions=tuple(mention for mention in entity.mentions if mention in kept))
        for entity in annotation.entities
    )
    left = tuple(entity for entity in entities if entity.mentions)
    return item._replace(annotation=replace(annotation, mentions=tuple(kept), entities=left))


NESTED = "[Ann]1 lost [[her]1 key]2 . [She]1 found [it]2 ."


def test_nested_mentions_that_a_format_drops_are_counted() -> None:
    lost = formats.losses(bracketed(NESTED), Flat())
    assert lost[Layer.MENTIONS] == 1
    assert Layer.MENTIONS not in formats.losses(bracketed(NESTED), Conll())


def test_the_contract_of_formats_catches_a_format_that_drops_nested_mentions() -> None:
    coindex.register("formats", "flat", Flat)
    ((_, text),) = ((c.name, c.text) for c in Conll().write([bracketed("[Ann]1 left . [She]1 .")]))
    with pytest.raises(AssertionError, match=r"mentions: [0-9]+ lost"):
        check_format(Flat(), {"a.conll": text}, partly=PARTLY["conll"])


def test_what_a_lost_mention_carried_is_not_counted_again() -> None:
    """The kind of a mention that is lost is lost with it; the format carries kinds."""
    item = bracketed(NESTED)
    named = [m._replace(kind=Kind.POSSESSIVE) for m in item.annotation.mentions]
    new = dict(zip(item.annotation.mentions, named, strict=True))
    kinds = item._replace(annotation=item.annotation.with_mentions(new))
    writer = formats.writer_of("jsonl")
    assert isinstance(writer, Reader)
    losses = list(measured(kinds, Dropping(), writer))
    assert {loss.layer for loss in losses if not loss.explained} == {Layer.MENTIONS}
    assert Layer.KINDS in {loss.layer for loss in losses if loss.explained}


class Dropping:
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl",)
    carries: ClassVar[frozenset[Layer]] = frozenset(Layer)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        return formats.writer_of("jsonl").write(map(outermost, items))


def test_a_mention_that_supar_has_no_place_for_is_counted(tmp_path: Path) -> None:
    after, lost = there_and_back(RICH, "supar", tmp_path)
    assert after is not None
    assert lost[Layer.MENTIONS] == 1
    chains = [
        [m.text(after.document) for m in entity.mentions] for entity in after.annotation.entities
    ]
    assert ["Ana y Luis", "Dijeron"] in chains, (
        "split antecedents are no reason to take one of them for the antecedent"
    )


def test_layers_without_mentions_are_not_all_that_is_written(tmp_path: Path) -> None:
    """WebAnno: what was read with its own layers may have been annotated since."""
    layer = f"{POS}|PosValue|coarseValue"
    document, annotation = bracketed("[Ann]1 lost [her]1 key .", id="a")
    annotated = Annotated(document, replace(annotation, attributes=(("T_SP", layer),)))
    after, lost = there_and_back(annotated, "webanno", tmp_path)
    assert after is not None and Layer.MENTIONS not in lost
    assert [len(entity.mentions) for entity in after.annotation.entities] == [2]


def test_antecedents_are_numbered_as_brackets_open(tmp_path: Path) -> None:
    """CoNLL-U: the first part of a mention may end before a shorter one that begins with it."""
    document = bracketed("the old ship over there sank ; it", id="a").document
    parted, whole = Mention((Span(0, 1), Span(2, 5))), Mention((Span(0, 3),))
    it = Mention((Span(7, 8),))
    entities = (Entity("e1", (parted,)), Entity("e2", (whole, it)))
    item = Annotated(
        document,
        Annotation("a", GOLD, in_order([parted, whole, it]), entities, (Link(it, (whole,)),)),
    )
    after, _ = there_and_back(item, "conllu", tmp_path)
    assert after is not None
    assert after.annotation.links[0].antecedents[0].parts == whole.parts
