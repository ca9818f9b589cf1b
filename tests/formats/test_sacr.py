"""Files of SACR."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.tools.sacr import Sacr
from coindex.testing import check_format
from tests.formats.tool_files import chains

SACR = """\
#title: made up
{ann:EN="p PER" Ann} lost {key:EN="o OBJ",certain="no" {ann:EN="p PER" her} key} .

{ann:EN="p PER" She} left .
"""


SAMPLES = {"story.sacr": SACR}


def test_sacr() -> None:
    [item] = check_format(Sacr(), SAMPLES)
    assert item.document.text == "Ann lost her key .\n\nShe left ."
    assert chains(item) == [("PER", ["Ann", "her", "She"]), ("OBJ", ["her key"])]
    assert {entity.id for entity in item.annotation.entities} == {"ann", "key"}
    key = next(entity for entity in item.annotation.entities if entity.id == "key")
    assert key.mentions[0].attributes == (("EN", "o OBJ"), ("certain", "no"))
    assert len(item.document.sentences) == 2


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
