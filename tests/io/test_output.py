"""Whole files or nothing; devices and pipes are written to as they are."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from coindex.io.output import check_writable, file_identity, replacing, replacing_folder


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.txt"
    with replacing(path) as stream:
        stream.write("one")
        assert not path.exists()
    assert path.read_text() == "one"
    with pytest.raises(ZeroDivisionError), replacing(path) as stream:
        stream.write("two")
        raise ZeroDivisionError
    assert path.read_text() == "one"
    assert [item.name for item in path.parent.iterdir()] == ["a.txt"]


def test_a_check_finds_what_cannot_be_written_and_leaves_nothing(tmp_path: Path) -> None:
    whole = tmp_path / "whole.txt"
    whole.write_text("one")
    check_writable(whole)
    check_writable(tmp_path / "new" / "a.txt")
    check_writable(os.devnull)
    assert whole.read_text() == "one"
    assert not list((tmp_path / "new").iterdir())
    for wrong in (whole / "inside.txt", tmp_path / "new"):
        with pytest.raises(OSError, match=wrong.name) as caught:
            check_writable(wrong)
        assert caught.value.filename == str(wrong)


def test_all_paths_to_one_file_have_one_identity(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    link.symlink_to(path)
    for _ in ("before", "after"):
        assert file_identity(path) == file_identity(link)
        assert file_identity(path) == file_identity(tmp_path / "x" / ".." / "a.txt")
        assert file_identity(path) != file_identity(tmp_path / "b.txt")
        path.write_text("one")
        (tmp_path / "x").mkdir(exist_ok=True)
    assert file_identity(tmp_path) is None
    assert file_identity(Path(os.devnull)) is None


@pytest.mark.parametrize("open_target", [replacing, replacing_folder])
def test_what_cannot_be_written_is_called_by_its_own_name(
    tmp_path: Path, open_target: type
) -> None:
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / "inside.txt"
    with pytest.raises((FileExistsError, NotADirectoryError)) as caught, open_target(target):
        pass
    assert caught.value.filename == str(target)


WRITING = """
import resource, sys
from coindex.io.output import replacing, replacing_folder
from coindex.experiment.bulk.storage import folder
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    if sys.argv[1] == "file":
        with replacing("out.txt") as stream:
            stream.write("x" * 5000)
    elif sys.argv[1] == "folder":
        with replacing_folder("out") as place:
            (place / "a.txt").write_text("x" * 5000)
    else:
        folder("out").write("part", b"x" * 5000)
except OSError as error:
    print(error.filename)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit to be set")
@pytest.mark.parametrize(
    ("way", "name"), [("file", "out.txt"), ("folder", "out"), ("job", "out/part")]
)
def test_a_full_disk_is_told_of_the_file(way: str, name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WRITING, way],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == name
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_device_is_named() -> None:
    with pytest.raises(OSError, match="No space left") as caught, replacing("/dev/full") as stream:
        stream.write("x")
    assert caught.value.filename == "/dev/full"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_text("kept")
    with pytest.raises(NotADirectoryError) as caught, replacing_folder(target):
        pass
    assert caught.value.filename == str(target)
    assert target.read_text() == "kept"


def test_a_device_stays_one() -> None:
    with replacing("/dev/null") as stream:
        stream.write("gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_pipe_is_written_as_it_comes(tmp_path: Path) -> None:
    path, heard = tmp_path / "pipe", list[str]()
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: heard.append(path.read_text()))
    reader.start()
    with replacing(path) as stream:
        stream.write("through")
    reader.join()
    assert heard == ["through"]
    assert [item.name for item in tmp_path.iterdir()] == ["pipe"]
