"""Matrices in four bits: what is stored is what is restored, and near what was learnt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coindex.models import nibbles


def test_every_step_comes_back_times_the_factor_of_its_block() -> None:
    steps = np.arange(-8, 8, dtype=np.int8).repeat(2 * 3).reshape(1, 32, 3)
    factors = np.array([[1, 2, 9]], np.int8)

    whole = nibbles.unpacked(nibbles.packed(steps), factors)

    assert (whole == steps * factors[:, None]).all()


def test_a_folder_gives_matrices_of_the_sizes_asked_for(tmp_path: Path) -> None:
    drawn = np.random.default_rng(1)
    steps = drawn.integers(-7, 8, (2, 32, 5)).astype(np.int8)
    factors = drawn.integers(1, 10, (2, 5)).astype(np.int8)
    stored: dict[str, Any] = {"one": nibbles.packed(steps), f"one{nibbles.FACTORS}": factors}
    np.savez(tmp_path / nibbles.FILE, **stored)

    found = nibbles.read(tmp_path, {"one": (64, 5)})["one"]

    assert (found == (steps * factors[:, None]).reshape(64, 5)).all()


def test_weights_are_rounded_to_the_nearest_step_of_the_best_factor() -> None:
    torch = pytest.importorskip("torch")
    from coindex.training.rounding import blocks_first, rounded, rows_first

    weight = torch.randn(6, 64, generator=torch.Generator().manual_seed(1))

    found = rounded(weight)

    assert (found.weight - weight).abs().max() < weight.abs().max() / 10
    for order, size in ((blocks_first, (64, 6)), (rows_first, (6, 64))):
        whole = nibbles.unpacked(nibbles.packed(order(found)[0]), order(found)[1]).reshape(size)
        scaled = whole if order is rows_first else whole.T
        assert np.allclose(scaled * found.scale[:, None].numpy(), found.weight.numpy(), atol=1e-5)
