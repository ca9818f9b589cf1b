"""Files of Label Studio."""

from __future__ import annotations

from coindex.formats.tools.labelstudio import LabelStudio
from coindex.testing import check_format
from tests.formats.tool_files import CHAINS, FILES, TEXT, chains

SAMPLES = FILES["label_studio"]


def test_contract() -> None:
    [item] = check_format(LabelStudio(), SAMPLES)
    assert (item.document.id, item.document.text) == ("7", TEXT)
    assert chains(item) == CHAINS
