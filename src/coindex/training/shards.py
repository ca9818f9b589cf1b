"""Arrays in a folder, in files of limited size, without pickle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SHARD = 15 * 2**20


def write(arrays: dict[str, NDArray[Any]], folder: Path) -> None:
    """Write weights-0.npz, weights-1.npz ...; earlier ones are removed."""
    shards: list[dict[str, Any]] = [{}]
    for name, array in arrays.items():
        if (
            shards[-1]
            and sum(part.nbytes + 512 for part in shards[-1].values()) + array.nbytes > SHARD
        ):
            shards.append({})
        shards[-1][name] = array
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("weights-*.npz"):
        old.unlink()
    for index, shard in enumerate(shards):
        np.savez(folder / f"weights-{index}.npz", **shard)


def read(folder: Path) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    for path in sorted(folder.glob("weights-*.npz")):
        with np.load(path, allow_pickle=False) as shard:
            arrays |= {name: shard[name] for name in shard.files}
    return arrays
