"""Fitting the weights of the sieve's pronoun pass: `python -m training.sieve
--corpora FOLDER -o weights.tsv`.

A log-linear ranking model over the marks of a pronoun's candidates: the right ones of a pronoun
share its probability. Collecting and fitting are repeated, since what earlier pronouns were linked
to changes the marks of later ones.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Mention
from coindex.core.document import Document
from coindex.core.output import replacing
from coindex.experiment.pipeline import Pipeline
from coindex.language.mentions import completed
from coindex.language.tree import forest
from coindex.resolvers.discourse import Expression
from coindex.resolvers.sieve import pronouns, salience

GIVEN = 'bundled(tokens="given", sentences="given")'
GENRES = ("academic", "court", "news", "interview", "bio", "voyage")
ROUNDS, STEPS, TENTHS, LEAST = 2, 300, 10, 2


class Setting(NamedTuple):
    """How a family of pronouns is fitted: how often the cases of GAP count, the
    penalty, and the marks left out.
    """

    gap: int
    penalty: float
    without: tuple[str, ...]


_RANKS = ("nearest", "nearest subject", "quoted", "narrated")
_NEW = (
    *_RANKS,
    "main subject",
    "subject over",
    "organisation's",
    "some person",
    "people",
    "things",
)
SETTINGS = {
    "he": Setting(4, 6.0, ()),
    "it": Setting(0, 3.0, _NEW),
    "they": Setting(0, 3.0, _RANKS),
    "this": Setting(0, 3.0, _NEW),
}
"""Chosen on GUM dev and LitBank dev: of *it* and *this* there are too few cases for more marks."""
BY_HAND = {"own": {"he": 20, "it": 20, "they": 20}, "organisation's": {"it": 15}}
"""Marks too rare to be fitted."""

Marks = tuple[str, ...]
Case = tuple[list[Marks], list[int]]
Judge = Callable[[pronouns._Search], list[int] | None]


def collected(items: Iterable[tuple[Document, Judge]]) -> dict[str, list[Case]]:
    """The candidates of each pronoun with their marks, and which of them are right."""
    found: dict[str, list[Case]] = defaultdict(list)
    detector, resolver = (
        registry.build("detectors", "nominals"),
        registry.build("resolvers", "sieve"),
    )
    original = pronouns._Search
    judge: Judge = lambda search: None  # noqa: E731

    class Watching(pronouns._Search):
        def scored(self, known: dict[Expression, tuple[str, ...]]) -> list[pronouns.Scored]:
            right = judge(self)
            if right is not None and self.candidates:
                marks = [_marks(self, candidate) for candidate in self.candidates]
                if self.family == "this":
                    found["this"].append(([*marks, ("none",)], [*right, int(not any(right))]))
                elif 0 < sum(right) < len(right):
                    found[self.family].append((marks, right))
            return super().scored(known)

    pronouns._Search = Watching  # type: ignore[misc]
    try:
        for document, judge in items:  # noqa: B007 - read by Watching
            list(resolver.resolve(document, detector.detect(document)))
    finally:
        pronouns._Search = original  # type: ignore[misc]
    return found


def _marks(search: pronouns._Search, candidate: Expression) -> Marks:
    scene, pronoun = search.scene, search.pronoun
    return (
        *salience.standing(scene, candidate),
        *salience.relative_to(scene, pronoun, candidate),
        *salience.of_entity(pronoun, scene.group(candidate)),
        *search._nearest().get(candidate, ()),
    )


def gum(corpora: Path) -> Iterator[tuple[Document, Judge]]:
    for document, key in formats.read(corpora / "en_gum/dep_conllu_train.tar.gz", "conllu"):
        if document.genre in GENRES:
            entity = {mention.parts: one.id for one in key.entities for mention in one.mentions}

            def judge(search: pronouns._Search, entity: dict[object, str] = entity) -> list[int]:  # type: ignore[assignment]
                wanted = entity.get(search.pronoun.mention.parts, "")
                return [
                    int(bool(wanted) and entity.get(c.mention.parts) == wanted)
                    for c in search.candidates
                ]

            yield document, judge


def litbank(corpora: Path) -> Iterator[tuple[Document, Judge]]:
    """Mentions are compared by their heads: LitBank's end where ours
    do, but not always begin there.
    """
    keys = list(formats.read(corpora / "en_litbank/litbank_coref_train.tar.gz", "conll"))
    parsed = Pipeline(GIVEN).parsed(key.document for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        entity: dict[object, str] = {
            completed(forest(document), mention).head: one.id
            for one in key.annotation.entities
            for mention in one.mentions
        }

        def judge(search: pronouns._Search, entity: dict[object, str] = entity) -> list[int]:
            wanted = entity.get(search.pronoun.head, "")
            return [int(bool(wanted) and entity.get(c.head) == wanted) for c in search.candidates]

        yield document, judge


def gap(corpora: Path) -> Iterator[tuple[Document, Judge]]:
    keys = list(formats.read(corpora / "en_gap/gap-validation.tsv.gz", "gap"))
    parsed = Pipeline().parsed(Document(key.document.id, key.document.text) for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        pronoun = next(
            mention for mention in key.annotation.mentions if mention.attribute("role") == "pronoun"
        )
        names = [
            m for one in key.annotation.entities for m in one.mentions if m.attribute("candidate")
        ]
        if names:
            yield document, _names_judge(key, document, pronoun, names)


def _names_judge(
    key: Annotated, document: Document, pronoun: Mention, names: list[Mention]
) -> Judge:
    start = key.document.tokens[pronoun.start].start
    spans = [
        (key.document.tokens[name.start].start, key.document.tokens[name.end - 1].end)
        for name in names
    ]

    def named(expression: Expression) -> bool:
        place = document.tokens[expression.head].start
        return any(left <= place < right for left, right in spans)

    def judge(search: pronouns._Search) -> list[int] | None:
        if document.tokens[search.pronoun.head].start != start:
            return None
        return [
            int(any(named(member) for member in search.scene.group(c))) for c in search.candidates
        ]

    return judge


def fitted(cases: list[Case], setting: Setting) -> dict[str, int]:
    """Weights in tenths of a logit, by gradient ascent with Adam; small ones are left out."""
    cases = [
        ([_kept(marks, setting.without) for marks in candidates], right)
        for candidates, right in cases
    ]
    names = sorted({mark for candidates, _ in cases for marks in candidates for mark in marks})
    index = {name: number for number, name in enumerate(names)}
    rows = [marks for candidates, _ in cases for marks in candidates]
    table = np.zeros((len(rows), len(names)))
    for row, marks in enumerate(rows):
        for mark in marks:
            table[row, index[mark]] += 1
    group = np.repeat(np.arange(len(cases)), [len(candidates) for candidates, _ in cases])
    right = np.array([value for _, values in cases for value in values], float)
    weights, first, second = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, STEPS + 1):
        scores = table @ weights
        highest = np.full(len(cases), -1e9)
        np.maximum.at(highest, group, scores)
        odds = np.exp(scores - highest[group])
        chance = odds / np.bincount(group, odds, len(cases))[group]
        share = odds * right / (np.bincount(group, odds * right, len(cases)) + 1e-12)[group]
        gradient = table.T @ (share - chance) - setting.penalty * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        weights += 0.1 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    rounded = {
        name: round(float(value) * TENTHS) for name, value in zip(names, weights, strict=True)
    }
    return {name: value for name, value in rounded.items() if abs(value) >= LEAST}


def _kept(marks: Marks, without: tuple[str, ...]) -> Marks:
    return tuple(mark for mark in marks if not mark.startswith(without)) if without else marks


def main() -> None:
    arguments = argparse.ArgumentParser(prog="python -m training.sieve", description=__doc__)
    arguments.add_argument("--corpora", type=Path, required=True)
    arguments.add_argument("-o", "--out", type=Path, required=True)
    chosen = arguments.parse_args()
    texts = [*gum(chosen.corpora), *litbank(chosen.corpora)]
    pairs = list(gap(chosen.corpora))
    weights: dict[str, dict[str, int]] = {}
    for number in range(ROUNDS):
        cases, more = collected(texts), collected(pairs)
        weights = {
            f: fitted(found + SETTINGS[f].gap * more[f], SETTINGS[f]) for f, found in cases.items()
        }
        weights["this"][salience.LEAST] = weights["this"].pop("none") - TENTHS
        print(f"round {number + 1}:", {family: len(found) for family, found in cases.items()})
        for family, values in weights.items():
            values.update(
                {
                    mark: by_family[family]
                    for mark, by_family in BY_HAND.items()
                    if family in by_family
                }
            )
            known: dict[str, float] = salience.WEIGHTS[family]  # type: ignore[assignment]
            known.clear()
            known.update({mark: float(value) for mark, value in values.items()})
    marks = sorted({mark for values in weights.values() for mark in values})
    with replacing(chosen.out) as stream:
        stream.write("\t".join(("mark", *SETTINGS)) + "\n")
        for mark in marks:
            cells = (str(weights[family].get(mark, "")) for family in SETTINGS)
            stream.write("\t".join((mark, *cells)) + "\n")


if __name__ == "__main__":
    main()
