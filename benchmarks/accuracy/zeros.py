"""Subjects left out, on AnCora dev: every finite verb explicit, null or impersonal,
against the null-subject corpus.

Most of its dev sentences are sentences of AnCora dev in lower case, so their trees and their
documents are known. With a parser other than the treebank's own, name one that has not seen them:
`python -m benchmarks.accuracy.zeros --parser SPEC`; `{fold}` in SPEC stands for the fold of a
document.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.accuracy.folds import models
from benchmarks.results import record
from coindex import formats
from coindex.core import registry
from coindex.core.document import Document, features
from coindex.language.syntax.tree import forest
from coindex.language.zeros.subjects import SubjectKind, finite_verbs

GOLD = "given"
NAMES = {GOLD: "gold trees", "bundled": "bundled"}
FOLDS = 11
"""The n-th document is in fold n modulo 11; fold 0 is for choosing settings,
and its documents do not count.
"""
TARGET = 0.88
PUBLISHED = {SubjectKind.NULL: "R .98", SubjectKind.EXPLICIT: "R .80", SubjectKind.IMPERSONAL: ""}
"""Ferrández & Peral (2000), of 1,599 verbs; they have no class of impersonal verbs."""

_LEFT_OUT = re.compile(r"[\s_]")


Verb = tuple[int, int, SubjectKind]
"""First and last character in the text of its document."""


class Key(NamedTuple):
    """A sentence of AnCora, its first and last character, and what the
    null-subject corpus says of its verbs.
    """

    document: str
    start: int
    end: int
    verbs: tuple[Verb, ...]


class Counts(NamedTuple):
    right: Counter[SubjectKind]
    key: Counter[SubjectKind]
    response: Counter[SubjectKind]

    def scores(self, subject: SubjectKind) -> tuple[float, float, float]:
        precision = self.right[subject] / max(1, self.response[subject])
        recall = self.right[subject] / max(1, self.key[subject])
        return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def run(corpora: Path) -> bool:
    """On gold trees; where there are fold models, also on the trees of models
    that have not seen a document.
    """
    folder = models()
    return report(
        corpora, [GOLD, f"bundled(language='es', folder='{folder}/{{fold}}')"] if folder else [GOLD]
    )


def report(corpora: Path, parsers: Iterable[str]) -> bool:
    ancora = [
        replace(item.document, language="es")
        for item in formats.read(corpora / "ud_es_ancora/es_ancora-ud-dev.conllu.gz", "conllu")
    ]
    keys = list(
        matching(
            ancora, next(formats.read(corpora / "es_nullsubj/dev.txt.gz", "nullsubj")).document
        )
    )
    title = f"Subjects of finite verbs, {len(keys):,} sentences of AnCora dev"
    table = Table("parser", "subject", "key", "response", "P", "R", "F1", "published", title=title)
    sound = True
    for spec in parsers:
        found = counted(keys, parsed(ancora, spec))
        for subject in SubjectKind:
            scores = found.scores(subject)
            low = subject is SubjectKind.NULL and scores[2] < TARGET
            sound &= not low
            cells = [f"{score:.3f}" for score in scores]
            cells[2] = f"[red]{cells[2]} < {TARGET}[/red]" if low else cells[2]
            numbers = (f"{found.key[subject]:,}", f"{found.response[subject]:,}")
            table.add_row(
                NAMES.get(spec.partition("(")[0], spec),
                subject,
                *numbers,
                *cells,
                PUBLISHED[subject],
            )
    record(
        "zeros",
        [table],
        command=command("zeros"),
        components=["parsers/bundled"],
        languages=["es"],
        learned_from="The rules were written with these trees in view.",
    )
    return sound


def matching(ancora: list[Document], corpus: Document) -> Iterator[Key]:
    """The sentences that both have, letter by letter, whatever is in lower case or joined."""
    places: dict[str, tuple[Document, list[int]]] = {}
    for document in ancora:
        for sentence in document.sentences:
            words = list(document.words(sentence.span))
            characters = range(words[0].start, words[-1].end)
            letters = [at for at in characters if not _LEFT_OUT.match(document.text[at])]
            places.setdefault(
                "".join(document.text[at] for at in letters).lower(), (document, letters)
            )
    for sentence in corpus.sentences:
        tokens = corpus.tokens[sentence.span.start : sentence.span.end]
        forms = [_LEFT_OUT.sub("", token.form.lower()) for token in tokens]
        place = places.get("".join(forms))
        if place is None:
            continue
        (document, letters), verbs, end = place, [], 0
        for token, form in zip(tokens, forms, strict=True):
            start, end = end, end + len(form)
            if said := features(token.misc).get("Subject", ""):
                verbs.append((letters[start], letters[end - 1] + 1, SubjectKind(said)))
        yield Key(document.id, letters[0], letters[-1] + 1, tuple(verbs))


def parsed(ancora: list[Document], spec: str) -> Mapping[str, Document]:
    """The documents, by their id, with the trees of a parser."""
    if spec == GOLD:
        return _by_id(ancora)
    if "{fold}" not in spec:
        return _by_id(registry.build("parsers", spec).parse(ancora))
    found: dict[str, Document] = {}
    for fold in range(1, FOLDS):
        parser = registry.build("parsers", spec.replace("{fold}", str(fold)))
        found |= _by_id(parser.parse(ancora[fold::FOLDS]))
    return found


def _by_id(documents: Iterable[Document]) -> dict[str, Document]:
    return {document.id: document for document in documents}


def counted(keys: Iterable[Key], documents: Mapping[str, Document]) -> Counts:
    """A verb counts where one of the key and one of the response share a letter."""
    counts = Counts(Counter(), Counter(), Counter())
    verbs = {id: list(_verbs(document)) for id, document in documents.items()}
    for key in (key for key in keys if key.document in verbs):
        response = [verb for verb in verbs[key.document] if key.start <= verb[0] < key.end]
        counts.response.update(subject for _, _, subject in response)
        for start, end, subject in key.verbs:
            counts.key[subject] += 1
            said = next(
                (other for first, last, other in response if first < end and start < last), None
            )
            counts.right[subject] += said is subject
    return counts


def _verbs(document: Document) -> Iterator[Verb]:
    for found in finite_verbs(forest(document)):
        token = document.tokens[found.verb]
        yield token.start, token.end, found.subject


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(prog="benchmarks.accuracy.zeros")
    arguments.add_argument("--corpora", required=True, type=Path)
    arguments.add_argument("--parser", nargs="+", default=[GOLD])
    chosen = arguments.parse_args()
    report(chosen.corpora, chosen.parser)
