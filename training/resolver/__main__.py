"""Commands that make the models of mentions and antecedents: prepare, train,
label, answer, folds, evaluate, best, export.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from coindex.training.antecedents.checkpoint import Checkpoint, load, save
from coindex.training.antecedents.items import Item
from coindex.training.antecedents.loop import LoopSettings, TrainingRun
from coindex.training.antecedents.model import AntecedentNetwork, ModelShape
from coindex.training.antecedents.numbering import FOREIGN
from coindex.training.antecedents.readings import Device, DocumentArrays
from coindex.training.antecedents.restore import start_from
from coindex.training.antecedents.scores import evaluate, temperature
from coindex.training.antecedents.stream import Mixture
from coindex.training.descent import autocast, seeded
from training.resolver.answers import answers, hold_out
from training.resolver.teaching import UNTAUGHT, Taught, label
from training.stored import grown, shrink

EXPANDED = 12
"""Texts that are made from one pattern."""
KEYED = ("gum", "litbank", "gap", "craft", "invented", "composed", "discourses", "everyday")
"""Corpora that say what is right."""


def main() -> None:
    arguments = parser().parse_args()
    COMMANDS[arguments.command](arguments)


def parser() -> argparse.ArgumentParser:
    built = argparse.ArgumentParser(prog="python -m training.resolver", description=__doc__)
    commands = built.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser(
        "prepare", help="a corpus -> data-NAME.npz and keys-NAME.json in the data folder"
    )
    known = (*KEYED, "raw", "spanish", *FOREIGN)
    preparing.add_argument("corpus", choices=known)
    preparing.add_argument("--corpora", type=Path, help="folder with the corpora's archives")
    preparing.add_argument("--tokenizer", type=Path, required=True)
    preparing.add_argument("--part", default="train")
    preparing.add_argument("--limit", type=int, default=0, help="documents of the part; 0: all")
    preparing.add_argument("--novels", type=int, default=400_000, help="raw: words of novels")
    preparing.add_argument("--web", type=int, default=100_000, help="raw: words of EWT train")
    preparing.add_argument("--shard", default="0/1", help="this of so many")
    preparing.add_argument("--wikipedia", type=Path, help="raw: a dump of articles (XML, bz2)")
    preparing.add_argument("--plain", type=Path, help="raw: a folder of more texts, a file each")
    preparing.add_argument("--texts", type=Path, help="invented: the marked texts")
    preparing.add_argument("--patterns", type=Path, help="invented: patterns of more of them")
    preparing.add_argument(
        "--parsers", type=Path, help="gum, litbank: folder of parsers, each trained without a fold"
    )
    preparing.add_argument("-o", "--out", type=Path, required=True)
    encoding = commands.add_parser("encoder", help="a published encoder -> what --encoder reads")
    encoding.add_argument(
        "folder",
        type=Path,
        help="with vocab.txt and model.safetensors or onnx/model.onnx, or an exported model",
    )
    encoding.add_argument("--tokenizer", type=Path, required=True)
    encoding.add_argument("-o", "--out", type=Path, required=True)
    pieces = commands.add_parser("pieces", help="E5 -> encoder and tokenizer of the Spanish model")
    pieces.add_argument("weights", type=Path, help="folder of multilingual-E5-small")
    pieces.add_argument("--parser", type=Path, required=True, help="the Spanish parser's folder")
    pieces.add_argument(
        "--layers", type=int, default=0, help="how many of the lowest layers are the parser's"
    )
    pieces.add_argument("--whole", type=Path, help="folder of the unpruned E5, for more languages")
    pieces.add_argument("--corpora", type=Path, help="folder with the archives of these languages")
    pieces.add_argument("-o", "--out", type=Path, required=True)
    training = commands.add_parser("train", help="data folder -> model folder")
    training.add_argument("data", type=Path)
    training.add_argument("-o", "--out", type=Path, required=True)
    training.add_argument(
        "--encoder", type=Path, nargs="*", default=[], help="files that hold the encoder"
    )
    training.add_argument("--start", type=Path, help="a model to go on from, trained or exported")
    training.add_argument(
        "--take", type=int, nargs="*", default=[], help="layers of the encoder of --start to keep"
    )
    training.add_argument("--taught", type=Path, nargs="*", default=[])
    training.add_argument("--dev", type=int, default=0)
    training.add_argument(
        "--fold",
        default="",
        help="the fold of embedded-es-train to hold out, and their number: 0/5",
    )
    for kind in (LoopSettings, Mixture, ModelShape):
        for field in fields(kind):
            if field.name != "vocabulary":
                option = f"--{field.name.replace('_', '-')}"
                training.add_argument(option, type=type(field.default), default=field.default)
    labelling = commands.add_parser(
        "label", help="mean answers of models on the training documents"
    )
    labelling.add_argument("data", type=Path)
    labelling.add_argument("--model", type=Path, nargs="+", required=True)
    labelling.add_argument("--shard", default="0/1")
    labelling.add_argument("--budget", type=int, default=8192)
    labelling.add_argument("--longest", type=int, default=4096)
    labelling.add_argument(
        "--without", nargs="*", default=[], help="corpora that are left to their keys"
    )
    labelling.add_argument("-o", "--out", type=Path, required=True)
    answering = commands.add_parser("answer", help="the scores of a fold's documents, for `folds`")
    answering.add_argument("data", type=Path)
    answering.add_argument("--model", type=Path, required=True)
    answering.add_argument("--fold", required=True, help="the fold, and their number: 0/5")
    answering.add_argument("-o", "--out", type=Path, required=True)
    folding = commands.add_parser("folds", help="success on embedded-es-train, from the answers")
    folding.add_argument("answers", type=Path, nargs="+", help="of all folds")
    folding.add_argument("--temperature", type=float, default=1.5)
    evaluating = commands.add_parser("evaluate", help="scores on held-out and dev documents")
    evaluating.add_argument("data", type=Path)
    evaluating.add_argument("--model", type=Path, nargs="+", required=True)
    evaluating.add_argument("--part", nargs="+", default=["held", "dev"])
    choosing = commands.add_parser("best", help="copy the best of some models")
    choosing.add_argument("model", type=Path, nargs="+")
    choosing.add_argument("-o", "--out", type=Path, required=True)
    averaging = commands.add_parser("average", help="the mean of models that began as one")
    averaging.add_argument("data", type=Path)
    averaging.add_argument("--model", type=Path, nargs="+", required=True)
    averaging.add_argument("-o", "--out", type=Path, required=True)
    exporting = commands.add_parser("export", help="model folder -> what the package holds")
    exporting.add_argument("model", type=Path)
    exporting.add_argument("--tokenizer", type=Path)
    exporting.add_argument(
        "--parser", type=Path, help="the Spanish parser whose encoder a Spanish model shares"
    )
    exporting.add_argument("--temperature", type=float, help="instead of the model's own")
    exporting.add_argument("--bits", type=int, help="4: the encoder is rounded to four bits")
    exporting.add_argument(
        "--kept", type=int, default=0, help="candidates to look at closely; 0: as in training"
    )
    exporting.add_argument("-o", "--out", type=Path, required=True)
    for command in (training, labelling, answering, evaluating, averaging):
        command.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return built


def _prepare(arguments: argparse.Namespace) -> None:
    from coindex.training.antecedents.prepare import gather
    from training.resolver.corpora import Wanted, invented, items, marked, raw
    from training.resolver.patterns import expanded
    from training.resolver.raw import raw_texts

    place, count = map(int, arguments.shard.split("/"))
    wanted = Wanted(arguments.part, arguments.limit, place, count, arguments.parsers)
    name = f"{arguments.corpus}-{arguments.part}-{place}"
    found: Iterable[Item]
    if arguments.corpus == "raw":
        passages = raw_texts(
            arguments.corpora,
            arguments.novels,
            arguments.web,
            arguments.wikipedia,
            arguments.plain,
        )
        found = raw(wanted.chosen(passages))
    elif arguments.corpus == "invented":
        texts = arguments.texts.read_text(encoding="utf-8").split("\n")
        lines = [line for line in texts if line.strip()]
        if arguments.patterns:
            lines += expanded(arguments.patterns, EXPANDED)
        found = invented(lines, wanted)
    elif arguments.corpus in ("composed", "discourses", "everyday"):
        found = marked(arguments.corpus, wanted)
    elif arguments.corpus == "spanish":
        from training.resolver import spanish

        found = spanish.items()
    elif arguments.corpus in FOREIGN:
        from training.resolver.foreign import foreign_items

        found = foreign_items(arguments.corpus, arguments.corpora)
    else:
        found = items(arguments.corpus, arguments.corpora, wanted)
    gather(found, arguments.tokenizer, arguments.out, name)


def _encoder(arguments: argparse.Namespace) -> None:
    from training.resolver.encoders import published

    if any((arguments.folder / name).exists() for name in ("about.json", "weights-0.npz")):
        stored = start_from(arguments.folder).model.encoder.state_dict()
        weights = {f"encoder.{name}": tensor.numpy() for name, tensor in stored.items()}
    else:
        weights = published(arguments.folder, arguments.tokenizer)
    shrink(weights, arguments.out)


def _pieces(arguments: argparse.Namespace) -> None:
    from training.resolver.spanish import write_pieces

    write_pieces(
        arguments.weights,
        arguments.parser,
        arguments.out,
        arguments.layers,
        arguments.whole,
        arguments.corpora,
    )


def _export(arguments: argparse.Namespace) -> None:
    from coindex.training.antecedents.export import export
    from training.resolver.spanish import shared

    checkpoint = load(arguments.model, torch.device("cpu"))
    if arguments.temperature:
        checkpoint = checkpoint._replace(temperature=arguments.temperature)
    if arguments.bits:
        rounded = AntecedentNetwork(replace(checkpoint.model.shape, bits=arguments.bits))
        rounded.load_state_dict(checkpoint.model.state_dict())
        checkpoint = checkpoint._replace(model=rounded)
    common = None
    if arguments.parser:
        common = shared(arguments.parser, max(0, checkpoint.settings["frozen"] - 1))
        common.put_into(checkpoint.model)
    megabytes = export(
        checkpoint,
        arguments.tokenizer,
        arguments.out,
        kept=arguments.kept,
        shared=common,
    )
    print(f"{megabytes:.1f} MB in {arguments.out}; now: python -m training.seen --corpora FOLDER")


def _loaded(
    arguments: argparse.Namespace, names: tuple[str, ...] = ()
) -> tuple[DocumentArrays, Device]:
    torch.backends.cuda.enable_cudnn_sdp(False)
    documents = DocumentArrays(arguments.data, names)
    return documents, Device(documents, torch.device(arguments.device))


def _chosen(kind: Any, arguments: argparse.Namespace, **more: Any) -> Any:
    return kind(
        **{f.name: getattr(arguments, f.name) for f in fields(kind) if f.name not in more} | more
    )


def _train(arguments: argparse.Namespace) -> None:
    trained(arguments)
    # The workers' endless stream has nothing left to say: no waiting for them.
    sys.stdout.flush()
    os._exit(0)


def trained(arguments: argparse.Namespace) -> None:
    """Train a model and write it with its scores."""
    settings, mixture = _chosen(LoopSettings, arguments), _chosen(Mixture, arguments)
    seeded(settings.seed)
    documents, device = _loaded(arguments)
    if arguments.fold:
        hold_out(documents, arguments.fold)
    model = _model(arguments, device.device)
    taught = (
        Taught(arguments.taught, len(documents.spans), device.device) if arguments.taught else None
    )
    run = TrainingRun(model, documents, device, settings, mixture, taught)
    run.train(arguments.out)
    about = {
        "settings": asdict(settings),
        "mixture": asdict(mixture),
        "shape": model.shape.as_json(),
    }
    run.finish(arguments.out, about, ("held", "dev") if arguments.dev else ("held",))


def _model(arguments: argparse.Namespace, device: torch.device) -> AntecedentNetwork:
    if arguments.start:
        return _changed(start_from(arguments.start).model, arguments).to(device)
    weights: dict[str, Any] = {}
    for path in arguments.encoder:
        weights |= grown(path)
    encoder = {name.removeprefix("encoder."): array for name, array in weights.items()}
    model = AntecedentNetwork(
        _chosen(ModelShape, arguments, vocabulary=len(encoder["table.weight"]))
    )
    model.encoder.load(encoder)
    if "words.table.weight" in weights:
        model.words.load_state_dict(
            {"table.weight": torch.from_numpy(weights["words.table.weight"])}
        )
    return model.to(device)


def _changed(model: AntecedentNetwork, arguments: argparse.Namespace) -> AntecedentNetwork:
    """The model with another dropout or activation, reading words from another layer on, in fewer
    bits or with some of its layers, if the arguments say so.
    """
    usual = ModelShape(0)
    wanted = {
        name: getattr(arguments, name) for name in ("merged", "activation", "dropout", "bits")
    }
    chosen = {name: value for name, value in wanted.items() if value != getattr(usual, name)}
    taken = arguments.take or list(range(model.shape.layers))
    other = AntecedentNetwork(replace(model.shape, layers=len(taken), **chosen))
    other.load_state_dict(dict(_with_layers(model.state_dict(), taken)))
    return other


def _with_layers(state: dict[str, Any], taken: list[int]) -> Iterator[tuple[str, Any]]:
    """The weights of a model that has only these layers of the encoder."""
    for name, weight in state.items():
        above = name.removeprefix("encoder.layers.")
        number, _, rest = above.partition(".")
        if above == name:
            yield name, weight
        elif int(number) in taken:
            yield f"encoder.layers.{taken.index(int(number))}.{rest}", weight


def _label(arguments: argparse.Namespace) -> None:
    documents, device = _loaded(arguments)
    models = [start_from(folder).model.to(device.device) for folder in arguments.model]
    place, count = map(int, arguments.shard.split("/"))
    label(
        models,
        documents,
        device,
        arguments.out,
        (place, count),
        arguments.budget,
        arguments.longest,
        (*UNTAUGHT, *arguments.without),
    )
    with np.load(arguments.out) as stored:
        print(arguments.out.name, {name: stored[name].shape for name in stored.files}, flush=True)


def _answer(arguments: argparse.Namespace) -> None:
    documents, device = _loaded(arguments, ("spanish",))
    hold_out(documents, arguments.fold)
    model = load(arguments.model, device.device).model
    with autocast(device.device):
        stored: dict[str, Any] = answers(model, documents, device, "held")
    np.savez_compressed(arguments.out, **stored)


def _folds(arguments: argparse.Namespace) -> None:
    from training.resolver.folds import report

    report(arguments.answers, arguments.temperature)


def _evaluate(arguments: argparse.Namespace) -> None:
    documents, device = _loaded(arguments, KEYED)
    for folder in arguments.model:
        with autocast(device.device):
            scores = evaluate(load(folder, device.device).model, documents, device, arguments.part)
        print(folder, json.dumps(scores, indent=1), flush=True)


def _average(arguments: argparse.Namespace) -> None:
    documents, device = _loaded(arguments, KEYED)
    checkpoints = [load(folder, device.device) for folder in arguments.model]
    states = [checkpoint.model.state_dict() for checkpoint in checkpoints]
    model = checkpoints[0].model
    model.load_state_dict(
        {name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]}
    )
    with autocast(device.device):
        degree = temperature(model, documents, device)
        scores = evaluate(model, documents, device)
    save(Checkpoint(model, degree, checkpoints[0].settings), arguments.out)
    stored = {
        "temperature": degree,
        "mean of": [folder.name for folder in arguments.model],
        "scores": scores,
    }
    (arguments.out / "scores.json").write_text(json.dumps(stored, indent=1), encoding="utf-8")
    print(arguments.out, json.dumps(scores, indent=1), flush=True)


def choice(scores: dict[str, dict[str, float]], part: str = "held") -> float:
    """The score by which runs are chosen: chains under three schemes, singletons of LitBank,
    pronouns and pairs.
    """
    gum, litbank = scores[f"{part} gum as gum"], scores[f"{part} litbank as litbank"]
    onto = scores[f"{part} gum as ontonotes"]
    values = (
        gum["best"],
        litbank["best"],
        litbank["singletons"],
        onto["best"],
        100 * gum["pronouns"],
    )
    return (sum(values) + scores[f"{part} gap"]["all"]) / 6


def _best(arguments: argparse.Namespace) -> None:
    found = []
    for folder in arguments.model:
        if (folder / "scores.json").exists():
            stored = json.loads((folder / "scores.json").read_text(encoding="utf-8"))
            found.append((choice(stored["scores"]), folder))
    for place, (value, folder) in enumerate(sorted(found, reverse=True)):
        print(f"{value:.2f} {folder.name}", flush=True)
        if place == 0:
            shutil.copytree(folder, arguments.out, dirs_exist_ok=True)


COMMANDS = {
    "prepare": _prepare,
    "encoder": _encoder,
    "pieces": _pieces,
    "train": _train,
    "label": _label,
    "answer": _answer,
    "folds": _folds,
    "evaluate": _evaluate,
    "average": _average,
    "best": _best,
    "export": _export,
}

if __name__ == "__main__":
    main()
