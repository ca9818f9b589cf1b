"""The steps of training, whatever the model: AdamW, rates that rise and fall, clipped gradients, a
moving average of the weights, checkpoints by the clock.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, TypeVar

import torch
from torch import Tensor, nn

Batch = TypeVar("Batch")
Losses = Mapping[str, Tensor]


class Pace(Protocol):
    """The settings of a run that say how it descends: the rate of the encoder's top layer, its
    decay from layer to layer, the rate of the rest, the share of the run in which rates rise, the
    largest gradient, the decay of weights.
    """

    @property
    def rate(self) -> float: ...
    @property
    def layer_decay(self) -> float: ...
    @property
    def head_rate(self) -> float: ...
    @property
    def warmup(self) -> float: ...
    @property
    def clip(self) -> float: ...
    @property
    def weight_decay(self) -> float: ...


class Descent:
    """Descends the losses of a model over an encoder. `rates` are those of parameters that have
    their own, by the beginnings of their names. After each step, `kept` says how much of the
    average stays, given the number of steps; without it there is none.
    """

    def __init__(
        self,
        model: nn.Module,
        pace: Pace,
        device: torch.device,
        *,
        rates: Mapping[str, float] | None = None,
        kept: Callable[[int], float] | None = None,
    ) -> None:
        self.model, self.pace, self.kept = model, pace, kept
        self.optimiser = torch.optim.AdamW(
            parameter_groups(model, pace, rates or {}),
            betas=(0.9, 0.98),
            fused=device.type == "cuda",
        )
        self.rates = [group["lr"] for group in self.optimiser.param_groups]
        self.parameters = [one for one in model.parameters() if one.requires_grad]
        self.steps = 0
        self._average = (
            None
            if kept is None
            else {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
        )

    def state(self) -> dict[str, Tensor]:
        """The weights, averaged if they are to be."""
        return self.model.state_dict() if self._average is None else self._average

    def follow(
        self,
        batches: Iterable[Batch],
        losses: Callable[[Batch], Losses],
        progress: Callable[[], float],
        *,
        after: Callable[[Losses], None],
        save: Callable[[], None],
        every: float,
    ) -> None:
        """Take a step for each batch, until `progress` is 1. The losses of each go to `after`;
        what has been learnt is saved whenever `every` seconds have passed, so that it survives a
        machine that is taken away.
        """
        saved = time.monotonic()
        for batch in batches:
            share = progress()
            if share >= 1:
                return
            lost = losses(batch)
            self._step(torch.stack(list(lost.values())).sum(), share)
            after({name: loss.detach() for name, loss in lost.items()})
            if time.monotonic() - saved > every:
                save()
                saved = time.monotonic()

    def _step(self, loss: Tensor, progress: float) -> None:
        warmup = self.pace.warmup
        share = min(progress / warmup, (1 - progress) / (1 - warmup))
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * share
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(self.parameters, self.pace.clip, foreach=True)
        self.optimiser.step()
        self.steps += 1
        if self._average is not None and self.kept is not None:
            new, share = list(self.model.state_dict().values()), 1 - self.kept(self.steps)
            torch._foreach_lerp_(list(self._average.values()), new, share)


def parameter_groups(
    model: nn.Module, pace: Pace, rates: Mapping[str, float]
) -> list[dict[str, Any]]:
    """Groups of parameters: rates decay from the encoder's top layer downwards; the rest has its
    own; biases and norms have no weight decay.
    """
    layers = [_layer(name) for name, _ in model.named_parameters()]
    top = max(layers, default=-1)
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue
        own = (rate for start, rate in rates.items() if name.startswith(start))
        rate = next(own, pace.head_rate)
        if name.startswith("encoder."):
            rate = pace.rate * pace.layer_decay ** (top - _layer(name))
        decay = pace.weight_decay if parameter.dim() > 1 else 0.0
        groups.setdefault((rate, decay), []).append(parameter)
    return [
        {"params": parameters, "lr": rate, "weight_decay": decay}
        for (rate, decay), parameters in groups.items()
    ]


def _layer(name: str) -> int:
    """The number of the encoder's layer that a parameter belongs to; -1 for what is below them."""
    return int(name.split(".")[2]) if name.startswith("encoder.layers.") else -1


def autocast(device: torch.device) -> AbstractContextManager[object]:
    """Half precision where it is faster, on a GPU."""
    if device.type == "cuda":
        return torch.autocast("cuda", dtype=torch.bfloat16)
    return nullcontext()


def seeded(seed: int) -> None:
    """Make a run repeatable."""
    random.seed(seed)
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
