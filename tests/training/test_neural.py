"""Training the learned resolver: what is trained is what runs, and a model of one's own can be made and used."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("torch", reason="training needs the extra coindex[train]")
pytest.importorskip("onnx", reason="training needs the extra coindex[train]")

import torch

from coindex import formats
from coindex.cli import app
from coindex.core.annotation import Annotated
from coindex.models.antecedents import BUNDLED, antecedents
from coindex.testing import bracketed
from coindex.training.neural.checkpoint import Checkpoint, load, save
from coindex.training.neural.data import Data
from coindex.training.neural.evaluate import chances, decoded
from coindex.training.neural.export import export
from coindex.training.neural.exported import exported_chances
from coindex.training.neural.fitting import items
from coindex.training.neural.model import REACH, Antecedents, Shape
from coindex.training.neural.prepare import gather
from coindex.training.neural.restore import restored

pytestmark = pytest.mark.filterwarnings("ignore")
TEXT = (
    "[Ann]a met [Bob]b in [the old garden]g .\n[She]a gave [him]b [[her]a key]k , and [he]b lost [it]k .\n"
    "[The gardener]h found [the key]k near [[Bob 's]b house]s .\n"
)


def key(name: str, times: int = 1) -> Annotated:
    document, annotation = bracketed(TEXT * times)
    return Annotated(
        document.__class__(name, document.text, tokens=document.tokens, sentences=document.sentences),
        annotation.__class__(name, annotation.source, annotation.mentions, annotation.entities),
    )


def small(kept: int = 6) -> Antecedents:
    torch.manual_seed(3)
    vocabulary = len(json.loads((BUNDLED / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"])
    model = Antecedents(Shape(vocabulary, layers=1, mention=16, coarse=8, hidden=16, kept=kept))
    for parameter in model.parameters():
        if not parameter.any():
            torch.nn.init.normal_(parameter, std=0.1)
    model.eval()
    return model


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    folder = tmp_path_factory.mktemp("data")
    gather(items([key("long", 40), key("short")], "gum"), BUNDLED / "tokenizer.json", folder)
    return Data(folder, torch.device("cpu"))


def test_what_runs_is_what_was_trained(data: Data, tmp_path: Path) -> None:
    """On a text of several windows, with candidates farther back than any mention may be without a match."""
    save(Checkpoint(small(), 1.5, {}), tmp_path)
    checkpoint = load(tmp_path, torch.device("cpu"))
    views = data.chosen("train", "gum")
    assert max(data.views[view, 5] for view in views) > REACH + 50
    trained = chances(checkpoint.model, data, views, "gum", 1.5)
    export(checkpoint, BUNDLED / "tokenizer.json", tmp_path, int8=False)
    running = antecedents(str(tmp_path))
    for view, (probabilities, candidates) in zip(views, trained, strict=True):
        ours, others = exported_chances(running, data, view, "gum")
        assert np.allclose(ours[:, 0], probabilities[:, 0], atol=1e-4)
        assert decoded(ours, others) == decoded(probabilities, candidates)
        assert decoded(ours, others, by_entity=False) == decoded(probabilities, candidates, by_entity=False)


def test_int8_is_near_and_can_be_trained_on(tmp_path: Path) -> None:
    model = small()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        export(Checkpoint(model, 1.25, {"seed": 3}), BUNDLED / "tokenizer.json", tmp_path)
    assert not [one for one in said if issubclass(one.category, torch.jit.TracerWarning)]
    again = restored(tmp_path)
    assert (again.temperature, again.settings, again.model.shape) == (1.25, {"seed": 3}, model.shape)
    for name, tensor in again.model.state_dict().items():
        assert torch.allclose(tensor, before[name], atol=0.02 * max(1e-6, float(before[name].abs().max())))


def test_a_model_of_ones_own(tmp_path: Path) -> None:
    corpus, start, out = tmp_path / "corpus.conllu", tmp_path / "start", tmp_path / "model"
    formats.write([key(f"d{number}") for number in range(7)], corpus)
    save(Checkpoint(small(), 1.0, {}), start)
    (start / "tokenizer.json").write_bytes((BUNDLED / "tokenizer.json").read_bytes())
    arguments = ["train", "neural", str(corpus), "-o", str(out), "--start", str(start), "--epochs", "2"]
    done = CliRunner().invoke(app, [*arguments, "--device", "cpu"])
    assert done.exit_code == 0, done.output
    assert "epoch 2 chains" in done.output
    assert np.isfinite(json.loads((out / "scores.json").read_text())["temperature"])
    used = CliRunner().invoke(app, ["resolve", "Ann met Bob. She saw him.", "--resolver", f"neural(model='{out}')"])
    assert used.exit_code == 0, used.output


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.conllu"
    formats.write([bracketed("[Ann]a left .")], corpus)
    done = CliRunner().invoke(app, ["train", "neural", str(corpus), "-o", str(tmp_path / "model")])
    assert done.exit_code != 0
    assert "nothing to learn from" in str(done.exception)
