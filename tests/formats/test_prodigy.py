"""Files of Prodigy."""

from __future__ import annotations

from coindex.formats.tools.prodigy import Prodigy
from coindex.testing import check_format
from tests.formats.partly import PARTLY
from tests.formats.tool_files import CHAINS, FILES, TEXT, chains

SAMPLES = FILES["prodigy"]


def test_contract() -> None:
    [item] = check_format(Prodigy(), SAMPLES, partly=PARTLY["prodigy"])
    assert (item.document.id, item.document.text) == ("7", TEXT)
    assert chains(item) == CHAINS
