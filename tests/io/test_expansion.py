"""What containers expand to is counted, once, and bounded."""

from __future__ import annotations

import gzip
import lzma
import pickle
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError, TooLarge
from coindex.core.problems import Problems
from coindex.io import expansion
from coindex.io.expansion import Expansion, Limits
from coindex.io.files import opened
from tests.workbench import bombs

MEGABYTE = 1 << 20
SIZE = 8 * MEGABYTE
BOMBS = bombs.bombs(SIZE)
SMALL = Limits(total=MEGABYTE, file=MEGABYTE, package=MEGABYTE)


def read(path: Path, limits: Limits) -> None:
    with opened(path, Expansion(limits)) as files:
        list(formats.read_files(files))


@pytest.mark.parametrize(
    "limits", [Limits(total=MEGABYTE), Limits(ratio=20, spared=MEGABYTE)], ids=["size", "ratio"]
)
@pytest.mark.parametrize("name", BOMBS)
def test_every_container_is_counted(name: str, limits: Limits, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(BOMBS[name])
    with pytest.raises(TooLarge, match="expands to more than") as caught:
        read(path, limits)
    assert caught.value.remedy


@pytest.mark.parametrize("name", BOMBS)
def test_no_more_is_unpacked_than_allowed(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(BOMBS[name])
    formats.writers()  # what is imported once is not the reader's
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            read(path, SMALL)
        assert tracemalloc.get_traced_memory()[1] < 4 * MEGABYTE
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("packing", [gzip.compress, lzma.compress])
def test_what_is_read_again_counts_once(packing: object, tmp_path: Path) -> None:
    assert callable(packing)
    path = tmp_path / ("a.txt.gz" if packing is gzip.compress else "a.txt.xz")
    path.write_bytes(packing(b"Ann left.\n" * 1_000))
    count = Expansion(Limits(total=15_000))
    with opened(path, count) as files:
        for _ in range(3):
            assert len(files[0].text(Problems())) == 10_000
    assert count.total == 10_000


def test_files_of_one_input_count_together(tmp_path: Path) -> None:
    for name in ("a.txt.gz", "b.txt.gz"):
        (tmp_path / name).write_bytes(gzip.compress(b"Ann left.\n" * 1_000))
    with opened(tmp_path, Expansion(Limits(total=15_000))) as files:
        files[0].text(Problems())
        with pytest.raises(TooLarge):
            files[1].text(Problems())


def test_a_plain_file_may_be_of_any_size(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"Ann left.\n" * 1_000)
    with opened(path, Expansion(Limits(total=10))) as files:
        assert len(files[0].text(Problems())) == 10_000


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_members_are_counted(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if name == "a.zip":
        path.write_bytes(bombs.many(20))
    else:
        with tarfile.open(path, "w:gz") as made:
            for number in range(20):
                folder = tarfile.TarInfo(f"folder {number}")
                folder.type = tarfile.DIRTYPE
                made.addfile(folder)
    with opened(path, Expansion(Limits(members=20))) as files:
        assert len(files) == (20 if name == "a.zip" else 0)
    with (
        pytest.raises(TooLarge, match="more than 19 files"),
        opened(path, Expansion(Limits(members=19))),
    ):
        pass


def test_a_directory_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        for number in range(300):
            made.writestr(zipfile.ZipInfo(f"{number:>0200}"), b"")
    with (
        pytest.raises(TooLarge, match="more than 50 files"),
        opened(path, Expansion(Limits(members=50))),
    ):
        pass


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compression_that_cannot_be_bounded_is_refused(method: int, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", method) as made:
        made.writestr("a.txt", b"a" * 10_000_000)
    tracemalloc.start()
    with pytest.raises(FormatError, match="Deflate"), opened(path):
        pass
    assert tracemalloc.get_traced_memory()[1] < 2 * MEGABYTE
    tracemalloc.stop()


def test_a_folder_may_be_held_to_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expansion, "_held", {})
    expansion.hold_to(Limits(total=5_000), tmp_path / "uploaded")
    for name in ("uploaded/in/a.txt.gz", "own/a.txt.gz"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_bytes(gzip.compress(b"Ann left.\n" * 1_000))
    with pytest.raises(TooLarge):
        list(formats.read(tmp_path / "uploaded/in/a.txt.gz"))
    assert len(list(formats.read(tmp_path / "own/a.txt.gz"))) == 1


def test_the_error_survives_the_way_between_processes() -> None:
    error = TooLarge("expands", path="a.zip", remedy="unpack it")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is TooLarge and str(copy) == str(error)
