"""A file is closed as soon as reading it fails."""

from __future__ import annotations

import gc
from io import BufferedReader
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError


@pytest.mark.parametrize("name", ["a.jsonl", "a.conllu", "a.conll"])
def test_a_damaged_file_does_not_stay_open(name: str, tmp_path: Path) -> None:
    """Nothing waits for the garbage collector, which other code may have switched off."""
    path = tmp_path / name
    path.write_text("((((((\n" * 3)
    collecting = gc.isenabled()
    gc.disable()
    try:
        try:
            list(formats.read(path, path.suffix[1:]))
        except FormatError as error:
            assert error.path
        else:
            pytest.fail("the damage was not noticed")
        left = [
            one
            for one in gc.get_objects()
            if isinstance(one, BufferedReader) and not one.closed and one.name == str(path)
        ]
        assert not left
    finally:
        if collecting:
            gc.enable()
