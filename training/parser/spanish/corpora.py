"""The Spanish treebanks as texts in fixed cross-validation folds: AnCora, GSD and COSER."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path

from training.parser.texts import Sentence, Text, Word, gathered, read_conllu

FOLDS = 11
"""Fold 0 is apart: settings are chosen on it; scores are those of folds 1 to 10."""

BLOCK = 20
"""GSD and COSER have no documents: this many sentences in a row count as one."""

CORPORA = ("ancora", "gsd", "coser")
FILES = {
    "ancora": "ud_es_ancora/es_ancora-ud-dev.conllu.gz",
    "gsd": "ud_es_gsd/es_gsd-ud-dev.conllu.gz",
    "coser": "ud_es_coser/es_coser-ud-test.conllu.gz",
}


FOREIGN = {
    "bosque": (
        "ud_romance/pt_bosque-train-documents.conllu.xz",
        "ud_romance/pt_bosque-ud-dev.conllu.xz",
    ),
    "gsd-fr": ("ud_romance/fr_gsd-ud-dev.conllu.xz",),
}
"""Portuguese and French (CC BY-SA 4.0): parts of speech and dependencies carry
over, features and lemmas do not.
"""


def read_foreign(folder: Path, corpus: str) -> list[Text]:
    """Blocks of sentences of a treebank in a language like Spanish; in no fold."""
    texts = []
    for name in FOREIGN[corpus]:
        with lzma.open(folder / name, "rt", encoding="utf-8") as lines:
            sentences = list(read_conllu(lines))
        for word in (word for sentence in sentences for word in sentence.words):
            word.xpos = word.feats = word.lemma = ""
        texts += [
            _block(corpus, sentences[at : at + BLOCK], at) for at in range(0, len(sentences), BLOCK)
        ]
    return texts


def read_treebank(folder: Path, corpus: str) -> list[Text]:
    """The documents, or blocks of sentences, of one treebank; the n-th is in fold n modulo 11."""
    with gzip.open(folder / FILES[corpus], "rt", encoding="utf-8") as lines:
        sentences = list(read_conllu(lines))
    for sentence in sentences:
        for word in sentence.words:
            _tidy(word)
    if corpus == "ancora":
        texts = gathered(sentences, corpus, "train")
    else:
        texts = [
            _block(corpus, sentences[start : start + BLOCK], start)
            for start in range(0, len(sentences), BLOCK)
        ]
    for number, text in enumerate(texts):
        text.fold = number % FOLDS
    return texts


def _block(corpus: str, sentences: list[Sentence], start: int) -> Text:
    sentences[0].paragraph = True
    return Text(f"{corpus}-{start}", corpus, "train", sentences)


def _tidy(word: Word) -> None:
    """Where the treebanks differ without need: XPOS, Typo, and lower-case lemmas of GSD's names."""
    word.xpos = ""
    word.feats = (
        "|".join(item for item in word.feats.split("|") if not item.startswith("Typo=")) or "_"
    )
    if word.upos == "PROPN" and word.lemma == word.form.lower():
        word.lemma = word.form
