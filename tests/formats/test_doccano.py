"""Files of doccano."""

from __future__ import annotations

from pathlib import Path

from coindex import formats
from coindex.formats.tools.doccano import Doccano
from coindex.testing import check_format
from tests.formats.partly import PARTLY
from tests.formats.tool_files import CHAINS, FILES, TEXT, chains

SAMPLES = FILES["doccano"]
RECORDED = Path(__file__).parent / "recorded"


def test_contract() -> None:
    [item] = check_format(Doccano(), SAMPLES, partly=PARTLY["doccano"])
    assert (item.document.id, item.document.text) == ("7", TEXT)
    assert chains(item) == CHAINS


def test_a_file_that_doccano_exported() -> None:
    [item] = formats.read(RECORDED / "doccano.jsonl")
    assert item.document.text == "Ann 🙂 lost her key. She found it."
    assert chains(item) == [("person", ["Ann", "her", "She"]), ("", ["her key"])]


def test_what_doccano_exported_of_a_file_that_it_had_imported() -> None:
    """Coindex wrote `Ann 🙂 saw Bob and his dog .`, with Bob and his as one entity."""
    [item] = formats.read(RECORDED / "doccano-imported.jsonl")
    assert (item.document.id, item.document.text) == ("a", "Ann 🙂 saw Bob and his dog .")
    assert chains(item) == [("", ["Ann"]), ("", ["Bob", "his"])]
