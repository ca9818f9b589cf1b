"""Weights in few bytes, and those that earlier versions stored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from coindex.training import shards
from coindex.training.packing import TABLE, packed, unpacked

WEIGHTS = {
    TABLE: np.array([[1.0, -0.5], [0.0, 0.25]], np.float32),
    "start.bias": np.array([0.5], np.float32),
}


def test_weights_are_read_as_they_were_saved(tmp_path: Path) -> None:
    shards.save({"name": "año"}, WEIGHTS, tmp_path, lambda name, array: name == TABLE)
    about, weights = shards.load(tmp_path)
    assert about == {"name": "año"}
    assert weights.keys() == WEIGHTS.keys()
    assert all(np.allclose(weights[name], WEIGHTS[name], atol=0.01) for name in WEIGHTS)


@pytest.mark.parametrize(
    "names", [("table", "scale"), (TABLE, f"{TABLE} scale"), (TABLE, f"{TABLE}.scale")]
)
def test_weights_under_older_names_are_read(names: tuple[str, str]) -> None:
    arrays = packed(WEIGHTS, lambda name, array: array.ndim == 2)
    wanted = unpacked(arrays)
    old = dict(zip(names, (arrays.pop(TABLE), arrays.pop(f"{TABLE}.scale")), strict=True))
    found = unpacked({**old, **arrays})
    assert found.keys() == wanted.keys()
    assert all(np.array_equal(found[name], wanted[name]) for name in wanted)
