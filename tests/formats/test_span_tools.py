"""What the tools that label spans have in common: mentions that are in no chain yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.document import Document, Span
from coindex.core.layers import Layer
from coindex.formats.building import from_text

TEXT = "Ann lost her key. She found it."
ANN, HER, HER_KEY, SHE, IT = (
    Mention((Span(*span),)) for span in ((0, 1), (2, 3), (2, 4), (5, 6), (7, 8))
)


def document() -> Document:
    return from_text("keys", TEXT)


@pytest.mark.parametrize("name", ["label_studio", "prodigy", "doccano", "gate", "glozz"])
def test_mentions_without_chains_are_kept(name: str, tmp_path: Path) -> None:
    """One chain, an entity of one mention, and three mentions about which nothing is decided."""
    entities = (Entity("1", (ANN, SHE), "person"), Entity("2", (HER_KEY,)))
    given = Annotated(
        document(), Annotation("keys", mentions=(ANN, HER_KEY, HER, SHE, IT), entities=entities)
    )
    lost = formats.write([given], tmp_path, name)
    assert lost[Layer.MARKABLES] == 0
    [back] = formats.read(tmp_path, name)
    assert {mention.parts for mention in back.annotation.mentions} == {
        mention.parts for mention in given.annotation.mentions
    }
    assert [
        (entity.type, [mention.parts for mention in entity.mentions])
        for entity in back.annotation.entities
    ] == [("person", [ANN.parts, SHE.parts]), ("", [HER_KEY.parts])]


@pytest.mark.parametrize("name", ["label_studio", "prodigy", "doccano", "gate", "glozz"])
def test_a_first_pass_without_any_chain_is_kept(name: str, tmp_path: Path) -> None:
    given = Annotated(document(), Annotation("keys", mentions=(ANN, SHE)))
    assert formats.write([given], tmp_path, name)[Layer.MENTIONS] == 0
    [back] = formats.read(tmp_path, name)
    assert [mention.parts for mention in back.annotation.mentions] == [ANN.parts, SHE.parts]
    assert back.annotation.entities == ()


def test_a_markable_that_the_tool_linked_is_in_an_entity(tmp_path: Path) -> None:
    given = Annotated(document(), Annotation("keys", mentions=(ANN, SHE)))
    formats.write([given], tmp_path / "keys.doccano.jsonl")
    stored = (tmp_path / "keys.doccano.jsonl").read_text()
    linked = stored.replace(
        '"relations":[]', '"relations":[{"id":1,"from_id":2,"to_id":1,"type":"x"}]'
    )
    assert linked != stored
    (tmp_path / "keys.doccano.jsonl").write_text(linked)
    [back] = formats.read(tmp_path / "keys.doccano.jsonl")
    [entity] = back.annotation.entities
    assert (entity.type, len(entity.mentions)) == ("", 2)
