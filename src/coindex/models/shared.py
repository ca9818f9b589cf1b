"""The vectors of a parser's word pieces, for another model that reads the same pieces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from coindex.core.errors import CoindexError

FILE = "model.onnx"


class SharedTable:
    """Part of a parser's file, which is not copied: int8 rows from `rows` on, and from `scale` on
    the factor of each. `size` is their number and length; `check` their checksum.
    """

    def __init__(self, folder: Path, rows: int, scale: int, size: Sequence[int], check: int):
        path = folder / FILE
        count, width = size
        complete = path.exists() and path.stat().st_size >= max(rows + count * width, scale)
        if complete:
            self._rows = np.memmap(path, np.int8, "r", rows, (count, width))
            self._scale = np.fromfile(path, "<f4", count, offset=scale)[:, None]
        if not complete or crc32(self._rows.data) != check:
            raise CoindexError(f"{path} is not the parser whose word pieces the resolver shares")

    def vectors(self, pieces: Sequence[int]) -> NDArray[np.float32]:
        """A row for each piece."""
        wanted = np.array(pieces, np.int64)
        rows: NDArray[np.float32] = self._rows[wanted].astype(np.float32) * self._scale[wanted]
        return rows
