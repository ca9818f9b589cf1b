"""The training loop: optimiser, schedule, noise, teachers, scores while it runs."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from training.analyse import relation_weights, torch_runner
from training.checkpoint import Checkpoint, calibrated, load, save
from training.evaluate import arc_temperature, evaluate
from training.losses import gold_losses, teacher_loss
from training.model import TAGS, Parser, Shape, Words
from training.pieces import MASK
from training.windows import Data, Window


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is made of; rates and shares are per word piece, window or text."""

    layers: int = 6
    epochs: int = 50
    minutes: float = 0.0
    seed: int = 1
    rate: float = 4e-4
    layer_decay: float = 0.85
    head_rate: float = 1e-3
    warmup: float = 0.06
    clip: float = 2.0
    weight_decay: float = 0.01
    batch: int = 4096
    shortest: int = 64
    longest: int = 254
    dropout: float = 0.3
    mask: float = 0.1
    case_noise: float = 0.04
    drop_paragraphs: float = 0.4
    drop_treebanks: float = 0.3
    unparsed: float = 0.4
    teacher_weight: float = 1.0
    ema: float = 0.0
    every: int = 10
    limit: int = 0


def train(data: Data, encoder: Path, out: Path, settings: Settings, teachers: list[Path]) -> None:
    """Train, calibrate, score, and write the checkpoint."""
    seeded(settings.seed)
    model = new_parser(data, encoder, settings).to(data.device)
    final = trained(model, data, out, settings, teachers)
    final = calibrated(final, arc_temperature(final.model, data))
    save(final, out)
    scores = evaluate(torch_runner(final.model, data), data, relation_weights(final.model))
    print(f"arc temperature {final.temperature:.3f}")
    print(json.dumps(scores, indent=1))
    (out / "scores.json").write_text(json.dumps(scores, indent=1), encoding="utf-8")


def seeded(seed: int) -> None:
    random.seed(seed)
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")


def trained(model: Parser, data: Data, out: Path, settings: Settings, teachers: list[Path]) -> Checkpoint:
    """Train a new model, write it, and read it again as it will be used."""
    masters = [load(folder, data.device).model for folder in teachers]
    run = _Run(model, data, settings, masters)
    run.all_epochs()
    averaged = run.average
    if averaged is not None:
        model.load_state_dict(averaged)
    model.eval()
    about = asdict(settings) | {"teachers": [str(folder) for folder in teachers]}
    save(Checkpoint(model, data.labels, 1.0, about), out)
    return load(out, data.device)


def new_parser(data: Data, encoder: Path, settings: Settings) -> Parser:
    """A model over the published encoder's lower layers."""
    with np.load(encoder) as stored:
        weights = {name: stored[name] for name in stored.files}
    labels = {layer: len(data.labels[layer]) for layer in (*TAGS, "deprel")}
    model = Parser(
        Shape(
            vocabulary=len(weights["table.weight"]),
            labels=labels,
            characters=256,
            treebanks=len(data.labels["treebanks"]),
            layers=settings.layers,
            dropout=settings.dropout,
        )
    )
    model.encoder.load(weights)
    return model


