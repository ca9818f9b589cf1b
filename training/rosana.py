"""Fitting the evidence of ROSANA for third-person pronouns: `python -m training.rosana
--corpora FOLDER -o evidence.tsv`.

A log-linear ranking model over the marks of a pronoun's candidates, on top of the score that the
weights of the profile give them; the right candidates of a pronoun share its probability.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from unittest.mock import patch

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.io.output import replacing
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import forest
from coindex.models.fingerprints import beside
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.rosana.anaphors import Ranked
from coindex.resolvers.rosana.evidence import Evidence
from coindex.resolvers.sieve.salience import family
from coindex.training.loglinear import AnaphorChoice, fitted
from training import seen
from training.parser.english.corpora import NON_COMMERCIAL
from training.sieve import GIVEN, composed_texts

FAMILIES = ("he", "it", "they", "this")
POINTS, LEAST, PENALTY = 40, 2, 4.0
"""Points of salience to a logit, the smallest weight that is kept, and the penalty."""
TIMES_GUM, EVERY = 2, 2
"""How often the cases of GUM count, and which LitBank and composed texts are used: with all of them
*he* would mean a character of a novel.
"""
BY_HAND = {"this": {"follows": -80}}
"""A demonstrative hardly ever refers to what follows; the few cases say nothing about that."""
ASTRAY = 0.3
"""How right a pronoun of the entity is that was itself resolved to a noun of another."""
_FACTORS = {
    "VOICE": ("other speaker", "quoted", "narrated"),
    "FORM": ("other form", "some person"),
    "NEAR": (
        *(
            "same sentence",
            "sentence back",
            "sentences back",
            "within",
            "nearest",
            "other paragraph",
        ),
        *("same clause", "around", "follows"),
    ),
    "ROLE": (
        *Function,
        *("embedded", "first", "subject", "parallel", "same verb", "same preposition", "own"),
        "organisation's",
    ),
    "TOPIC": ("lately", "long chain", "nameless"),
    "MATCH": (
        *("gender", "animate", "inanimate", "either", "singular", "plural", "one person"),
        *("people", "things", "type"),
    ),
}
"""The words that tell to which factor a mark belongs, the first that fits; FORM, if none does."""


def factor(mark: str) -> str:
    padded = f" {mark} "
    return next(
        (name for name, parts in _FACTORS.items() if any(f" {part} " in padded for part in parts)),
        "FORM",
    )


def genres(corpora: Path) -> list[Annotated]:
    """The texts of GUM."""
    gum = formats.read(corpora / "en_gum/dep_conllu_train.tar.gz", "conllu")
    return [key for key in gum if key.document.genre not in NON_COMMERCIAL]


def others(corpora: Path) -> Iterator[Annotated]:
    """Texts of LitBank, and of those that learned resolvers learn from too."""
    keys = list(formats.read(corpora / "en_litbank/litbank_coref_train.tar.gz", "conll"))[::EVERY]
    parsed = Pipeline(GIVEN).parsed(key.document for key in keys)
    for key, document in zip(keys, parsed, strict=True):
        yield Annotated(document, key.annotation)
    texts = composed_texts()[::EVERY]
    documents = Pipeline().parsed(Document(name, text.plain, language="en") for name, text in texts)
    for (_, text), document in zip(texts, documents, strict=True):
        yield Annotated(document, text.annotation(document))


def collected(keys: Iterable[Annotated]) -> dict[str, list[AnaphorChoice]]:
    """The candidates of each pronoun with their marks and scores, while the resolver does without
    evidence, and which of them are right.
    """
    choices: dict[str, list[AnaphorChoice]] = defaultdict(list)
    entity: Mapping[int, str] = {}

    def watched(self: Evidence, pronoun: Expression, ranked: Sequence[Ranked]) -> list[Ranked]:
        agreeing = [one for one in ranked if not one[0][0]]
        candidates = [candidate for _, candidate, _ in agreeing]
        choices[family(pronoun)].append(
            AnaphorChoice(
                list(self.marks(pronoun, candidates)),
                right(self, pronoun, candidates, entity),
                [listed.score / POINTS for _, _, listed in agreeing],
            )
        )
        return list(ranked)

    with patch.object(Evidence, "weighed", watched):
        resolver = registry.build("resolvers", "rosana")
        detector = registry.build("detectors", "nominals")
        for document, key in keys:
            parse = forest(document)
            entity = {completed(parse, m).head or 0: e.id for e in key.entities for m in e.mentions}
            list(resolver.resolve(document, detector.detect(document)))
    return choices


def right(
    evidence: Evidence,
    pronoun: Expression,
    candidates: Sequence[Expression],
    entity: Mapping[int, str],
) -> list[float]:
    """Those of its entity that precede, less so a pronoun that was resolved to a wrong noun; if
    there are none, nouns that follow. Pronouns that follow would point back and forth.
    """
    wanted = entity.get(pronoun.head)
    if wanted is None:
        return [0.0] * len(candidates)
    same = [one if entity.get(one.head) == wanted else None for one in candidates]
    if any(one is not None and one.head < pronoun.head for one in same):
        return [
            0.0
            if one is None or one.head > pronoun.head
            else 1.0
            if _anchored(evidence, one, entity)
            else ASTRAY
            for one in same
        ]
    return [float(one is not None and not one.pronominal) for one in same]


def _anchored(evidence: Evidence, candidate: Expression, entity: Mapping[int, str]) -> bool:
    """Whether the last noun of the candidate's entity, as resolved so far, is right."""
    nouns = [
        member.head
        for member in evidence.group(candidate)
        if not member.pronominal and member.head <= candidate.head
    ]
    return bool(nouns) and entity.get(max(nouns)) == entity[candidate.head]


def table(choices: Mapping[str, list[AnaphorChoice]]) -> dict[str, dict[str, int]]:
    """The weights of each family in points."""
    weights = {name: fitted(choices[name], PENALTY) for name in FAMILIES}
    return {
        name: {
            mark: round(value * POINTS)
            for mark, value in values.items()
            if abs(round(value * POINTS)) >= LEAST
        }
        | BY_HAND.get(name, {})
        for name, values in weights.items()
    }


def main() -> None:
    arguments = argparse.ArgumentParser(prog="python -m training.rosana", description=__doc__)
    arguments.add_argument("--corpora", type=Path, required=True, help="folder of the corpora")
    arguments.add_argument("-o", "--out", type=Path, required=True)
    chosen = arguments.parse_args()
    weighty, more = collected(genres(chosen.corpora)), collected(others(chosen.corpora))
    weights = table({name: TIMES_GUM * weighty[name] + more[name] for name in FAMILIES})
    marks = sorted({mark for values in weights.values() for mark in values})
    with replacing(chosen.out) as stream:
        stream.write("\t".join(("mark", "factor", *FAMILIES)) + "\n")
        for mark in sorted(marks, key=lambda mark: (factor(mark), mark)):
            cells = (str(weights[name].get(mark, "")) for name in FAMILIES)
            stream.write("\t".join((mark, factor(mark), *cells)) + "\n")
    seen.write("rosana", seen.Folders(chosen.corpora), beside(chosen.out))


if __name__ == "__main__":
    main()
