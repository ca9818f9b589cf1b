"""Files of doccano."""

from __future__ import annotations

from coindex.formats.tools.doccano import Doccano
from coindex.testing import check_format
from tests.formats.tool_files import CHAINS, FILES, TEXT, chains

SAMPLES = FILES["doccano"]


def test_contract() -> None:
    [item] = check_format(Doccano(), SAMPLES)
    assert (item.document.id, item.document.text) == ("7", TEXT)
    assert chains(item) == CHAINS
