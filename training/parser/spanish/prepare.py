"""Spanish treebanks, word clusters and English weights turned into what training reads."""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import chain
from pathlib import Path

from coindex.models.word_features import cluster_number
from coindex.training.antecedents.fitting import vocabulary_of
from training.parser.prepare import inventories, make_plain, write
from training.parser.raw import passages, unlabelled
from training.parser.spanish import start
from training.parser.spanish.clusters import read_clusters, write_clusters
from training.parser.spanish.corpora import CORPORA, FOREIGN, read_foreign, read_treebank
from training.parser.spanish.e5 import encoder, spanish_pieces
from training.parser.spanish.pieces import english_tokenizer, spanish_tokenizer
from training.parser.spanish.subjects import embedded_texts, mark_subjects
from training.parser.texts import Text, Word
from training.stored import shrink


def prepare_e5(arguments: argparse.Namespace) -> None:
    """Write data.npz, labels.json, tokenizer.json, clusters.npz and
    encoder.npz: the encoder is E5's.
    """
    out, corpora = arguments.out, arguments.corpora
    out.mkdir(parents=True, exist_ok=True)
    own = [text for corpus in CORPORA for text in read_treebank(corpora, corpus)]
    for text in own:
        mark_subjects(text)
    novels = chain.from_iterable(
        passages(corpora / f"es_novels/{name}.tar.xz", arguments.raw // 2)
        for name in ("eltec", "conha19")
    )
    foreign = [text for corpus in FOREIGN for text in read_foreign(corpora, corpus)]
    labels = inventories(_words(own), (*CORPORA, *FOREIGN))
    raw = [*embedded_texts(), *unlabelled(novels, "es")]
    make_plain(raw, labels["alphabet"])
    forms = Counter(word.form for word in _words([*own, *raw, *foreign]))
    built, rows = spanish_pieces(
        arguments.weights / "tokenizer-enes32k.json", forms, arguments.vocabulary
    )
    shrink(
        encoder(arguments.weights / "e5-small-enes32k.int8.npz", rows, arguments.layers),
        out / "encoder.npz",
    )
    numbers, clusters = _clusters(arguments.lookups, arguments.clustered, out)
    labels |= {"clusters": clusters, "vocabulary": built.get_vocab_size(), "foreign": list(FOREIGN)}
    write(
        [*own, *foreign, *raw],
        labels,
        built,
        out,
        cluster=lambda form: cluster_number(form, numbers),
    )


def _words(texts: list[Text]) -> list[Word]:
    return [word for text in texts for sentence in text.sentences for word in sentence.words]


def _clusters(lookups: Path, size: int, out: Path) -> tuple[dict[str, int], list[int]]:
    """Number of the cluster of each form, and the paths of the
    clusters; written as clusters.npz.
    """
    paths = read_clusters(lookups, size=size)
    write_clusters(paths, out / "clusters.npz")
    clusters = sorted(set(paths.values()))
    places = {path: place for place, path in enumerate(clusters, 1)}
    return {form: places[path] for form, path in paths.items()}, clusters


def prepare(texts: list[Text], arguments: argparse.Namespace) -> None:
    """Write data.npz, labels.json, tokenizer.json, clusters.npz, encoder.npz and parser.npz."""
    out, english = arguments.out, arguments.english / "tokenizer.json"
    out.mkdir(parents=True, exist_ok=True)
    words = _words(texts)
    forms = Counter(word.form for word in words)
    if arguments.pieces == "spanish":
        built = spanish_tokenizer(forms, size=arguments.vocabulary)
    else:
        built = english_tokenizer(vocabulary_of(english.read_text(encoding="utf-8")), forms)
    numbers, clusters = _clusters(arguments.lookups, arguments.clustered, out)
    labels = inventories(words, CORPORA)
    labels |= {"clusters": clusters, "vocabulary": built.get_vocab_size()}
    shrink(start.from_encoder(arguments.wheel, built), out / "encoder.npz")
    shrink(start.from_parser(arguments.parser, english, built, labels), out / "parser.npz")
    write(texts, labels, built, out, cluster=lambda form: cluster_number(form, numbers))
