"""Training and scoring a parser, in whatever language: the commands that both languages share."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import torch

from coindex.training.descent import seeded
from training.parser.analyse import relation_weights, torch_runner
from training.parser.checkpoint import Checkpoint, calibrated, load, save
from training.parser.evaluate import Scores, arc_temperature, evaluate
from training.parser.loop import Settings, trained
from training.parser.model import TAGS, Parser, Shape
from training.parser.start import read_into
from training.parser.windows import Data
from training.stored import grown


def add_training(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands train and evaluate."""
    training = commands.add_parser("train", help="data folder -> model folder")
    evaluating = commands.add_parser("evaluate", help="scores on gold tokens")
    evaluating.add_argument("model", type=Path)
    for command in (training, evaluating):
        command.add_argument("data", type=Path)
        command.add_argument(
            "--fold", type=int, nargs="*", default=[], help="folds left out and scored on"
        )
        command.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    training.add_argument(
        "--encoder", type=Path, nargs="*", default=[], help="files that hold the encoder"
    )
    training.add_argument(
        "--start", type=Path, nargs="*", default=[], help="weights to begin with; later ones win"
    )
    training.add_argument(
        "--teacher", type=Path, nargs="*", default=[], help="models to learn from"
    )
    training.add_argument(
        "--temperature",
        type=float,
        default=1.0,
        help="of the arcs, if no text is left to fit it on",
    )
    training.add_argument("--compact", action="store_true", help="store all matrices in int8")
    training.add_argument("-o", "--out", type=Path, required=True)
    for field in fields(Settings):
        option = f"--{field.name.replace('_', '-')}"
        training.add_argument(option, type=type(field.default), default=field.default)
    training.set_defaults(run=train)
    evaluating.set_defaults(run=score)


def train(arguments: argparse.Namespace) -> None:
    """Train, calibrate on texts left out, write the checkpoint, score."""
    settings = Settings(
        **{field.name: getattr(arguments, field.name) for field in fields(Settings)}
    )
    data = Data(arguments.data, torch.device(arguments.device), arguments.fold)
    seeded(settings.seed)
    # This kind of attention makes a new plan for every shape of batch.
    torch.backends.cuda.enable_cudnn_sdp(False)
    model = new_parser(data, arguments, settings).to(data.device)
    final = trained(model, data, arguments.out, settings, arguments.teacher)
    part = "dev" if arguments.fold else "held"
    fitted = arc_temperature(final.model, data, part) if data.texts(part) else arguments.temperature
    _finish(final, data, arguments.out, fitted, compact=arguments.compact)


def _finish(
    model: Checkpoint, data: Data, out: Path, temperature: float, *, compact: bool = False
) -> None:
    final = calibrated(model, temperature)
    save(final, out, compact=compact)
    print(f"arc temperature {final.temperature:.3f}")
    scores = _scores(final, data)
    (out / "scores.json").write_text(json.dumps(scores, indent=1), encoding="utf-8")
    print(json.dumps(scores, indent=1), flush=True)


def score(arguments: argparse.Namespace) -> None:
    device = torch.device(arguments.device)
    data = Data(arguments.data, device, arguments.fold)
    print(json.dumps(_scores(load(arguments.model, device), data), indent=1))


def average(models: list[Path], folder: Path, out: Path) -> None:
    """The mean of the weights of models that began as one, calibrated and scored like a trained
    one.
    """
    data = Data(folder, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    first, *others = (load(model, data.device) for model in models)
    state = first.model.state_dict()
    for other in others:
        for name, tensor in other.model.state_dict().items():
            state[name] = state[name] + tensor
    first.model.load_state_dict({name: tensor / len(models) for name, tensor in state.items()})
    fitted = arc_temperature(first.model, data) if data.texts("held") else first.temperature
    _finish(first, data, out, fitted)


def new_parser(data: Data, arguments: argparse.Namespace, settings: Settings) -> Parser:
    """A model over an encoder's lower layers, with a head for each
    layer that the data have labels of.
    """
    weights = {name: array for path in arguments.encoder for name, array in grown(path).items()}
    encoder = {name.removeprefix("encoder."): array for name, array in weights.items()}
    shape = Shape(
        vocabulary=len(encoder["table.weight"]) if encoder else data.labels["vocabulary"],
        labels={layer: len(data.labels.get(layer, ())) for layer in (*TAGS, "deprel")},
        characters=256,
        treebanks=len(data.labels["treebanks"]),
        base=settings.base,
        layers=settings.layers,
        merged=settings.merged,
        activation=settings.activation,
        dropout=settings.dropout,
        expletive=bool((data.arrays["expletive"] >= 0).any()),
        clusters=tuple(data.labels.get("clusters", ())),
    )
    model = Parser(shape)
    if encoder:
        model.encoder.load(encoder)
    for path in arguments.start:
        read_into(model, path)
    return model


def _scores(checkpoint: Checkpoint, data: Data) -> dict[str, dict[str, Scores]]:
    """Without and with knowledge of the treebank; nothing where no text is kept to score on."""
    if not data.dev_corpora():
        return {}
    weights = relation_weights(checkpoint.model)
    return {
        name: evaluate(torch_runner(checkpoint.model, data, treebanks=told), data, weights)
        for name, told in (("untold", False), ("told", True))
    }
