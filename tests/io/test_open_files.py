"""A file is closed as soon as reading it fails."""

from __future__ import annotations

import gc
import tarfile
import zipfile
from collections.abc import Callable
from io import BufferedReader, BytesIO, FileIO
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.io.archives import unpack


@pytest.mark.parametrize("name", ["a.jsonl", "a.conllu", "a.conll"])
def test_a_damaged_file_does_not_stay_open(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("((((((\n" * 3)
    closed_at_once(path, lambda: list(formats.read(path, path.suffix[1:])))


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
def test_a_refused_archive_does_not_stay_open(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if name.endswith(".zip"):
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr("../evil.txt", "x")
    else:
        with tarfile.open(path, "w:gz" if name.endswith(".gz") else "w") as made:
            made.addfile(tarfile.TarInfo("../evil.txt"), BytesIO(b""))
    closed_at_once(path, lambda: unpack(path, tmp_path / "place"))


def closed_at_once(path: Path, reading: Callable[[], object]) -> None:
    """Nothing waits for the garbage collector, which other code may have switched off."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        try:
            reading()
        except FormatError as error:
            # It stays alive, as with a caller who looks at it later.
            kept = error
            assert kept.path
        else:
            pytest.fail("the damage was not noticed")
        left = [
            one
            for one in gc.get_objects()
            if isinstance(one, BufferedReader | FileIO)
            and not one.closed
            and getattr(one, "name", "") == str(path)
        ]
        assert not left
    finally:
        if collecting:
            gc.enable()
