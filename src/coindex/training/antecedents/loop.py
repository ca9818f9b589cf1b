"""Trains mentions and antecedents together: steps, schedule, averages, checkpoints, scores."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor

from coindex.resolvers.neural.features import CLASSES
from coindex.training.antecedents.checkpoint import Checkpoint, save
from coindex.training.antecedents.losses import (
    Answers,
    AskedPairs,
    Weights,
    chain_loss,
    pair_loss,
    span_loss,
    teacher_loss,
)
from coindex.training.antecedents.model import AntecedentNetwork, WindowBatch
from coindex.training.antecedents.numbering import MASK
from coindex.training.antecedents.readings import Device, DocumentArrays, Host
from coindex.training.antecedents.scores import evaluate, temperature
from coindex.training.antecedents.stream import Mixture, batches
from coindex.training.antecedents.zeros import with_zeros
from coindex.training.descent import Descent, Losses, autocast

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


class Teachers(Protocol):
    """The answers of teachers, stored or computed."""

    def answers(self, on: Host) -> Answers:
        """What they answer to a batch on the device."""


class TrainingRun:
    """One training run; `taught` are the answers of teachers."""

    def __init__(
        self,
        model: AntecedentNetwork,
        documents: DocumentArrays,
        device: Device,
        settings: LoopSettings,
        mixture: Mixture,
        taught: Teachers | None = None,
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
        self.descent = Descent(model, settings, device.device, kept=self._kept)
        self.began = time.monotonic()

    def _kept(self, steps: int) -> float:
        """The share of the average that stays, which is smaller at the beginning."""
        return min(self.settings.ema, (1 + steps) / (10 + steps))

    def train(self, out: Path) -> None:
        settings = self.settings
        stream = batches(
            self.documents,
            self.mixture,
            settings.seed,
            settings.workers,
            pin=self.device.device.type == "cuda",
        )
        self.began = shown = time.monotonic()
        totals: dict[str, Tensor] = {}

        def add(losses: Losses) -> None:
            nonlocal shown
            for name, loss in losses.items():
                totals[name] = totals.get(name, torch.zeros_like(loss)) + loss
            if time.monotonic() - shown > 20:
                amounts = " ".join(
                    f"{name} {float(total) / 100:.2f}" for name, total in totals.items()
                )
                shown = time.monotonic()
                print(
                    f"{out.name} {shown - self.began:.0f} s, {self.descent.steps} steps, "
                    f"sums/100: {amounts}",
                    flush=True,
                )
                totals.clear()

        self.model.train()
        self.descent.follow(
            stream,
            self._losses,
            self._progress,
            after=add,
            save=partial(self._save, out, 1.0),
            every=settings.every,
        )
        seconds = time.monotonic() - self.began
        print(f"{out.name} {self.descent.steps} steps in {seconds:.0f} s", flush=True)

    def _progress(self) -> float:
        settings = self.settings
        seconds = time.monotonic() - self.began
        shares = (
            seconds / settings.seconds if settings.seconds else 0.0,
            self.descent.steps / settings.steps if settings.steps else 0.0,
        )
        return max(shares)

    def finish(self, out: Path, about: dict[str, Any], parts: Sequence[str] = ("held",)) -> None:
        """Compute average, temperature and scores, and write everything."""
        self.model.load_state_dict(self.descent.state())
        self.model.eval()
        self._save(out, 1.0)
        with autocast(self.device.device):
            degree = temperature(self.model, self.documents, self.device)
            self._save(out, degree)
            scores = evaluate(self.model, self.documents, self.device, parts)
        stored = {"temperature": degree, "steps": self.descent.steps, **about, "scores": scores}
        (out / "scores.json").write_text(json.dumps(stored, indent=1), encoding="utf-8")
        for name, values in scores.items():
            print(
                f"{out.name} {name}: "
                + " ".join(f"{what} {value}" for what, value in values.items()),
                flush=True,
            )

    def _save(self, out: Path, degree: float) -> None:
        kept = {name: tensor.clone() for name, tensor in self.model.state_dict().items()}
        self.model.load_state_dict(self.descent.state())
        save(Checkpoint(self.model, degree, asdict(self.settings) | asdict(self.mixture)), out)
        self.model.load_state_dict(kept)

    def _losses(self, given: tuple[Host, list[Any]]) -> Losses:
        """The losses of a batch, which comes with GAP's questions."""
        settings, (host, questions) = self.settings, given
        on = self.device.moved(host)
        batch = self.device.batch(on)
        answers = self.taught.answers(on) if self.taught is not None else None
        with autocast(self.device.device):
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
        return losses

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
