"""Files of doccano."""

from __future__ import annotations

from pathlib import Path

from coindex import formats
from coindex.formats.tools.doccano import Doccano
from coindex.testing import check_format
from tests.formats.tool_files import CHAINS, FILES, TEXT, chains

SAMPLES = FILES["doccano"]


def test_contract() -> None:
    [item] = check_format(Doccano(), SAMPLES)
    assert (item.document.id, item.document.text) == ("7", TEXT)
    assert chains(item) == CHAINS


def test_a_file_that_doccano_exported() -> None:
    [item] = formats.read(Path(__file__).parent / "recorded/doccano.jsonl")
    assert item.document.text == "Ann 🙂 lost her key. She found it."
    assert chains(item) == [("person", ["Ann", "her", "She"]), ("", ["her key"])]
