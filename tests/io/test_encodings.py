"""Files in other encodings than UTF-8, which are named for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import CoindexError, FormatError
from coindex.core.problems import Problems
from coindex.io.encodings import COMMON, checked_encoding
from coindex.io.files import PIECE, File

TEXT = "La señora perdió su llave.\nElla la buscó: «¿dónde está?»\n"


def stored(folder: Path, content: bytes, name: str = "a.txt") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("encoding", [*COMMON, "UTF-16LE", "cp437", "utf_8_sig"])
def test_a_text_is_read_in_the_encoding_that_is_named(encoding: str, tmp_path: Path) -> None:
    text = TEXT if encoding != "windows-1250" else "Žena ztratila klíč.\n"
    path = stored(tmp_path, text.encode(encoding))
    [item] = formats.read(path, encoding=encoding)
    assert item.document.text == text.rstrip("\n")


@pytest.mark.parametrize("encoding", ["windows-1252", "latin-1", "mac-roman"])
def test_utf_8_that_is_read_as_another_encoding_is_noted(encoding: str, tmp_path: Path) -> None:
    problems = Problems(lenient=True)
    path = stored(tmp_path, TEXT.encode())
    File(path, "a.txt", "a.txt", encoding=encoding).text(problems)
    [(note, paths)] = problems.notes.items()
    assert "this is UTF-8, but was read as" in note
    assert paths == ["a.txt"]


@pytest.mark.parametrize(
    ("encoding", "content"),
    [
        ("windows-1252", TEXT.encode("windows-1252")),
        ("windows-1252", b"The keeper left.\n"),
        ("utf-16", TEXT.encode("utf-16")),
        ("cp932", "日本".encode("cp932")),
    ],
)
def test_what_is_in_its_encoding_is_not(encoding: str, content: bytes, tmp_path: Path) -> None:
    problems = Problems()
    File(stored(tmp_path, content), "a.txt", "a.txt", encoding=encoding).text(problems)
    assert not problems.notes


def test_characters_are_not_cut_between_two_blocks(tmp_path: Path) -> None:
    text = "a" + "日本" * PIECE + "\n"
    for encoding in ("utf-16", "cp932", "gb18030"):
        file = File(stored(tmp_path, text.encode(encoding)), "a.txt", "a.txt", encoding=encoding)
        assert file.text(Problems()) == text


@pytest.mark.parametrize(
    ("encoding", "content", "line", "column", "said"),
    [
        ("ascii", b"Ana\ncaf\xe9 y", 2, 4, "byte 0xe9 at offset 7 is not ascii"),
        (
            "cp1252",
            b"a\n" * PIECE + b"b\x81",
            PIECE + 1,
            2,
            f"offset {2 * PIECE + 1:,} is not cp1252",
        ),
        (
            "euc_jp",
            "日本".encode("euc_jp") + b"\xfd\n",
            1,
            3,
            "byte 0xfd at offset 4 is not euc_jp",
        ),
        ("utf-16", "日本\n".encode("utf-16") + b"a", 2, 1, "byte 0x61 at offset 8 is not utf-16"),
        ("latin-1", "Ana\ndijo “sí”".encode("cp1252"), 2, 6, "byte 0x93 at offset 9 is not"),
        ("iso8859-15", "Ana – sí".encode(), 1, 6, "byte 0x80 at offset 5 is not iso8859-15"),
        ("utf-16", b"La casa", 1, 1, "byte 0x4c at offset 0 is not utf-16"),
        ("utf-32", b"La casa", 1, 1, "byte 0x4c at offset 0 is not utf-32"),
    ],
)
def test_wrong_bytes_are_named_with_place_and_remedy(
    encoding: str, content: bytes, line: int, column: int, said: str, tmp_path: Path
) -> None:
    file = File(stored(tmp_path, content), "a.txt", "a.txt", encoding=encoding)
    with pytest.raises(FormatError) as caught:
        file.text(Problems())
    error = caught.value
    assert (error.path, error.line, error.column) == ("a.txt", line, column)
    assert said in error.message and "another encoding" in str(error.remedy)
    problems = Problems(lenient=True)
    assert "\ufffd" in file.text(problems)
    assert problems.counts.total() == 1


def test_an_error_in_utf_8_says_where_and_that_another_encoding_can_be_named(
    tmp_path: Path,
) -> None:
    path = stored(tmp_path, b"x\n" * PIECE + "La señora".encode("latin-1"))
    with pytest.raises(FormatError) as caught:
        list(formats.read(path))
    error = caught.value
    assert error.line == PIECE + 1
    assert f"byte 0xf1 at offset {2 * PIECE + 5:,}" in error.message
    assert "encoding='latin-1'" in str(error.remedy)


@pytest.mark.parametrize("name", ["klingon", "rot13", "base64", "unicode_escape", "a" * 99, "\0"])
def test_an_unknown_encoding_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(CoindexError, match="unknown encoding"):
        list(formats.read(stored(tmp_path, b"a"), encoding=name))


def test_utf_8_needs_no_work() -> None:
    assert {checked_encoding(name) for name in ("", "utf-8", "UTF8", "utf-8-sig")} == {""}


def test_tables_pages_and_archives_have_the_encoding_too(tmp_path: Path) -> None:
    folder = tmp_path / "latin"
    folder.mkdir()
    stored(folder, "text\nLa señora salió.\n".encode("latin-1"), "a.csv")
    stored(folder, "<html><p>La señora salió.</p></html>".encode("latin-1"), "b.html")
    stored(folder, "La señora salió.".encode("latin-1"), "c.txt")
    for item in formats.read(folder, encoding="latin-1"):
        assert item.document.text.strip() == "La señora salió."
