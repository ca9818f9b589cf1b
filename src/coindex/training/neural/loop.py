"""The training loop: which view of which document under which scheme, optimiser, schedule, scores at the end."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from coindex.resolvers.neural.features import CLASSES
from coindex.training.neural.calibrate import temperature
from coindex.training.neural.checkpoint import Checkpoint, load, save
from coindex.training.neural.data import ITEM, PART, SORT, Data, Segment, scheme_of
from coindex.training.neural.evaluate import evaluate
from coindex.training.neural.losses import Asked, Weights, chain_loss, pair_loss, teacher_loss
from coindex.training.neural.model import Antecedents, Batch, Scores, Shape
from coindex.training.neural.stored import MASK, PARTS, SORTS, grown


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is made of. `given`, `swapped`: how often a document is seen in that view; `borrow`: how often one
    of another corpus is shown under GUM's scheme; `unmarked`: how often under none; `gap`: share of GAP's texts."""

    layers: int = 6
    epochs: int = 30
    minutes: float = 0.0
    seed: int = 1
    rate: float = 3e-4
    layer_decay: float = 0.9
    head_rate: float = 1e-3
    warmup: float = 0.06
    clip: float = 2.0
    weight_decay: float = 0.01
    batch: int = 8192
    longest: int = 4096
    shortest: int = 254
    dropout: float = 0.3
    mask: float = 0.1
    feature_noise: float = 0.05
    given: float = 0.2
    swapped: float = 0.2
    borrow: float = 0.5
    unmarked: float = 0.1
    craft: float = 1.0
    gap: float = 0.5
    gap_weight: float = 1.0
    pronoun_weight: float = 1.0
    coarse_weight: float = 0.3
    teacher_weight: float = 1.0
    kept: int = 40
    mention: int = 256
    hidden: int = 256
    without: str = ""
    held: int = 1
    ema: float = 0.0
    every: int = 10
    limit: int = 0


class Shown(NamedTuple):
    """A segment, the scheme it is shown under, and whether that is another corpus's."""

    segment: Segment
    scheme: int
    borrowed: bool


def train(
    data: Data,
    out: Path,
    settings: Settings,
    teachers: Sequence[Path] = (),
    encoder: Path | None = None,
    start: Antecedents | None = None,
) -> None:
    """Train, calibrate, score, and write the checkpoint. `held=0` trains on the held-out documents too.

    Without a model to `start` from, a new one is made over the encoder.
    """
    random.seed(settings.seed)
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    model = (start or new_model(grown(encoder or data.folder / "encoder.npz"), settings)).to(data.device)
    run = _Run(model, data, settings, [load(folder, data.device).model for folder in teachers])
    run.all_epochs()
    if run.average is not None:
        model.load_state_dict(run.average)
    model.eval()
    about = asdict(settings) | {"teachers": [folder.name for folder in teachers]}
    save(Checkpoint(model, 1.0, about), out)
    final = load(out, data.device)
    final = final._replace(temperature=temperature(final.model, data))
    save(final, out)
    scores = evaluate(final.model, data)
    text = json.dumps({"temperature": final.temperature, "settings": about, "scores": scores}, indent=1)
    (out / "scores.json").write_text(text, encoding="utf-8")
    print(f"temperature {final.temperature:.2f}")
    _show(scores)


def _show(scores: dict[str, dict[str, float]]) -> None:
    for corpus, values in scores.items():
        print(f"  {corpus}: " + " ".join(f"{name} {value}" for name, value in values.items()), flush=True)


def new_model(weights: Mapping[str, NDArray[Any]], settings: Settings) -> Antecedents:
    """A model over the published encoder's lower layers."""
    model = Antecedents(
        Shape(
            len(weights["table.weight"]),
            layers=settings.layers,
            mention=settings.mention,
            hidden=settings.hidden,
            kept=settings.kept,
            dropout=settings.dropout,
            without=settings.without,
        )
    )
    model.encoder.load(dict(weights))
    return model


