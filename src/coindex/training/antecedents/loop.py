"""Trains mentions and antecedents together: steps, schedule, averages, checkpoints, scores."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from coindex.resolvers.neural.features import CLASSES
from coindex.training.antecedents.checkpoint import Checkpoint, save
from coindex.training.antecedents.losses import (
    AskedPairs,
    Weights,
    chain_loss,
    pair_loss,
    span_loss,
    teacher_loss,
)
from coindex.training.antecedents.model import AntecedentNetwork, WindowBatch
from coindex.training.antecedents.readings import Device, DocumentArrays, Host
from coindex.training.antecedents.scores import evaluate, temperature
from coindex.training.antecedents.stored import MASK
from coindex.training.antecedents.stream import Mixture, batches
from coindex.training.antecedents.teaching import Taught
from coindex.training.antecedents.zeros import with_zeros

_LOSABLE = frozenset({"type", "number", "gender", "animacy", "expletive"})


@dataclass(frozen=True, slots=True)
class LoopSettings:
    """What a run consists of; `seconds` and `steps` are those of the schedule, which ends with the
    first that is reached (0: no limit), `every` the seconds between two checkpoints. `zeros` is
    the share of pronouns that are shown as subjects left out; `taught_types` is how much the types
    that teachers give count among their answers; `frozen`: the pieces' vectors stay,
    and with more than 1 also the lowest layers, one less than this number.
    """

    seconds: float = 60.0
    steps: int = 0
    seed: int = 1
    rate: float = 8e-5
    layer_decay: float = 0.9
    head_rate: float = 1e-3
    warmup: float = 0.06
    clip: float = 2.0
    weight_decay: float = 0.01
    mask: float = 0.15
    feature_noise: float = 0.05
    gap_weight: float = 0.5
    teacher_weight: float = 3.0
    taught_types: float = 1.0
    pronoun_weight: float = 1.5
    ema: float = 0.998
    every: float = 240.0
    workers: int = 2
    zeros: float = 0.0
    frozen: int = 0


class TrainingRun:
    """One training run; `taught` are the answers of teachers."""

    def __init__(
        self,
        model: AntecedentNetwork,
        documents: DocumentArrays,
        device: Device,
        settings: LoopSettings,
        mixture: Mixture,
        taught: Taught | None = None,
    ) -> None:
        self.model, self.documents, self.device = model, documents, device
        self.settings, self.mixture, self.taught = settings, mixture, taught
        self.weights = Weights(pronoun=settings.pronoun_weight, taught=settings.taught_types)
        if model.encoder.relative is not None:
            model.encoder.relative.requires_grad_(False)
        if settings.frozen:
            model.encoder.table.requires_grad_(False)
        for layer in model.encoder.layers[: max(0, settings.frozen - 1)]:
            layer.requires_grad_(False)
        fused = device.device.type == "cuda"
        self.optimiser = torch.optim.AdamW(
            parameter_groups(model, settings), betas=(0.9, 0.98), fused=fused
        )
        self.rates = [group["lr"] for group in self.optimiser.param_groups]
        self.parameters = [one for one in model.parameters() if one.requires_grad]
        self.average = {
            name: tensor.detach().clone() for name, tensor in model.state_dict().items()
        }
        self.steps = 0

    def train(self, out: Path) -> None:
        settings = self.settings
        stream = batches(
            self.documents,
            self.mixture,
            settings.seed,
            settings.workers,
            pin=self.device.device.type == "cuda",
        )
        began = shown = saved = time.monotonic()
        totals: dict[str, Tensor] = {}
        self.model.train()
        while True:
            now = time.monotonic()
            progress = self._progress(now - began)
            if progress >= 1:
                break
            host, questions = next(stream)
            for name, loss in self._step(host, questions, progress).items():
                totals[name] = totals.get(name, torch.zeros_like(loss)) + loss
            if now - shown > 20:
                amounts = " ".join(
                    f"{name} {float(total) / 100:.2f}" for name, total in totals.items()
                )
                print(
                    f"{out.name} {now - began:.0f} s, {self.steps} steps, sums/100: {amounts}",
                    flush=True,
                )
                shown, totals = now, {}
            if now - saved > settings.every:
                self._save(out, 1.0)
                saved = now
        print(f"{out.name} {self.steps} steps in {time.monotonic() - began:.0f} s", flush=True)

    def _progress(self, seconds: float) -> float:
        settings = self.settings
        shares = (
            seconds / settings.seconds if settings.seconds else 0.0,
            self.steps / settings.steps if settings.steps else 0.0,
        )
        return max(shares)

    def finish(self, out: Path, about: dict[str, Any], parts: Sequence[str] = ("held",)) -> None:
        """Compute average, temperature and scores, and write everything."""
        self.model.load_state_dict(self.average)
        self.model.eval()
        self._save(out, 1.0)
        with self._autocast():
            degree = temperature(self.model, self.documents, self.device)
            self._save(out, degree)
            scores = evaluate(self.model, self.documents, self.device, parts)
        stored = {"temperature": degree, "steps": self.steps, **about, "scores": scores}
        (out / "scores.json").write_text(json.dumps(stored, indent=1), encoding="utf-8")
        for name, values in scores.items():
            print(
                f"{out.name} {name}: "
                + " ".join(f"{what} {value}" for what, value in values.items()),
                flush=True,
            )

    def _save(self, out: Path, degree: float) -> None:
        kept = {name: tensor.clone() for name, tensor in self.model.state_dict().items()}
        self.model.load_state_dict(self.average)
        save(Checkpoint(self.model, degree, asdict(self.settings) | asdict(self.mixture)), out)
        self.model.load_state_dict(kept)

    def _step(self, host: Host, questions: list[Any], progress: float) -> dict[str, Tensor]:
        settings = self.settings
        share = min(progress / settings.warmup, (1 - progress) / (1 - settings.warmup))
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * share
        on = self.device.moved(host)
        batch = self.device.batch(on)
        answers = self.taught.answers(on) if self.taught is not None else None
        with self._autocast():
            scores = self.model(self._noisy(batch), None if answers is None else answers.candidates)
        losses: dict[str, Tensor] = {}
        known = on["labels"] >= 0
        if questions:
            lengths = torch.bincount(host["document"]).tolist()
            asked = AskedPairs(*torch.tensor(questions, device=self.device.device).T)
            losses["gap"] = settings.gap_weight * pair_loss(scores, lengths, asked)
        else:
            gold = self.device.gold(on)
            losses["chains"] = chain_loss(scores, gold, batch, known, self.weights)
            losses["spans"] = span_loss(scores.spans, gold, batch, self.weights)
        if answers is not None:
            losses["teachers"] = settings.teacher_weight * teacher_loss(
                scores, answers, self.weights
            )
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(torch.stack(list(losses.values())).sum())
        nn.utils.clip_grad_norm_(self.parameters, settings.clip, foreach=True)
        self.optimiser.step()
        self.steps += 1
        self._follow()
        return {name: loss.detach() for name, loss in losses.items()}

    def _noisy(self, batch: WindowBatch) -> WindowBatch:
        """The batch with pieces masked, and classes of words and mentions dropped."""
        settings = self.settings

        def chance(share: float, like: Tensor) -> Tensor:
            return torch.rand(like.shape, device=like.device) < share

        masked = (batch.owner > 0) & chance(settings.mask, batch.pieces)
        kept = torch.tensor([name not in _LOSABLE for name in CLASSES], device=batch.classes.device)
        lost = chance(settings.feature_noise, batch.classes) & ~kept
        noisy = batch._replace(
            pieces=batch.pieces.masked_fill(masked, MASK),
            words=batch.words.masked_fill(chance(settings.feature_noise, batch.words), 0),
            classes=batch.classes.masked_fill(lost, 0),
        )
        return with_zeros(noisy, settings.zeros) if settings.zeros else noisy

    def _autocast(self) -> AbstractContextManager[object]:
        if self.device.device.type == "cuda":
            return torch.autocast("cuda", dtype=torch.bfloat16)
        return nullcontext()

    def _follow(self) -> None:
        """Update the exponential moving average of the weights, which is shorter at the
        beginning.
        """
        share = min(self.settings.ema, (1 + self.steps) / (10 + self.steps))
        state = self.model.state_dict()
        torch._foreach_lerp_(list(self.average.values()), list(state.values()), 1 - share)


def parameter_groups(model: AntecedentNetwork, settings: LoopSettings) -> list[dict[str, Any]]:
    """Groups of parameters: rates decay from the encoder's top layer downwards; the rest has its
    own; biases and norms have no weight decay.
    """
    depth = model.shape.layers
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue
        rate = settings.head_rate
        if name.startswith("encoder."):
            layer = int(name.split(".")[2]) if name.startswith("encoder.layers.") else -1
            rate = settings.rate * settings.layer_decay ** (depth - 1 - layer)
        decay = settings.weight_decay if parameter.dim() > 1 else 0.0
        groups.setdefault((rate, decay), []).append(parameter)
    return [
        {"params": parameters, "lr": rate, "weight_decay": decay}
        for (rate, decay), parameters in groups.items()
    ]


def seeded(seed: int) -> None:
    random.seed(seed)
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
