"""A trained model in a folder: its weights in files of limited size, without pickle."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coindex.training.packing import packed, unpacked

SHARD = 15 * 2**20


def save(
    about: Mapping[str, Any],
    weights: Mapping[str, NDArray[Any]],
    folder: Path,
    small: Callable[[str, NDArray[Any]], bool],
) -> None:
    """Write weights-0.npz ... with what there is to know `about` them; `small` ones in int8."""
    text = json.dumps(about, ensure_ascii=False).encode("utf-8")
    write({"about": np.frombuffer(text, np.uint8), **packed(weights, small)}, folder)


def load(folder: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    """What `save` wrote: `about`, and the weights as float32."""
    arrays = read(folder)
    about: dict[str, Any] = json.loads(arrays.pop("about").tobytes())
    return about, unpacked(arrays)


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