class _Run:
    def __init__(self, model: Antecedents, data: Data, settings: Settings, teachers: list[Antecedents]) -> None:
        self.model, self.data, self.settings, self.teachers = model, data, settings, teachers
        self.random = random.Random(settings.seed)
        self.weights = Weights(settings.pronoun_weight, settings.coarse_weight)
        self.optimiser = torch.optim.AdamW(
            _parameter_groups(model, settings), betas=(0.9, 0.98), fused=data.device.type == "cuda"
        )
        self.rates = [group["lr"] for group in self.optimiser.param_groups]
        self.parameters = list(model.parameters())
        self.average: dict[str, Tensor] | None = None
        self.views = self._training_views()
        self.began = time.monotonic()

    def _training_views(self) -> dict[int, dict[str, int]]:
        """For each training document its views by sort."""
        parts = {PARTS.index("train")} | ({PARTS.index("held")} if not self.settings.held else set())
        found: dict[int, dict[str, int]] = {}
        for view, row in enumerate(self.data.views):
            if row[PART] in parts:
                found.setdefault(int(row[ITEM]), {})[SORTS[row[SORT]]] = view
        return found

    def all_epochs(self) -> None:
        epochs = self.settings.epochs
        for epoch in range(epochs):
            started = time.monotonic()
            self.model.train()
            batches = self._batches()
            totals: dict[str, Tensor] = {}
            for index, batch in enumerate(batches):
                progress = (epoch + index / len(batches)) / epochs
                if self.settings.minutes:
                    progress = max(progress, (time.monotonic() - self.began) / 60 / self.settings.minutes)
                if progress >= 1:
                    return
                for name, loss in self._step(batch, progress).items():
                    totals[name] = totals.get(name, torch.zeros_like(loss)) + loss
            shown = " ".join(f"{name} {float(total) / len(batches):.3f}" for name, total in totals.items())
            now = time.monotonic()
            print(
                f"epoch {epoch + 1} {shown} {len(batches)} steps {now - started:.1f} s, {now - self.began:.0f} s",
                flush=True,
            )
            if (epoch + 1) % self.settings.every == 0 and epoch + 1 < epochs:
                self.model.eval()
                _show(evaluate(self.model, self.data, parts=("held",)))

    def _batches(self) -> list[list[Shown]]:
        """Chains and GAP's texts in batches of their own, in random order."""
        chains, pairs = [], []
        for views in self._chosen():
            view = self._view(views)
            corpus = self.data.corpus(view)
            if corpus == "gap":
                if self.random.random() < self.settings.gap:
                    pairs.append(Shown(self.data.segment(view), self._mark(1), False))
            elif corpus != "craft" or self.random.random() < self.settings.craft:
                chains.append(self._shown(view, corpus))
        return self._grouped(chains, pairs)

    def _chosen(self) -> list[dict[str, int]]:
        chosen = list(self.views.values())
        if self.settings.limit:
            chosen = self.random.sample(chosen, min(self.settings.limit, len(chosen)))
        return chosen

    def _grouped(self, *lists: list[Shown]) -> list[list[Shown]]:
        batches: list[list[Shown]] = []
        for items in lists:
            self.random.shuffle(items)
            left = iter(items)
            for group in self.data.batches([item.segment for item in items], self.settings.batch):
                batches.append([next(left) for _ in group])
        self.random.shuffle(batches)
        return batches

    def _view(self, views: dict[str, int]) -> int:
        chance = self.random.random()
        if chance < self.settings.given and "given" in views:
            return views["given"]
        if chance > 1 - self.settings.swapped and "swapped" in views:
            return views["swapped"]
        return views["own"]

    def _mark(self, scheme: int) -> int:
        return 0 if self.random.random() < self.settings.unmarked else scheme

    def _shown(self, view: int, corpus: str) -> Shown:
        whole = self.data.segment(view)
        longest = self.settings.longest
        segment = whole
        if self.data.pieces(whole) > longest:
            start = int(self.random.uniform(0, 1 - longest / self.data.pieces(whole)) * (whole.end - whole.start))
            segment = self.data.segment(view, start=start, pieces=longest)
        own = scheme_of(corpus)
        borrowed = corpus != "gum" and self.random.random() < self.settings.borrow
        scheme = self._mark(1 if borrowed else own)
        return Shown(segment, scheme, borrowed or (corpus != "gum" and scheme == 0))

    def _step(self, shown: list[Shown], progress: float) -> dict[str, Tensor]:
        settings, data = self.settings, self.data
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * min(progress / settings.warmup, (1 - progress) / (1 - settings.warmup))
        segments = [item.segment for item in shown]
        sizes = [self.random.randint(settings.shortest, 510) for _ in segments]
        clean = data.batch(segments, [item.scheme for item in shown], sizes=sizes)
        with self._autocast():
            scores = self.model(self._noisy(clean))
            with torch.no_grad():
                answers = [teacher(clean, scores.candidates) for teacher in self.teachers]
        if data.corpus(segments[0].view) == "gap":
            losses = {"gap": settings.gap_weight * self._gap_loss(scores, segments)}
        else:
            borrowed = torch.tensor([item.borrowed for item in shown], device=data.device)
            losses = {"chains": chain_loss(scores, data.gold(segments), clean, borrowed, self.weights)}
        if answers:
            losses["teacher"] = settings.teacher_weight * teacher_loss(scores, answers)
        self.optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(torch.stack(list(losses.values())).sum())
        nn.utils.clip_grad_norm_(self.parameters, settings.clip, foreach=True)
        self.optimiser.step()
        self._follow()
        return {name: loss.detach() for name, loss in losses.items()}

    def _gap_loss(self, scores: Scores, segments: list[Segment]) -> Tensor:
        rows = []
        for place, segment in enumerate(segments):
            pronoun, names, right, _ = self.data.key(segment.view)["question"]
            rows += [
                (place, pronoun, name[0], int(true))
                for name, true in zip(names, right, strict=True)
                if name and pronoun >= 0
            ]
        if not rows:
            return scores.logits.sum() * 0
        asked = Asked(*torch.tensor(rows, device=self.data.device).T)
        return pair_loss(scores, [len(segment.mentions) for segment in segments], asked)

    def _noisy(self, batch: Batch) -> Batch:
        """Pieces masked, classes of words and mentions forgotten."""
        settings = self.settings

        def chance(share: float, like: Tensor) -> Tensor:
            return torch.rand(like.shape, device=like.device) < share

        masked = (batch.owner > 0) & chance(settings.mask, batch.pieces)
        kept = torch.tensor([name not in _LOSABLE for name in CLASSES], device=batch.classes.device)
        lost = chance(settings.feature_noise, batch.classes) & ~kept
        return batch._replace(
            pieces=batch.pieces.masked_fill(masked, MASK),
            words=batch.words.masked_fill(chance(settings.feature_noise, batch.words), 0),
            classes=batch.classes.masked_fill(lost, 0),
        )

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


_LOSABLE = frozenset({"type", "number", "gender", "animacy", "expletive"})


def _parameter_groups(model: Antecedents, settings: Settings) -> list[dict[str, object]]:
    """Rates decay from the encoder's top layer downwards; the rest has its own; no decay on biases and norms."""
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
