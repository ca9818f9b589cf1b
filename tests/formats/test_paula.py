"""PAULA XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.exchange.paula import Paula
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY
from tests.formats.tool_files import chains

FOLDER = Path(__file__).parent / "documented/paula"
SAMPLES = {
    path.relative_to(FOLDER).as_posix(): path.read_text() for path in sorted(FOLDER.rglob("*.xml"))
}
CHAINS = [("person", ["Mara", "her", "She"]), ("", ["her key", "it"])]


def test_contract() -> None:
    [item] = check_format(Paula(), SAMPLES, partly=PARTLY["paula"])
    assert (item.document.id, item.document.text) == ("mara", "Mara lost her key. She found it.")
    assert sorted(chains(item), reverse=True) == CHAINS
    assert len(item.document.tokens) == 9


def test_recognised_in_a_folder() -> None:
    [item] = formats.read(FOLDER)
    assert sorted(chains(item), reverse=True) == CHAINS


def test_documents_that_are_written_come_back(tmp_path: Path) -> None:
    items = [bracketed("[Ann]1 saw [Bob]2 and [his]2 dog .", id=id) for id in ("a", "b")]
    formats.write(items, tmp_path / "out", "paula")
    again = list(formats.read(tmp_path / "out"))
    assert [item.document.id for item in again] == ["a", "b"]
    assert chains(again[1]) == [("", ["Ann"]), ("", ["Bob", "his"])]


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("referent.xml", "(#tok_6)", "(#tok_66)", "mention of a word that does not exist"),
        ("referent.xml", "id('tok_4')", "id('tok_44')", "mention of a word that does not exist"),
        ("anaphoric.xml", 'target="#m_3"', 'target=""', "relation without two marks"),
        ("tok.xml", 'id="tok_2"', 'id="tok_1"', "id occurs twice"),
    ],
)
def test_bad_input(name: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    for path, content in SAMPLES.items():
        target = tmp_path / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(content.replace(old, new) if path.endswith(name) else content)
    with pytest.raises(FormatError, match=message):
        list(formats.read(tmp_path))
    problems = Problems(lenient=True)
    assert len(list(formats.read(tmp_path, problems=problems))) == 1
    assert problems.counts[message] == 1


def test_a_folder_without_a_text(tmp_path: Path) -> None:
    [name] = [name for name in SAMPLES if name.endswith("tok.xml")]
    (tmp_path / "a.tok.xml").write_text(SAMPLES[name])
    with pytest.raises(FormatError, match="folder without a text"):
        list(formats.read(tmp_path))
