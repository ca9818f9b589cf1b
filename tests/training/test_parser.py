"""Training a parser: one way for all languages, from treebanks, teachers and
plain text, against the clock.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra coindex[train]")

import torch

from training.parser.checkpoint import load
from training.parser.commands import add_training, average
from training.parser.english.corpora import fold_of, in_folds
from training.parser.pieces import SPECIAL, tokenizer
from training.parser.prepare import inventories, make_plain, write
from training.parser.raw import unlabelled
from training.parser.spanish.e5 import spanish_pieces
from training.parser.spanish.subjects import mark_subjects
from training.parser.texts import RAW, Sentence, Text, Word
from training.parser.windows import Data

ROWS = (
    ("Ana", "Ana", "PROPN", "_", 2, "nsubj"),
    ("canta", "cantar", "VERB", "Mood=Ind|Number=Sing|Person=3|VerbForm=Fin", 0, "root"),
    (".", ".", "PUNCT", "_", 2, "punct"),
)
LONE = (
    ("Corre", "correr", "VERB", "Mood=Ind|Number=Sing|Person=3|VerbForm=Fin", 0, "root"),
    (".", ".", "PUNCT", "_", 1, "punct"),
)


def labelled(name: str, fold: int) -> Text:
    sentences = [
        Sentence(
            [
                Word(form, lemma, upos, "", feats, head, deprel)
                for form, lemma, upos, feats, head, deprel in rows
            ]
        )
        for rows in (ROWS, LONE, ROWS)
    ]
    text = Text(name, "ancora", "train", sentences, fold=fold)
    mark_subjects(text)
    return text


@pytest.fixture
def data(tmp_path: Path) -> Path:
    texts = [labelled(str(number), number % 3) for number in range(6)]
    words = [word for text in texts for sentence in text.sentences for word in sentence.words]
    raw = Text(
        "novel",
        RAW,
        "train",
        [Sentence([Word("Ana"), Word("corre"), Word("…")])],
        known_starts=False,
    )
    labels = inventories(words, ("ancora",)) | {"vocabulary": 9}
    make_plain([raw], labels["alphabet"])
    write([*texts, raw], labels, tokenizer([*SPECIAL, "ana", "canta", "corre", "."]), tmp_path)
    return tmp_path


def run(*arguments: str | Path) -> None:
    parser = argparse.ArgumentParser()
    add_training(parser.add_subparsers())
    chosen = parser.parse_args(list(map(str, arguments)))
    chosen.run(chosen)


def trained(data: Path, out: Path, *more: str | Path) -> None:
    run(
        "train",
        data,
        "-o",
        out,
        "--layers",
        "1",
        "--epochs",
        "2",
        "--fold",
        "1",
        "2",
        "--device",
        "cpu",
        *more,
    )


def test_gold_trees_say_which_subjects_are_left_out() -> None:
    words = [word for sentence in labelled("text", 0).sentences for word in sentence.words]
    assert [word.subject for word in words[:5]] == ["none", "explicit", "none", "null", "none"]


def test_folds_left_out_are_what_is_scored(data: Path) -> None:
    found = Data(data, torch.device("cpu"), [1, 2])
    assert [int(found.arrays["text_fold"][text]) for text in found.texts("dev")] == [1, 2, 1, 2]
    assert len(found.texts("train")) == 3


def test_marks_of_plain_text_are_shown_as_at_run_time(data: Path) -> None:
    assert Data(data, torch.device("cpu")).forms[-1] == "..."


def test_sentences_of_plain_text_end_at_marks() -> None:
    (text,) = unlabelled(['"Ven." Ana, p. ej., no vino.\n\nNada'], "es")
    sentences = [" ".join(word.form for word in sentence.words) for sentence in text.sentences]
    assert sentences[0].startswith('" Ven .')
    assert sentences[-1] == "Nada"
    assert [sentence.paragraph for sentence in text.sentences][-1]
    assert not text.known_starts


def test_a_student_learns_from_a_teacher_and_plain_text(data: Path, tmp_path: Path) -> None:
    trained(data, tmp_path / "teacher")
    trained(
        data,
        tmp_path / "student",
        "--teacher",
        tmp_path / "teacher",
        "--unparsed",
        "1",
        "--compact",
    )
    student = load(tmp_path / "student", torch.device("cpu"))
    scores = json.loads((tmp_path / "student/scores.json").read_text(encoding="utf-8"))
    assert student.settings["teachers"] == [str(tmp_path / "teacher")]
    assert student.model.shape.tags == ("upos", "feats", "script", "subject")
    assert set(scores) == {"untold", "told"}
    assert {"las", "null_f1"} <= set(scores["untold"]["ancora"])


def test_the_mean_of_two_parsers_has_the_mean_of_their_weights(data: Path, tmp_path: Path) -> None:
    models = [tmp_path / "one", tmp_path / "two"]
    trained(data, models[0])
    trained(data, models[1], "--start", models[0] / "weights-0.npz", "--seed", "2")
    average(models, data, tmp_path / "mean")
    one, two, mean = (
        load(folder, torch.device("cpu")).model.inject.weight
        for folder in (*models, tmp_path / "mean")
    )
    assert not torch.equal(one, two)
    assert torch.allclose(mean, (one + two) / 2, atol=1e-4)


def test_a_run_of_some_seconds_ends_with_them_and_saves_on_the_way(
    data: Path, tmp_path: Path
) -> None:
    trained(
        data, tmp_path / "model", "--seconds", "0.5", "--save-every", "0.1", "--epochs", "100000"
    )
    assert load(tmp_path / "model", torch.device("cpu")).settings["seconds"] == 0.5


def test_an_encoder_may_be_in_several_files_and_of_another_kind(data: Path, tmp_path: Path) -> None:
    trained(data, tmp_path / "model", "--base", "mpnet", "--encoder")
    encoder = load(tmp_path / "model", torch.device("cpu")).model.encoder
    assert encoder.width == 768
    stored = [(name, tensor.numpy()) for name, tensor in encoder.state_dict().items()]
    for number in range(2):
        half: dict[str, Any] = dict(stored[number::2])
        np.savez(tmp_path / f"{number}.npz", **half)
    files = (tmp_path / "0.npz", tmp_path / "1.npz")
    trained(data, tmp_path / "next", "--base", "mpnet", "--rate", "0", "--encoder", *files)
    again = load(tmp_path / "next", torch.device("cpu")).model.encoder
    assert torch.allclose(again.positions.weight, encoder.positions.weight, atol=1e-3)


def test_a_mark_alone_shares_the_vector_of_the_mark_inside_a_word(tmp_path: Path) -> None:
    pieces = [
        ["<s>", 0],
        ["<pad>", 0],
        ["</s>", 0],
        ["<unk>", 0],
        ["<mask>", 0],
        ["▁", -3],
        [",", -3],
        ["▁sol", -4],
    ]
    (tmp_path / "tokenizer.json").write_text(
        json.dumps({"model": {"vocab": pieces}}), encoding="utf-8"
    )
    built, rows = spanish_pieces(tmp_path / "tokenizer.json", Counter({"sol": 2, ",": 1}), 20)
    assert built.encode(",").tokens == ["▁,"]
    assert rows[built.encode(",").ids[0]] == 6
    assert built.encode("sol").ids == [rows.index(7)]
    assert rows[:5] == [1, 3, 0, 2, 4]


def test_texts_with_entities_are_in_folds_and_dev_parts_are_gone() -> None:
    names = [f"GUM_news_{number}" for number in range(40)]
    texts = [Text(name, "gum", "train", []) for name in names]
    texts += [Text("ewt", "ewt", "train", []), Text("GUM_news_dev", "gum", "dev", [])]
    chosen = in_folds(texts, 4)
    assert [text.name for text in chosen] == [*names, "ewt"]
    assert {text.fold for text in chosen if text.corpus == "gum"} == {0, 1, 2, 3}
    assert chosen[-1].fold == -1
    assert fold_of("1342_pride_brat", 4) == fold_of("1342_pride", 4)
