"""What a format cannot carry is announced: everything that a round trip
loses has a layer declared lost.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex import formats
from coindex.core.annotation import GOLD, Annotated, Annotation, Entity, Link, Mention, in_order
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.formats.webanno.layout import POS
from coindex.testing import bracketed
from tests.formats.reductions import REDUCTIONS
from tests.formats.rich import RICH, UNPARSED, silent_losses
from tests.width import amount

VARIANTS = [
    "conll(minimal=True)",
    "mate(inline=True)",
    "muc(words=False)",
    "supar(facts=False)",
    "webanno(chains=True)",
]
FORMATS = [*formats.writers(), *VARIANTS]


def there_and_back(
    item: Annotated, format: str, folder: Path
) -> tuple[Annotated | None, dict[Layer, int]]:
    lost = formats.write([item], folder / "out", format)
    try:
        return next(iter(formats.read(folder / "out", format)), None), dict(lost)
    except FormatError:
        return None, dict(lost)


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_of_a_rich_document_is_lost_silently(format: str, tmp_path: Path) -> None:
    after, lost = there_and_back(RICH, format, tmp_path)
    assert after is not None
    assert not silent_losses(RICH, after, lost)


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
def test_nothing_of_a_part_of_it_is_lost_silently(format: str, data: st.DataObject) -> None:
    """What one layer makes a format say must not hide that another is lost."""
    item = RICH
    for name in sorted(data.draw(st.sets(st.sampled_from(sorted(REDUCTIONS))))):
        item = REDUCTIONS[name](item)
    with TemporaryDirectory() as folder:
        after, lost = there_and_back(item, format, Path(folder))
    assert after is not None
    assert not silent_losses(item, after, lost)


def test_every_mention_that_supar_has_no_place_for_is_counted(tmp_path: Path) -> None:
    after, lost = there_and_back(RICH, "supar", tmp_path)
    assert after is not None
    assert (
        len(RICH.annotation.mentions) - len(after.annotation.mentions) == lost[Layer.MENTIONS] == 1
    )
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
