"""Commands that make the learned resolver's model: prepare, train, evaluate, export."""

from __future__ import annotations

import argparse
import json
import shutil
from dataclasses import fields
from pathlib import Path

import torch

from coindex.training.neural.checkpoint import load
from coindex.training.neural.data import Data
from coindex.training.neural.evaluate import choice, evaluate
from coindex.training.neural.loop import Settings, train


def main() -> None:
    arguments = _parser().parse_args()
    COMMANDS[arguments.command](arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.neural", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare", help="corpora -> data folder")
    preparing.add_argument("--corpora", type=Path, required=True, help="folder with the corpora's archives")
    preparing.add_argument("--english", type=Path, required=True, help="data folder of the English parser")
    preparing.add_argument("--limit", type=int, default=0, help="documents of each part of a corpus; 0: all")
    preparing.add_argument("-o", "--out", type=Path, required=True)
    training = commands.add_parser("train", help="data folder -> model folder")
    training.add_argument("data", type=Path)
    training.add_argument("--encoder", type=Path, help="default: encoder.npz of the data folder")
    training.add_argument("--teacher", type=Path, nargs="*", default=[], help="models to learn from")
    training.add_argument("-o", "--out", type=Path, required=True)
    for field in fields(Settings):
        option = f"--{field.name.replace('_', '-')}"
        training.add_argument(option, type=type(field.default), default=field.default)
    evaluating = commands.add_parser("evaluate", help="scores on held-out and dev documents")
    evaluating.add_argument("models", type=Path, nargs="+", help="model folders")
    evaluating.add_argument("--data", type=Path, required=True)
    encoding = commands.add_parser("encoder", help="the encoder of a trained parser, to start from: --encoder")
    encoding.add_argument("model", type=Path, help="model folder of training.english")
    encoding.add_argument("-o", "--out", type=Path, required=True, help="for instance parser.npz")
    exporting = commands.add_parser("export", help="model folder -> what the package holds, and what int8 costs")
    exporting.add_argument("model", type=Path)
    exporting.add_argument("data", type=Path)
    exporting.add_argument("--kept", type=int, default=0, help="candidates to look at closely; 0: as in training")
    exporting.add_argument("-o", "--out", type=Path, required=True)
    choosing = commands.add_parser("best", help="copy the runs that do best on the held-out documents")
    choosing.add_argument("models", type=Path, nargs="+")
    choosing.add_argument("--count", type=int, default=1)
    choosing.add_argument("-o", "--out", type=Path, required=True)
    for command in (training, evaluating):
        command.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser


def _prepare(arguments: argparse.Namespace) -> None:
    from coindex.training.neural.prepare import prepare
    from training.neural.corpora import items

    prepare(items(arguments.corpora, limit=arguments.limit), arguments.english, arguments.out)


def _train(arguments: argparse.Namespace) -> None:
    settings = Settings(**{field.name: getattr(arguments, field.name) for field in fields(Settings)})
    data = Data(arguments.data, torch.device(arguments.device))
    train(data, arguments.out, settings, arguments.teacher, arguments.encoder)


def _evaluate(arguments: argparse.Namespace) -> None:
    device = torch.device(arguments.device)
    data = Data(arguments.data, device)
    for folder in arguments.models:
        print(folder, json.dumps(evaluate(load(folder, device).model, data), indent=1))


def _encoder(arguments: argparse.Namespace) -> None:
    from coindex.training.neural.stored import shrink
    from training.checkpoint import load as load_parser

    encoder = load_parser(arguments.model, torch.device("cpu")).model.encoder
    shrink({name: tensor.numpy() for name, tensor in encoder.state_dict().items()}, arguments.out)


def _export(arguments: argparse.Namespace) -> None:
    from coindex.training.neural.export import export
    from coindex.training.neural.exported import compared

    checkpoint = load(arguments.model, torch.device("cpu"))
    megabytes = export(checkpoint, arguments.data / "tokenizer.json", arguments.out, kept=arguments.kept)
    print(f"{megabytes:.1f} MB in {arguments.out}")
    for name, scores in compared(arguments.model, arguments.out, arguments.data).items():
        print(name, *(f"{what} {before} -> {after}" for what, (before, after) in scores.items()), sep="\n  ")


def _best(arguments: argparse.Namespace) -> None:
    found = []
    for folder in arguments.models:
        if (folder / "scores.json").exists():
            scores = json.loads((folder / "scores.json").read_text(encoding="utf-8"))["scores"]
            found.append((choice(scores), folder))
    for place, (value, folder) in enumerate(sorted(found, reverse=True)):
        print(f"{value:.2f} {folder.name}")
        if place < arguments.count:
            shutil.copytree(folder, arguments.out / folder.name, dirs_exist_ok=True)


COMMANDS = {
    "prepare": _prepare,
    "train": _train,
    "evaluate": _evaluate,
    "encoder": _encoder,
    "export": _export,
    "best": _best,
}

if __name__ == "__main__":
    main()
