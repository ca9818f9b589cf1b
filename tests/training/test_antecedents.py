"""Training the learned resolver: what is trained is what runs, and a model of
one's own can be made and used.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("torch", reason="training needs the extra coindex[train]")
pytest.importorskip("onnx", reason="training needs the extra coindex[train]")

import torch

from coindex import formats
from coindex.cli import app
from coindex.core.annotation import Annotated
from coindex.models.antecedents import antecedents, bundled_folder
from coindex.resolvers.neural.scoring import chances
from coindex.resolvers.neural.states import Rows, material, seen
from coindex.testing import bracketed
from coindex.training.antecedents.checkpoint import Checkpoint, load, save
from coindex.training.antecedents.export import export
from coindex.training.antecedents.fitting import items
from coindex.training.antecedents.losses import Weights, teacher_loss
from coindex.training.antecedents.model import REACH, SCHEMES, AntecedentNetwork, ModelShape
from coindex.training.antecedents.prepare import gather
from coindex.training.antecedents.readings import Device, DocumentArrays, TrainingReading
from coindex.training.antecedents.restore import restored
from coindex.training.antecedents.scores import decoded, predicted
from training.resolver.teaching import Taught, label

pytestmark = pytest.mark.filterwarnings("ignore")
TEXT = (
    "[Ann]a met [Bob]b in [the old garden]g .\n[She]a gave [him]b [[her]a key]k , and [he]b lost "
    "[it]k .\n"
    "[The gardener]h found [the key]k near [[Bob 's]b house]s .\n"
)


def key(name: str, times: int = 1) -> Annotated:
    document, annotation = bracketed(TEXT * times)
    return Annotated(
        document.__class__(
            name, document.text, tokens=document.tokens, sentences=document.sentences
        ),
        annotation.__class__(name, annotation.source, annotation.mentions, annotation.entities),
    )


def small(kept: int = 6, **sizes: Any) -> AntecedentNetwork:
    torch.manual_seed(3)
    vocabulary = len(
        json.loads((bundled_folder() / "tokenizer.json").read_text(encoding="utf-8"))["model"][
            "vocab"
        ]
    )
    chosen = {"layers": 1, "mention": 16, "coarse": 8, "hidden": 16, "kept": kept} | sizes
    model = AntecedentNetwork(ModelShape(vocabulary, **chosen))
    for parameter in model.parameters():
        if not parameter.any():
            torch.nn.init.normal_(parameter, std=0.1)
    model.eval()
    return model


CPU = torch.device("cpu")


@pytest.mark.parametrize("sizes", [{}, {"layers": 2, "merged": 1, "activation": "relu"}])
def test_what_runs_is_what_was_trained(sizes: dict[str, Any], tmp_path: Path) -> None:
    """On a text of several windows, with candidates farther back than any
    mention may be without a match.
    """
    save(Checkpoint(small(**sizes), 1.5, {}), tmp_path)
    checkpoint = load(tmp_path, CPU)
    found = list(items([key("long", 40), key("short")], "gum"))
    gather(found, bundled_folder() / "tokenizer.json", tmp_path / "data", "gum-train")
    documents = DocumentArrays(tmp_path / "data")
    views = documents.chosen("train", "gum")
    trained = predicted(checkpoint.model, documents, Device(documents, CPU), views, "gum", 1.5)
    export(checkpoint, bundled_folder() / "tokenizer.json", tmp_path, int8=False)
    running = antecedents(str(tmp_path))
    assert len(found[0].views[0].discourse.expressions) > REACH + 50
    for item, expected in zip(found, trained, strict=True):
        read = material(running, item.views[0].discourse)
        _, vectors, spans = seen(running, read, running.schemes.index("gum"))
        assert np.allclose(spans.chance, expected.mention, atol=1e-4)
        assert list(zip(spans.first.tolist(), spans.last.tolist(), strict=True)) == expected.spans
        ours = list(chances(running, Rows(vectors, read.classes, read.marks)))
        links = []
        for number, row in enumerate(ours):
            scores = np.array([row.new, *row.scores])
            amounts = np.exp(scores - scores.max())
            assert np.isclose(amounts[0] / amounts.sum(), expected.chances[number, 0], atol=5e-3)
            links.append(int(row.candidates[row.scores.argmax()]) if row.scores.size else -1)
        likeliest = expected.chances[:, 1:].argmax(1)
        theirs = [int(expected.candidates[row, place]) for row, place in enumerate(likeliest)]
        assert (
            np.mean([one == other for one, other in zip(links[1:], theirs[1:], strict=True)]) > 0.98
        )


def test_entities_choose_together() -> None:
    """Two candidates of one entity outweigh a likelier single one."""
    rows = [
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [0.1, 0.9, 0, 0],
        [0.2, 0.3, 0.5, 0],
        [0.1, 0.25, 0.3, 0.35],
    ]
    chances = np.array(rows, np.float32)
    candidates = np.array([[0, 0, 0], [1, 1, 1], [0, 2, 2], [0, 1, 3], [0, 2, 1]])
    assert decoded(chances, candidates) == [-1, -1, 0, 1, 2]
    assert decoded(chances, candidates, by_entity=False) == [-1, -1, 0, 1, 1]


def test_answers_of_teachers_are_read_back(tmp_path: Path) -> None:
    """A student that is shown its own answers is as far from them as from itself."""
    gather(
        items([key("one", 3)], "gum"), bundled_folder() / "tokenizer.json", tmp_path, "gum-train"
    )
    documents = DocumentArrays(tmp_path)
    device, model = Device(documents, CPU), small(kept=40)
    label([model], documents, device, tmp_path / "answers.npz", (0, 1))
    taught = Taught([tmp_path / "answers.npz"], len(documents.spans), CPU)
    segment = documents.segment(documents.chosen("train", "gum")[0])
    on = device.moved(
        documents.host([segment], [TrainingReading(0, SCHEMES.index("gum"), 0, False)])
    )
    answers = taught.answers(on)
    scores = model(device.batch(on), answers.candidates)
    assert bool(answers.taught.all())
    width = scores.logits.shape[1]
    assert torch.allclose(scores.logits.softmax(1), answers.chances[:, :width], atol=2e-3)
    assert float(teacher_loss(scores, answers, Weights(types=0, edges=0, coarse=0))) < 1e-2


def test_int8_is_near_and_can_be_trained_on(tmp_path: Path) -> None:
    model = small()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        export(Checkpoint(model, 1.25, {"seed": 3}), bundled_folder() / "tokenizer.json", tmp_path)
    assert not [one for one in said if issubclass(one.category, torch.jit.TracerWarning)]
    again = restored(tmp_path)
    assert (again.temperature, again.settings, again.model.shape) == (
        1.25,
        {"seed": 3},
        model.shape,
    )
    for name, tensor in again.model.state_dict().items():
        assert torch.allclose(
            tensor, before[name], atol=0.02 * max(1e-6, float(before[name].abs().max()))
        )


def test_a_model_of_ones_own(tmp_path: Path) -> None:
    corpus, start, out = tmp_path / "corpus.conllu", tmp_path / "start", tmp_path / "model"
    formats.write([key(f"d{number}") for number in range(7)], corpus)
    save(Checkpoint(small(), 1.0, {}), start)
    (start / "tokenizer.json").write_bytes((bundled_folder() / "tokenizer.json").read_bytes())
    arguments = [
        "train",
        "neural",
        str(corpus),
        "-o",
        str(out),
        "--start",
        str(start),
        "--epochs",
        "2",
    ]
    done = CliRunner().invoke(app, [*arguments, "--device", "cpu"])
    assert done.exit_code == 0, done.output
    assert "steps in" in done.output
    assert np.isfinite(json.loads((out / "scores.json").read_text())["temperature"])
    used = CliRunner().invoke(
        app, ["resolve", "Ann met Bob. She saw him.", "--resolver", f"neural(model='{out}')"]
    )
    assert used.exit_code == 0, used.output


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.conllu"
    formats.write([bracketed("[Ann]a left .")], corpus)
    done = CliRunner().invoke(app, ["train", "neural", str(corpus), "-o", str(tmp_path / "model")])
    assert done.exit_code != 0
    assert "nothing to learn from" in str(done.exception)