class _Run:
    def __init__(self, model: Parser, data: Data, settings: Settings, teachers: list[Parser]) -> None:
        self.model, self.data, self.settings, self.teachers = model, data, settings, teachers
        self.random = random.Random(settings.seed)
        self.optimiser = torch.optim.AdamW(
            _parameter_groups(model, settings), betas=(0.9, 0.98), fused=data.device.type == "cuda"
        )
        self.rates = [group["lr"] for group in self.optimiser.param_groups]
        self.average: dict[str, Tensor] | None = None
        self.parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self.began = time.monotonic()

    def all_epochs(self) -> None:
        epochs = self.settings.epochs
        for epoch in range(epochs):
            started = time.monotonic()
            self.model.train()
            windows = self._windows()
            batches = list(self._shuffled(windows))
            total = torch.zeros((), device=self.data.device)
            for index, batch in enumerate(batches):
                progress = (epoch + index / len(batches)) / epochs
                if self.settings.minutes:
                    elapsed = (time.monotonic() - self.began) / 60 / self.settings.minutes
                    progress = max(progress, elapsed)
                if progress >= 1:
                    return
                total += self._step(batch, progress)
            words = sum(window.end - window.start for window in windows)
            loss, seconds = float(total) / len(batches), time.monotonic() - started
            print(
                f"epoch {epoch + 1} loss {loss:.3f} {len(batches)} steps {words / seconds:.0f} words/s"
                f" {time.monotonic() - self.began:.0f} s",
                flush=True,
            )
            if (epoch + 1) % self.settings.every == 0 and epoch + 1 < epochs:
                self._report()

    def _windows(self) -> list[Window]:
        """Windows of random length over all parsed texts and a share of the others."""
        chosen = []
        for text in self.data.texts("train"):
            parsed = self.data.arrays["text_known_starts"][text]
            if parsed or self.random.random() < self.settings.unparsed:
                chosen.append(text)
        if self.settings.limit:
            chosen = self.random.sample(chosen, min(self.settings.limit, len(chosen)))
        lengths = self._lengths()
        return [window for text in chosen for window in self.data.chain(text, lengths)]

    def _lengths(self) -> Iterator[int]:
        while True:
            yield self.random.randint(self.settings.shortest, self.settings.longest)

    def _shuffled(self, windows: list[Window]) -> list[list[Window]]:
        """Batches of about equal lengths, in random order."""
        noisy = sorted(windows, key=lambda window: self.data.piece_count(window) * self.random.uniform(0.92, 1.08))
        batches = list(self.data.batches(noisy, self.settings.batch))
        self.random.shuffle(batches)
        return batches

    def _step(self, batch: list[Window], progress: float) -> Tensor:
        settings, data = self.settings, self.data
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * min(progress / settings.warmup, (1 - progress) / (1 - settings.warmup))
        gold = data.gold(batch)
        words, recased = self._noisy(batch)
        gold = gold._replace(layers=gold.layers | {"script": gold.layers["script"].masked_fill(recased[:, None], -1)})
        with self._autocast():
            analysis = self.model(words)
            loss = torch.stack(list(gold_losses(self.model, analysis, gold).values())).sum()
            if self.teachers:
                with torch.no_grad():
                    clean = data.words(batch, treebanks=True)
                    answers = [(teacher, teacher(clean)) for teacher in self.teachers]
                loss = loss + settings.teacher_weight * teacher_loss(self.model, analysis, answers, gold)
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(self.parameters, settings.clip, foreach=True)
        self.optimiser.step()
        self._follow()
        return loss.detach()

    def _noisy(self, batch: list[Window]) -> tuple[Words, Tensor]:
        """Input with pieces masked, some windows in one case, marks and treebank ids dropped."""
        settings, device, size = self.settings, self.data.device, len(batch)

        def chance(share: float, *shape: int) -> Tensor:
            return torch.rand(*shape, device=device) < share

        recased = chance(settings.case_noise, size)
        variants = torch.where(recased, torch.randint(1, 3, (size,), device=device), 0)
        words = self.data.words(batch, variants=variants, treebanks=True)
        inner = words.owner > 0
        masked = inner & chance(settings.mask, *words.pieces.shape)
        paragraph = words.paragraph.masked_fill(chance(settings.drop_paragraphs, size)[:, None], 0)
        return words._replace(
            pieces=words.pieces.masked_fill(masked, MASK),
            paragraph=paragraph,
            treebank=words.treebank.masked_fill(chance(settings.drop_treebanks, size), 0),
        ), recased

    def _autocast(self) -> AbstractContextManager[object]:
        if self.data.device.type == "cuda":
            return torch.autocast("cuda", dtype=torch.bfloat16)
        return nullcontext()

    def _follow(self) -> None:
        """Exponential moving average of the weights."""
        if not self.settings.ema:
            return
        state = self.model.state_dict()
        if self.average is None:
            self.average = {name: tensor.clone() for name, tensor in state.items()}
        else:
            torch._foreach_lerp_(list(self.average.values()), list(state.values()), 1 - self.settings.ema)

    def _report(self) -> None:
        self.model.eval()
        scores = evaluate(torch_runner(self.model, self.data), self.data, relation_weights(self.model), quick=True)
        for corpus, values in scores.items():
            print(f"  {corpus}: " + " ".join(f"{name} {value}" for name, value in values.items()), flush=True)


def _parameter_groups(model: Parser, settings: Settings) -> list[dict[str, object]]:
    """Rates decay from the encoder's top layer downwards; heads have their own; no decay on biases, norms."""
    depth = model.shape.layers
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        rate = settings.head_rate
        if name.startswith("encoder."):
            layer = int(name.split(".")[2]) if name.startswith("encoder.layers.") else -1
            rate = settings.rate * settings.layer_decay ** (depth - 1 - layer)
        decay = settings.weight_decay if parameter.dim() > 1 else 0.0
        groups.setdefault((rate, decay), []).append(parameter)
    return [{"params": parameters, "lr": rate, "weight_decay": decay} for (rate, decay), parameters in groups.items()]
