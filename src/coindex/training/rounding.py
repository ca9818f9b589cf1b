"""Weights rounded to four bits, in training and for export: as `coindex.models.nibbles` stores
them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from numpy.typing import NDArray
from torch import Tensor, nn

from coindex.models.nibbles import BLOCK, STEPS

MOST = 9 * STEPS
"""The largest number of a matrix on the int8 grid: 7 bits, as processors without VNNI need it."""
MOST_OF_TABLE = 18 * STEPS
RENEWED = 64
"""Factors are chosen again after so many steps of training; they hardly move."""


class Rounded(NamedTuple):
    """Rows of weights as rows x blocks x 32 whole numbers, a factor for each block, and the scale
    of each row.
    """

    steps: Tensor
    factors: Tensor
    scale: Tensor

    @property
    def weight(self) -> Tensor:
        return (self.steps * self.factors[..., None]).flatten(1) * self.scale[:, None]


def grid(weight: Tensor, most: int) -> tuple[Tensor, Tensor]:
    """Each row in numbers up to `most`, in blocks, and the scale of each row."""
    scale = weight.abs().amax(1).clamp(min=1e-8) / most
    return (weight / scale[:, None]).unflatten(1, (-1, BLOCK)), scale


def best_factors(numbers: Tensor, most: int) -> Tensor:
    """For each block the factor with the least squared error."""
    best = torch.ones(numbers.shape[:2], device=numbers.device)
    least = torch.full_like(best, torch.inf)
    for factor in range(1, most // STEPS + 1):
        error = (_steps(numbers, torch.full_like(best, factor)) * factor - numbers).square().sum(2)
        best = torch.where(error < least, factor, best)
        least = torch.minimum(error, least)
    return best


def _steps(numbers: Tensor, factors: Tensor) -> Tensor:
    return (numbers / factors[..., None]).round().clamp(-STEPS, STEPS)


@torch.no_grad()
def rounded(weight: Tensor, most: int = MOST, factors: Tensor | None = None) -> Rounded:
    """A matrix, outputs or pieces as rows, in four bits."""
    numbers, scale = grid(weight.float(), most)
    chosen = best_factors(numbers, most) if factors is None else factors
    return Rounded(_steps(numbers, chosen), chosen, scale)


class RoundedLinear(nn.Linear):
    """A linear layer that uses its weights in four bits, and learns them in full."""

    _factors: Tensor | None = None
    _age = 0

    def forward(self, states: Tensor) -> Tensor:
        if self.training:
            if self._factors is None or self._age % RENEWED == 0:
                self._factors = rounded(self.weight).factors
            self._age += 1
        near = rounded(self.weight, factors=self._factors if self.training else None).weight
        weight = self.weight + (near - self.weight).detach()
        return F.linear(states, weight, self.bias)


def blocks_first(found: Rounded) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Steps as blocks x 32 x outputs and factors as blocks x outputs, for a graph that multiplies
    rows of inputs.
    """
    steps = found.steps.permute(1, 2, 0).to(torch.int8).numpy()
    return steps, found.factors.T.to(torch.int8).numpy()


def rows_first(found: Rounded) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The same for a table, whose rows are looked up: rows and blocks in one dimension."""
    steps = found.steps.flatten(0, 1)[..., None].to(torch.int8).numpy()
    return steps, found.factors.flatten()[:, None].to(torch.int8).numpy()
