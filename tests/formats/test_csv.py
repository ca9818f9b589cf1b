"""Tables of texts, as programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError

SAMPLES = {"letters.csv": 'id,text,date\na,Ann sang.,1901\nb,"Bob ate.\nHe slept.",1902\n'}


def test_rows_end_otherwise_than_lines_inside_a_cell(tmp_path: Path) -> None:
    path = tmp_path / "letters.csv"
    path.write_bytes(b'\xef\xbb\xbfid;text\r\na;"Ann sang.\nShe left."\r\nb;Bob ate.\r\n')
    assert [item.document.text for item in formats.read(path)] == [
        "Ann sang.\nShe left.",
        "Bob ate.",
    ]


def test_another_encoding_is_an_error_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "letters.csv"
    path.write_bytes("id,text\na,Ann\nb,Inés\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"letters\.csv:3:1: not UTF-8"):
        list(formats.read(path))
