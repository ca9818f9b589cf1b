"""Files, folders, compressed files and archives; whole files or nothing."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest

from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.io.files import PIECE, File, opened
from coindex.io.output import replacing, replacing_folder


def lines(content: bytes, tmp_path: Path, *, lenient: bool = False) -> tuple[list[str], Problems]:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    problems = Problems(lenient=lenient)
    return list(File(path, "a.txt", "a.txt").lines(problems)), problems


@pytest.mark.parametrize(
    ("content", "message", "line", "column"),
    [
        (b"a\nb\xffc\n", "not UTF-8", 2, 2),
        (b"ab\ncd\0\n", "NUL character", 2, 3),
        (b"a\r\nb\nc\r\n", "mixed line ends", 2, 1),
        (b"a\nb\r\nc\n", "mixed line ends", 2, 1),
        (b"a\rb\n", "mixed line ends", 1, 1),
    ],
)
def test_bad_bytes_are_named_with_their_place(
    content: bytes, message: str, line: int, column: int, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as caught:
        lines(content, tmp_path)
    error = caught.value
    assert message in error.message
    assert (error.path, error.line, error.column) == ("a.txt", line, column)
    assert error.remedy
    found, problems = lines(content, tmp_path, lenient=True)
    assert problems.counts[message] == 1
    assert "\0" not in "".join(found) and "\r" not in "".join(found)


def test_one_kind_of_line_end_is_fine(tmp_path: Path) -> None:
    assert lines(b"a\r\nb\r\n", tmp_path)[0] == ["a", "b"]
    assert lines(b"a\n\nb", tmp_path)[0] == ["a", "", "b"]
    assert lines(b"", tmp_path)[0] == []


def test_line_ends_that_change_between_blocks_are_noticed(tmp_path: Path) -> None:
    content = b"x" * 70 + b"\n"
    with pytest.raises(FormatError, match="mixed line ends"):
        lines(content * 20_000 + b"y\r\n" * 3, tmp_path)


def test_a_monstrous_line_is_refused_without_being_held(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="longer than"):
        lines(b"a\n" + b"x" * 50_000_000, tmp_path)


def test_lines_cross_blocks_undamaged(tmp_path: Path) -> None:
    content = "é" * 700_000 + "\n" + "ü" * 700_000 + "\n"
    assert lines(content.encode(), tmp_path)[0] == ["é" * 700_000, "ü" * 700_000]


def archive(path: Path, members: dict[str, bytes]) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
            for name, content in members.items():
                made.writestr(name, content)
    else:
        with tarfile.open(path, "w:xz" if path.suffix == ".xz" else "w:gz") as made:
            for name, content in members.items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                made.addfile(info, io.BytesIO(content))
    return path


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar.xz"])
def test_archives_are_read_as_folders(name: str, tmp_path: Path) -> None:
    path = archive(tmp_path / name, {"b/two.txt": b"2\n", "a/one.txt": b"1\n", ".hidden": b""})
    with opened(path) as files:
        assert [file.name for file in files] == ["a/one.txt", "b/two.txt"]
        assert [file.text(Problems()) for file in files] == ["1\n", "2\n"]
        assert files[0].label == f"{path}!/a/one.txt"
        places = [file.path for file in files]
    assert not any(place.exists() for place in places)


@pytest.mark.parametrize(
    "member", ["../evil.txt", "/etc/evil.txt", "a/../../evil.txt", "C:\\evil.txt"]
)
@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_paths_out_of_an_archive_are_refused(name: str, member: str, tmp_path: Path) -> None:
    path = archive(tmp_path / name, {"good.txt": b"x", member: b"x"})
    with pytest.raises(FormatError, match="outside the archive") as caught, opened(path):
        pass
    assert (caught.value.path, caught.value.line, caught.value.column) == (str(path), 2, 1)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar.xz"])
def test_archives_that_expand_absurdly_are_refused(name: str, tmp_path: Path) -> None:
    path = archive(tmp_path / name, {"zeros.txt": b"0" * 68_000_000})
    with pytest.raises(FormatError, match="more than 200 times"), opened(path):
        pass


def test_links_in_archives_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as made:
        info = tarfile.TarInfo("link")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made.addfile(info)
    with pytest.raises(FormatError, match="link or device"), opened(path):
        pass


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar.xz", "a.txt.gz", "a.txt.xz"])
def test_damaged_archives_and_streams_are_format_errors(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"not what it says")
    with pytest.raises(FormatError), opened(tmp_path / name) as files:
        list(files[0].lines(Problems()))


def test_truncated_gzip_is_a_format_error(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"hello\n" * 10_000)[:-20])
    with pytest.raises(FormatError, match="cannot be read") as caught, opened(path) as files:
        list(files[0].lines(Problems()))
    assert caught.value.line > 0


def test_missing_input_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"), opened(tmp_path / "nothing"):
        pass


def test_output_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("before")
    with pytest.raises(RuntimeError), replacing(path) as stream:
        stream.write("half")
        raise RuntimeError
    assert path.read_text() == "before"
    with replacing(path) as stream:
        stream.write("whole")
    assert path.read_text() == "whole"
    assert [item.name for item in tmp_path.iterdir()] == ["out.txt"]


def test_compressed_output(tmp_path: Path) -> None:
    for name, unpack in (("a.gz", gzip.decompress), ("a.xz", lzma.decompress)):
        with replacing(tmp_path / name) as stream:
            stream.write("ü\n")
        assert unpack((tmp_path / name).read_bytes()) == "ü\n".encode()


def test_folders_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), replacing_folder(tmp_path / "out") as folder:
        (folder / "a").write_text("1")
        raise RuntimeError
    assert not list(tmp_path.iterdir())
    for content in ("1", "2"):
        with replacing_folder(tmp_path / "out") as folder:
            (folder / "sub").mkdir()
            (folder / "sub" / "a").write_text(content)
    assert (tmp_path / "out/sub/a").read_text() == "2"
    assert [item.name for item in tmp_path.iterdir()] == ["out"]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    assert lines(b"\xef\xbb\xbfa\nb\n", tmp_path)[0] == ["a", "b"]
    assert lines(b"\xef\xbb\xbfa\r\nb", tmp_path)[0] == ["a", "b"]
    assert lines(b"\xef\xbb\xbfa\rb\r", tmp_path)[0] == ["a", "b"]
    assert lines("a\ufeffb\n".encode(), tmp_path)[0] == ["a\ufeffb"]


def test_carriage_returns_alone_end_lines(tmp_path: Path) -> None:
    assert lines(b"a\rb\r\rc\r", tmp_path)[0] == ["a", "b", "", "c"]
    assert lines(b"a\rb", tmp_path)[0] == ["a", "b"]
    long = b"x" * (PIECE - 1) + b"\r\ny\r\n"
    assert lines(long, tmp_path)[0] == ["x" * (PIECE - 1), "y"]
    many = b"ab\r" * PIECE
    assert lines(many, tmp_path)[0] == ["ab"] * PIECE
    with pytest.raises(FormatError, match="mixed line ends") as caught:
        lines(many + b"c\n", tmp_path)
    assert caught.value.line == PIECE + 1
    assert lines(many + b"c\r\nd\n", tmp_path, lenient=True)[0][-2:] == ["c", "d"]


def test_lines_longer_than_a_piece_stay_whole(tmp_path: Path) -> None:
    lines = ["ä" * PIECE, "", "b" * (3 * PIECE + 1), "c"] * 3
    path = tmp_path / "long.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    with opened(path) as files:
        assert list(files[0].lines(Problems())) == lines
        with pytest.raises(FormatError, match="line longer than") as caught:
            list(files[0].lines(Problems(), longest=2 * PIECE))
        assert caught.value.line == 3
