"""The lower part of a parser's encoder, for another model that reads the same word pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from coindex.core.errors import CoindexError
from coindex.core.messages import Message

FILE = "model.onnx"


class SharedEncoder:
    """Parts of a parser's file, which are not copied: int8 vectors of word pieces from `rows` on,
    and from `scale` on the factor of each; int8 matrices of its lowest layers. `size` is the number
    of the vectors and their length; `layers` says by the name of each matrix where it begins and
    how many rows and columns it has; `check` is the checksum of all of them.
    """

    def __init__(
        self,
        folder: Path,
        rows: int,
        scale: int,
        size: Sequence[int],
        layers: Mapping[str, Sequence[int]],
        check: int,
    ) -> None:
        path = folder / FILE
        places = [(rows, *size), *(tuple(place) for place in layers.values())]
        ends = [start + count * width for start, count, width in places]
        complete = path.exists() and path.stat().st_size >= max(*ends, scale + 4 * size[0])
        parts = [
            np.memmap(path, np.int8, "r", start, (count, width))
            for start, count, width in (places if complete else ())
        ]
        if not parts or checksum(parts) != check:
            raise CoindexError(
                Message("{path} is not the parser whose encoder the resolver shares", path=path)
            )
        self._rows, *matrices = parts
        self._scale = np.fromfile(path, "<f4", size[0], offset=scale)[:, None]
        self.matrices: dict[str, NDArray[np.int8]] = dict(zip(layers, matrices, strict=True))

    def vectors(self, pieces: Sequence[int]) -> NDArray[np.float32]:
        """A row for each piece."""
        wanted = np.array(pieces, np.int64)
        rows: NDArray[np.float32] = self._rows[wanted].astype(np.float32) * self._scale[wanted]
        return rows


def checksum(parts: Sequence[NDArray[np.int8]]) -> int:
    """One number for all of the arrays, in this order."""
    check = 0
    for part in parts:
        check = crc32(np.ascontiguousarray(part).data, check)
    return check
