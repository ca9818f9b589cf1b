"""Files of SACR."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.document import Document, Span
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.building import with_mentions
from coindex.formats.tools.sacr import Sacr
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY
from tests.formats.tool_files import chains

SACR = """\
#title: made up
{ann:EN="p PER" Ann} lost {key:EN="o OBJ",certain="no" {ann:EN="p PER" her} key} .

{ann:EN="p PER" She} left .
"""


SAMPLES = {"story.sacr": SACR}


def test_sacr() -> None:
    [item] = check_format(Sacr(), SAMPLES, partly=PARTLY["sacr"])
    assert item.document.text == "Ann lost her key .\n\nShe left ."
    assert chains(item) == [("PER", ["Ann", "her", "She"]), ("OBJ", ["her key"])]
    assert {entity.id for entity in item.annotation.entities} == {"ann", "key"}
    key = next(entity for entity in item.annotation.entities if entity.id == "key")
    assert key.mentions[0].attributes == (("EN", "o OBJ"), ("certain", "no"))
    assert len(item.document.sentences) == 2
    assert item.document.meta == {"title": "made up"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{a: Ann left", "mention without an end: a"),
        ("Ann} left", "brace that belongs to no mention: }"),
        ("Ann { left", "brace that belongs to no mention: {"),
        ("{a: } left", "mention without a word: a"),
    ],
)
def test_braces_that_are_wrong(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.sacr"
    path.write_text(f"{{b: Bob}} slept.\n{text}\n")
    with pytest.raises(FormatError, match=rf"a\.sacr:2: {message}"):
        list(formats.read(path, "sacr"))
    [item] = formats.read(path, "sacr", Problems(lenient=True))
    assert ("", ["Bob"]) in chains(item)


NOTED = """\
#textid: story
#title: made up
#additionnaltoken: %
#additionnaltoken: §

#part-heading:level=1

Two {dogs dogs}

{dogs:n="1",said="&quot;woof&quot;" They} ran\\n
far , {M1:type="place x" away} .

# checked
{dogs They} sleep .


#COLOR:dogs=hsl(0, 100%, 80%)

#TOKENIZATION-TYPE:1
"""


def test_lines_with_a_number_sign_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "a.sacr"
    path.write_text(NOTED)
    [item] = formats.read(path)
    document = item.document
    assert document.text == "Two dogs\n\nThey ran\nfar , away .\n\nThey sleep ."
    assert document.id == "story"
    assert document.meta == {
        "title": "made up",
        "additionnaltoken": "%\n§",
        "comment": "checked",
        "TOKENIZATION-TYPE": "1",
    }
    assert [one.heading for one in document.sentences] == [True, False, False, False]
    dogs, away = item.annotation.entities
    assert (dogs.id, dogs.attributes) == ("dogs", (("color", "hsl(0, 100%, 80%)"),))
    assert dogs.mentions[1].attributes == (("n", "1"), ("said", '"woof"'))
    assert (away.type, chains(item)[0]) == ("x", ("", ["dogs", "They", "They"]))


def test_what_sacr_holds_is_the_same_after_writing(tmp_path: Path) -> None:
    (tmp_path / "a.sacr").write_text(NOTED)
    [item] = formats.read(tmp_path / "a.sacr")
    assert not formats.write([item], tmp_path / "b.sacr")
    assert list(formats.read(tmp_path / "b.sacr")) == [item]
    # SACR joins the lines of a paragraph, unless they end so.
    assert "ran\\n\nfar" in (tmp_path / "b.sacr").read_text()


def test_what_sacr_cannot_hold_is_counted(tmp_path: Path) -> None:
    item = bracketed("[a [b]1 c]2 d [e\n\nf]3 g [h i]4 j")
    document, annotation = item
    a, b, e, h = (entity.mentions[0] for entity in annotation.entities)
    crossing = Mention((Span(h.start + 1, h.end + 1),))
    entities = [
        Entity("Änne", (b,), "person or thing"),
        Entity("a", (a,), "", (("color", "red"), ("size", "2"))),
        Entity("e", (e,)),
        Entity("h", (h, crossing)),
    ]
    marked = Annotated(document, with_mentions(document.id, entities))
    lost = formats.write([marked], tmp_path / "b.sacr")
    assert {layer: lost[layer] for layer in sorted(lost)} == {
        Layer.ENTITY_ATTRIBUTES: 1,
        Layer.ENTITY_NAMES: 1,
        Layer.TYPES: 1,
        Layer.MENTIONS: 2,
        Layer.ENTITIES: 1,
    }
    [after] = formats.read(tmp_path / "b.sacr")
    assert [entity.id for entity in after.annotation.entities] == ["a", "M1", "h"]


@pytest.mark.parametrize("text", ["a { b", "a } b", "a\n #b", r"a \n b"])
def test_a_text_that_sacr_would_read_as_marks(text: str, tmp_path: Path) -> None:
    item = Annotated(Document("a", text), Annotation("a"))
    with pytest.raises(FormatError, match="SACR cannot hold"):
        formats.write([item], tmp_path / "b.sacr")
    assert not (tmp_path / "b.sacr").exists()
