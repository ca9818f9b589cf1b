"""Training a parser: its epochs, noise, teachers, scores while it runs."""

from __future__ import annotations

import copy
import itertools
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor

from coindex.training.descent import Descent, Losses, autocast
from training.parser.analyse import relation_weights, torch_runner
from training.parser.checkpoint import Checkpoint, load, save
from training.parser.evaluate import evaluate
from training.parser.losses import gold_losses, teacher_loss
from training.parser.model import Parser, Words
from training.parser.pieces import MASK
from training.parser.texts import RAW
from training.parser.windows import Data, Window


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is made of; rates and shares are per word piece, window or text.

    With ``seconds`` the schedule is one of time, and epochs do not count. ``inject_rate`` is that
    of the layer that adds word features to the encoder's input. ``unparsed``, ``raw``, ``foreign``
    are the shares an epoch sees of texts with some labels but no tree, of plain texts (of which
    only teachers know anything), of other languages.
    """

    base: str = "bert"
    layers: int = 6
    merged: int = 0
    activation: str = "gelu"
    epochs: int = 50
    seconds: float = 0.0
    save_every: float = 300.0
    seed: int = 1
    rate: float = 4e-4
    layer_decay: float = 0.85
    head_rate: float = 1e-3
    inject_rate: float = 1e-3
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
    raw: float = 1.0
    foreign: float = 1.0
    teacher_weight: float = 1.0
    ema: float = 0.0
    every: int = 10
    limit: int = 0


def trained(
    model: Parser, data: Data, out: Path, settings: Settings, teachers: list[Path]
) -> Checkpoint:
    """Train a new model, write it, and read it again as it will be used."""
    masters = [load(folder, data.device).model for folder in teachers]
    about = asdict(settings) | {"teachers": [str(folder) for folder in teachers]}

    def keep(state: dict[str, Tensor]) -> None:
        kept = copy.deepcopy(model).eval()
        kept.load_state_dict(state)
        save(Checkpoint(kept, data.labels, 1.0, about), out)

    run = _Run(model, data, settings, masters, keep)
    run.all_epochs()
    keep(run.state())
    return load(out, data.device)


class _Run:
    def __init__(
        self,
        model: Parser,
        data: Data,
        settings: Settings,
        teachers: list[Parser],
        keep: Callable[[dict[str, Tensor]], None],
    ) -> None:
        self.model, self.data, self.settings, self.teachers, self.keep = (
            model,
            data,
            settings,
            teachers,
            keep,
        )
        self.random = random.Random(settings.seed)
        self.descent = Descent(
            model,
            settings,
            data.device,
            rates={"inject.": settings.inject_rate},
            kept=self._kept if settings.ema else None,
        )
        self.began = time.monotonic()
        self.epochs = 0.0
        self.total = torch.zeros((), device=data.device)

    def _kept(self, steps: int) -> float:
        """The share of the average that stays, which begins with the first step."""
        return self.settings.ema if steps > 1 else 0.0

    def all_epochs(self) -> None:
        self.descent.follow(
            self._batches(),
            self._losses,
            self._progress,
            after=self._add,
            save=lambda: self.keep(self.state()),
            every=self.settings.save_every,
        )

    def _add(self, losses: Losses) -> None:
        self.total += losses["all"]

    def _batches(self) -> Iterator[list[Window]]:
        """The batches of one epoch after the other, with a report after each."""
        for epoch in itertools.count():
            started = time.monotonic()
            self.model.train()
            windows = self._windows()
            batches = self._shuffled(windows)
            self.total = torch.zeros((), device=self.data.device)
            for index, batch in enumerate(batches):
                self.epochs = epoch + index / len(batches)
                yield batch
            self.epochs = epoch + 1
            words = sum(window.end - window.start for window in windows)
            loss, seconds = float(self.total) / len(batches), time.monotonic() - started
            print(
                f"epoch {epoch + 1} loss {loss:.3f} {len(batches)} steps {words / seconds:.0f} "
                "words/s"
                f" {time.monotonic() - self.began:.0f} s",
                flush=True,
            )
            if self._progress() >= 1:
                return
            if (epoch + 1) % self.settings.every == 0:
                self._report()

    def state(self) -> dict[str, Tensor]:
        """The weights, averaged if they are to be."""
        return self.descent.state()

    def _progress(self) -> float:
        if self.settings.seconds:
            return (time.monotonic() - self.began) / self.settings.seconds
        return self.epochs / self.settings.epochs

    def _windows(self) -> list[Window]:
        """Windows of random length over all parsed texts of the
        language and a share of the others.
        """
        chosen = [
            text for text in self.data.texts("train") if self.random.random() < self._share(text)
        ]
        if self.settings.limit:
            chosen = self.random.sample(chosen, min(self.settings.limit, len(chosen)))
        lengths = self._lengths()
        return [window for text in chosen for window in self.data.chain(text, lengths)]

    def _share(self, text: int) -> float:
        corpus = self.data.corpora[text]
        if corpus == RAW:
            return self.settings.raw if self.teachers else 0.0
        if corpus in self.data.labels.get("foreign", ()):
            return self.settings.foreign
        return 1.0 if self.data.arrays["text_known_starts"][text] else self.settings.unparsed

    def _lengths(self) -> Iterator[int]:
        while True:
            yield self.random.randint(self.settings.shortest, self.settings.longest)

    def _shuffled(self, windows: list[Window]) -> list[list[Window]]:
        """Batches of about equal lengths, in random order."""
        noisy = sorted(
            windows,
            key=lambda window: self.data.piece_count(window) * self.random.uniform(0.92, 1.08),
        )
        batches = list(self.data.batches(noisy, self.settings.batch))
        self.random.shuffle(batches)
        return batches

    def _losses(self, batch: list[Window]) -> Losses:
        settings, data = self.settings, self.data
        gold = data.gold(batch)
        words, recased = self._noisy(batch)
        gold = gold._replace(
            layers=gold.layers | {"script": gold.layers["script"].masked_fill(recased[:, None], -1)}
        )
        with autocast(data.device):
            analysis = self.model(words)
            loss = torch.stack(list(gold_losses(self.model, analysis, gold).values())).sum()
            if self.teachers:
                with torch.no_grad():
                    clean = data.words(batch, treebanks=True)
                    answers = [(teacher, teacher(clean)) for teacher in self.teachers]
                loss = loss + settings.teacher_weight * teacher_loss(
                    self.model, analysis, answers, gold
                )
        return {"all": loss}

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

    def _report(self) -> None:
        self.model.eval()
        scores = evaluate(
            torch_runner(self.model, self.data), self.data, relation_weights(self.model), quick=True
        )
        for corpus, values in scores.items():
            print(
                f"  {corpus}: " + " ".join(f"{name} {value}" for name, value in values.items()),
                flush=True,
            )
