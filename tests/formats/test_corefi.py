"""CoRefi's JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.tools.corefi import CoRefi
from coindex.testing import check_format
from tests.formats.partly import PARTLY

FILE = Path(__file__).parent / "documented/corefi.json"
SAMPLES = {"corefi.json": FILE.read_text()}


def chains(item: Annotated) -> dict[str, list[str]]:
    return {
        entity.id: [mention.text(item.document) for mention in entity.mentions]
        for entity in item.annotation.entities
    }


def test_contract() -> None:
    first, second = check_format(CoRefi(), SAMPLES, partly=PARTLY["corefi"])
    assert (first.document.id, first.document.text) == ("keys", "Mara lost her key.")
    assert first.document.tokens[1][3:5] == ("lose", "VERB")
    assert chains(first) == {"0-0": ["Mara", "her"]}
    assert [mention.text(first.document) for mention in first.annotation.mentions] == [
        "Mara",
        "her key",
        "her",
    ]
    assert (second.document.id, chains(second)) == ("news", {"0-0": ["She"]})


def test_recognised() -> None:
    assert len(list(formats.read(FILE))) == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"start": 5, "end": 5', '"start": 5, "end": 9', "span outside the document"),
        ('"start": 5, "end": 5', '"start": 4, "end": 5', "mention in two documents"),
    ],
)
def test_bad_input(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.corefi.json"
    path.write_text(SAMPLES["corefi.json"].replace(old, new))
    with pytest.raises(FormatError, match=message):
        list(formats.read(path))
    problems = Problems(lenient=True)
    assert [chains(item) for item in formats.read(path, problems=problems)][1] == {}
    assert problems.counts[message] == 1
