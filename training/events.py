"""Fitting the weights of the sieve's event pass: `python -m training.events --corpora FOLDER -o
events.tsv`; without `-o`, cross-validation on GUM train.

The models are those of `coindex.resolvers.sieve.clausal`: whether *it*, *this* or *that* refers to
a clause, and which. Each document counts twice, with the mentions of the key and with those that
are found. Genres whose texts are not free for commercial use are judged and not learned from.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation
from coindex.io.output import replacing
from coindex.language import lexicon
from coindex.language.discourse.discourse import discourse
from coindex.models.fingerprints import beside
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.sieve import clausal
from coindex.training.loglinear import AnaphorChoice, fitted
from training import seen
from training.matching import Matched, event_counts
from training.parser.english.corpora import NON_COMMERCIAL

FOLDS, PENALTY, STEPS, TENTHS, LEAST = 5, 3.0, 150, 10, 1

Table = dict[str, dict[str, float]]


class Given(NamedTuple):
    """A document of GUM with one set of mentions, and the choices that its pronouns are."""

    key: Annotated
    mentions: Annotation
    choices: dict[str, list[AnaphorChoice]]


def prepared(keys: Sequence[Annotated], mentions: str) -> Iterator[Given]:
    for key in keys:
        own = (
            key.annotation.only_mentions()
            if mentions == "gold"
            else Pipeline(resolver="sieve").mentions(key.document)
        )
        yield Given(key, own, _choices(key, own))


def _choices(key: Annotated, mentions: Annotation) -> dict[str, list[AnaphorChoice]]:
    matched = Matched(key)
    wanted = {
        anaphor: matched.head(clause)
        for entity in matched.key.entities
        for clause, anaphor in pairwise(entity.mentions)
        if clause.attribute("link") == "disc"
    }
    found: dict[str, list[AnaphorChoice]] = defaultdict(list)
    neutral = lexicon.words(key.document.language or "en", "grammar", "of events")
    for pronoun in discourse(key.document, mentions).pronouns:
        if pronoun.form not in neutral:
            continue
        known = matched.mention(pronoun.mention)
        head = None if known is None else wanted.get(known)
        clauses = dict(clausal.clauses_before(pronoun))
        if clauses:
            family, marks = clausal.family(pronoun), list(clausal.pronoun_marks(pronoun))
            found[f"{family} event"].append(
                AnaphorChoice([marks, ()], [head is not None, head is None])
            )
            found[f"{family} clause"].append(
                AnaphorChoice(list(clauses.values()), [clause == head for clause in clauses])
            )
    return found


def weights(documents: Sequence[Given]) -> Table:
    """The tables of both families, in tenths of a logit."""
    choices: dict[str, list[AnaphorChoice]] = defaultdict(list)
    for given in documents:
        if given.key.document.genre not in NON_COMMERCIAL:
            for name, listed in given.choices.items():
                choices[name] += listed
    return {
        name: {
            mark: value
            for mark, weight in fitted(listed, PENALTY, STEPS).items()
            if abs(value := float(round(TENTHS * weight))) >= LEAST
        }
        for name, listed in sorted(choices.items())
    }


def crossvalidated(documents: Sequence[Sequence[Given]]) -> dict[str, Counter[str]]:
    """The counts of events, each document resolved with weights of the others' folds."""
    sums = {name: Counter[str]() for name in ("gold", "detected")}
    resolver = registry.build("resolvers", "sieve")
    for fold in range(FOLDS):
        learned = [given for part in documents for i, given in enumerate(part) if i % FOLDS != fold]
        with mock.patch.dict(clausal.WEIGHTS, weights(learned)):
            for name, part in zip(sums, documents, strict=True):
                for given in part[fold::FOLDS]:
                    decisions = list(resolver.resolve(given.key.document, given.mentions))
                    sums[name].update(event_counts(Matched(given.key), decisions))
    return sums


def write(path: Path, table: Table) -> None:
    marks = sorted({mark for column in table.values() for mark in column})
    with replacing(path) as file:
        file.write("\t".join(["mark", *table]) + "\n")
        for mark in marks:
            cells = (f"{column[mark]:.0f}" if mark in column else "" for column in table.values())
            file.write("\t".join([mark, *cells]) + "\n")


def main() -> None:
    arguments = argparse.ArgumentParser(description="Weights of the event pass.")
    arguments.add_argument("--corpora", type=Path, required=True)
    arguments.add_argument("-o", "--output", type=Path)
    chosen = arguments.parse_args()
    keys = list(formats.read(chosen.corpora / "en_gum/dep_conllu_train.tar.gz", "conllu"))
    documents = [list(prepared(keys, mentions)) for mentions in ("gold", "detected")]
    if chosen.output:
        write(chosen.output, weights([given for part in documents for given in part]))
        seen.write("events", seen.Folders(chosen.corpora), beside(chosen.output))
        return
    for name, counts in crossvalidated(documents).items():
        print(name, dict(counts))


if __name__ == "__main__":
    main()
