"""Plain text."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.document import Block
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.text import Text
from coindex.testing import bracketed, check_format

SAMPLES = {"letter.txt": "Dear Ann,\n\nthe pump leaks.\nIt is old.\n \n\n  Yours, Bob\n"}


def test_contract() -> None:
    (item,) = check_format(Text(), SAMPLES)
    assert item.document.id == "letter"
    assert item.document.text == SAMPLES["letter.txt"][:-1]
    assert not item.document.tokens
    assert not item.annotation.mentions


def test_paragraphs_are_parted_by_blank_lines() -> None:
    (item,) = check_format(Text(language="en"), SAMPLES)
    text = item.document.text
    assert [text[block.start : block.end] for block in item.document.blocks] == [
        "Dear Ann,",
        "the pump leaks.\nIt is old.",
        "Yours, Bob",
    ]
    assert item.document.blocks[0] == Block(0, 9)
    assert item.document.language == "en"


def test_windows_line_ends_keep_their_offsets(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"One.\r\n\r\nTwo.\r\n")
    (item,) = formats.read(path)
    assert item.document.text == "One.\r\n\r\nTwo."
    assert item.document.blocks == (Block(0, 4), Block(8, 12))
    formats.write([item], tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_bytes() == path.read_bytes()


def test_several_documents_are_several_files(tmp_path: Path) -> None:
    items = [bracketed("[Ann]1 left.", id="a/1"), bracketed("[She]1 waved.", id="b")]
    lost = formats.write(items, tmp_path / "out", "text")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a_1.txt", "b.txt"]
    assert lost[Layer.SINGLETONS] == 2
    assert [item.document.text for item in formats.read(tmp_path / "out")] == [
        "Ann left.",
        "She waved.",
    ]


def test_an_empty_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n")
    with pytest.raises(FormatError, match="no text") as caught:
        list(formats.read(path, "text"))
    assert (caught.value.line, caught.value.column) == (1, 1)
    problems = Problems(lenient=True)
    assert len(list(formats.read(path, "text", problems))) == 1
    assert problems.counts["no text"] == 1
