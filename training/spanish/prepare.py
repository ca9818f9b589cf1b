"""Spanish treebanks, word clusters and English weights turned into what training reads."""

from __future__ import annotations

import argparse
from collections import Counter

from coindex.models.words import cluster_number
from training.pieces import vocabulary_of
from training.prepare import inventories, write
from training.spanish import start
from training.spanish.clusters import read_clusters, write_clusters
from training.spanish.corpora import CORPORA
from training.spanish.pieces import english_tokenizer, spanish_tokenizer
from training.texts import Text


def prepare(texts: list[Text], arguments: argparse.Namespace) -> None:
    """Write data.npz, labels.json, tokenizer.json, clusters.npz, encoder.npz and parser.npz."""
    out, english = arguments.out, arguments.english / "tokenizer.json"
    out.mkdir(parents=True, exist_ok=True)
    words = [word for text in texts for sentence in text.sentences for word in sentence.words]
    forms = Counter(word.form for word in words)
    if arguments.pieces == "spanish":
        built = spanish_tokenizer(forms, size=arguments.vocabulary)
    else:
        built = english_tokenizer(vocabulary_of(english.read_text(encoding="utf-8")), forms)
    paths = read_clusters(arguments.lookups, size=arguments.clustered)
    write_clusters(paths, out / "clusters.npz")
    clusters = sorted(set(paths.values()))
    numbers = {form: clusters.index(path) + 1 for form, path in paths.items()}
    labels = inventories(words, CORPORA)
    labels |= {"clusters": clusters, "vocabulary": built.get_vocab_size()}
    start.write(start.from_encoder(arguments.wheel, built), out / "encoder.npz")
    start.write(start.from_parser(arguments.parser, english, built, labels), out / "parser.npz")
    write(texts, labels, built, out, cluster=lambda form: cluster_number(form, numbers))
