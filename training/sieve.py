"""Fitting the weights of the sieve's pronoun pass: `python -m training.sieve
--corpora FOLDER -o weights.tsv`; for Spanish `--language es -o weights-spanish.tsv`.

A log-linear ranking model over the marks of a pronoun's candidates: the right ones of a pronoun
share its probability. Collecting and fitting are repeated, since what earlier pronouns were linked
to changes the marks of later ones.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import Document
from coindex.corpora import find
from coindex.io.output import replacing
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest
from coindex.measures.pair import Pair
from coindex.models.fingerprints import beside
from coindex.pipeline.pipeline import Pipeline, given
from coindex.resolvers.sieve import pronouns, salience
from coindex.training.loglinear import AnaphorChoice, fitted, pooled
from training import seen
from training.marks import COMPOSED, MarkedText, marked_texts
from training.parser.english.corpora import NON_COMMERCIAL
from training.resolver.corpora import HELD

GIVEN = 'bundled(tokens="given", sentences="given")'
ROUNDS, STEPS, TENTHS, LEAST = 2, 300, 10, 2
TIMES_GUM = 3
"""How often the cases of GUM count: the other texts have ten times as many, of fewer genres."""


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

SPANISH = ("zero", "clitic", "dative", "strong", "possessive", "demonstrative")
SPANISH_PENALTY = 5.0
SPANISH_BY_HAND = {
    "last speaker": {"zero": -15, "dative": 15},
    "speaker in turn": {"zero": 10},
}
CONDITIONS = (
    Pipeline("bundled(language='es', zeros='given')", detector="gold"),
    Pipeline("bundled(language='es')"),
)

Marks = tuple[str, ...]
Judge = Callable[[pronouns._Search], list[bool] | None]
Item = tuple[Document, Annotation, Judge]
Table = dict[str, dict[str, int]]


def collected(items: Iterable[Item]) -> dict[str, list[AnaphorChoice]]:
    """The candidates of each pronoun with their marks, and which of them are right."""
    found: dict[str, list[AnaphorChoice]] = defaultdict(list)
    resolver = registry.build("resolvers", "sieve")
    original = pronouns._Search
    judge: Judge = lambda search: None  # noqa: E731

    class Watching(pronouns._Search):
        def scored(self, known: dict[Expression, tuple[str, ...]]) -> list[pronouns.Scored]:
            right = judge(self)
            if right is not None and self.candidates:
                marks = [_marks(self, candidate) for candidate in self.candidates]
                if self.family == "this":
                    found["this"].append(
                        AnaphorChoice([*marks, ("none",)], [*right, not any(right)])
                    )
                else:
                    found[self.family].append(AnaphorChoice(marks, right))
            return super().scored(known)

    pronouns._Search = Watching  # type: ignore[misc]
    try:
        for document, mentions, judge in items:  # noqa: B007 - read by Watching
            list(resolver.resolve(document, mentions))
    finally:
        pronouns._Search = original  # type: ignore[misc]
    return found


def _marks(search: pronouns._Search, candidate: Expression) -> Marks:
    state, pronoun = search.state, search.pronoun
    return (
        *salience.standing(state, candidate),
        *salience.relative_to(state, pronoun, candidate),
        *salience.of_entity(pronoun, state.group(candidate)),
        *search._nearest().get(candidate, ()),
        *(() if search.grammar is None else search.grammar.marks(pronoun, candidate)),
    )


def _detected(items: Iterable[tuple[Document, Judge]]) -> Iterator[Item]:
    detector = registry.build("detectors", "nominals")
    for document, judge in items:
        yield document, detector.detect(document), judge


def gum(corpora: Path) -> Iterator[tuple[Document, Judge]]:
    for document, key in formats.read(corpora / "en_gum/dep_conllu_train.tar.gz", "conllu"):
        if document.genre not in NON_COMMERCIAL:
            entity = {mention.parts: one.id for one in key.entities for mention in one.mentions}

            def judge(search: pronouns._Search, entity: dict[object, str] = entity) -> list[bool]:  # type: ignore[assignment]
                wanted = entity.get(search.pronoun.mention.parts, "")
                return [
                    bool(wanted) and entity.get(c.mention.parts) == wanted
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
        yield document, _heads_judge(document, key.annotation)


def _heads_judge(document: Document, key: Annotation) -> Judge:
    entity: dict[object, str] = {
        completed(forest(document), mention).head: one.id
        for one in key.entities
        for mention in one.mentions
    }

    def judge(search: pronouns._Search) -> list[bool]:
        wanted = entity.get(search.pronoun.head, "")
        return [bool(wanted) and entity.get(c.head) == wanted for c in search.candidates]

    return judge


def composed_texts() -> list[tuple[str, MarkedText]]:
    """The composed texts that learned resolvers learn from too."""
    every = HELD["composed"]
    marked = enumerate(marked_texts(COMPOSED))
    return [one for number, one in marked if number % every != every // 2]


def composed() -> Iterator[tuple[Document, Judge]]:
    texts = composed_texts()
    parsed = Pipeline().parsed(Document(name, text.plain, language="en") for name, text in texts)
    for (_, text), document in zip(texts, parsed, strict=True):
        yield document, _heads_judge(document, text.annotation(document))


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

    def judge(search: pronouns._Search) -> list[bool] | None:
        if document.tokens[search.pronoun.head].start != start:
            return None
        return [any(named(member) for member in search.state.group(c)) for c in search.candidates]

    return judge


def spanish(keys: Iterable[Annotated]) -> Iterator[Item]:
    """Each text twice: with the mentions of the key, and with those that are found."""
    for key in keys:
        for pipeline in CONDITIONS:
            document, laid = given(pipeline, next(pipeline.parsed([key.document])), key)
            mentions = pipeline.mentions(document, laid)
            yield document, mentions, entity_judge(document, mentions, laid)


def entity_judge(document: Document, mentions: Annotation, key: Annotation) -> Judge:
    """Right are candidates of the pronoun's entity in the key; mentions match by their heads."""
    entity = {mention: one.id for one in key.entities for mention in one.mentions}
    matched = Pair(document, key, mentions).counterparts("head")
    known = {own: entity[other] for own, other in matched.items() if other in entity}

    def judge(search: pronouns._Search) -> list[bool] | None:
        wanted = known.get(search.pronoun.mention)
        if wanted is None:
            return None
        return [known.get(c.mention) == wanted for c in search.candidates]

    return judge


def fitted_spanish(items: Sequence[Item], rounds: int = ROUNDS) -> Table:
    """Weights of all families together, so that the rare ones profit from what all share."""
    table: Table = {}
    for _ in range(rounds):
        choices = [
            AnaphorChoice([[f"{family}: {mark}" for mark in marks] for marks in candidates], right)
            for family, found in collected(items).items()
            for candidates, right, _ in found
        ]
        weights = pooled(choices, SPANISH_PENALTY)
        table = {family: {} for family in SPANISH}
        for name, value in weights.items():
            family, _, mark = name.partition(": ")
            table[family][mark] = round(value * TENTHS)
        table = {
            family: {mark: value for mark, value in values.items() if abs(value) >= LEAST}
            for family, values in table.items()
        }
        for mark, by_family in SPANISH_BY_HAND.items():
            for family, value in by_family.items():
                table[family][mark] = value
        install(table)
    return table


def install(table: Mapping[str, Mapping[str, float]]) -> None:
    """Let the sieve of this process use other weights."""
    for family, values in table.items():
        weights: dict[str, float] = salience.WEIGHTS[family]  # type: ignore[assignment]
        weights.clear()
        weights.update({mark: float(value) for mark, value in values.items()})
        pairs = salience.PAIRS[family]
        pairs.clear()
        pairs.update({mark: (mark, float(value)) for mark, value in values.items()})


def fitted_family(choices: list[AnaphorChoice], setting: Setting) -> dict[str, int]:
    """Weights in tenths of a logit; small ones are left out."""
    kept = [
        choice._replace(candidates=[_kept(tuple(m), setting.without) for m in choice.candidates])
        for choice in choices
    ]
    found = {name: round(w * TENTHS) for name, w in fitted(kept, setting.penalty, STEPS).items()}
    return {name: value for name, value in found.items() if abs(value) >= LEAST}


def _kept(marks: Marks, without: tuple[str, ...]) -> Marks:
    return tuple(mark for mark in marks if not mark.startswith(without)) if without else marks


def fitted_english(corpora: Path) -> Table:
    genres = list(_detected(gum(corpora)))
    texts = list(_detected([*litbank(corpora), *composed()]))
    pairs = list(_detected(gap(corpora)))
    weights: Table = {}
    for number in range(ROUNDS):
        weighty, cases, more = collected(genres), collected(texts), collected(pairs)
        weights = {
            f: fitted_family(
                TIMES_GUM * weighty[f] + found + SETTINGS[f].gap * more[f], SETTINGS[f]
            )
            for f, found in cases.items()
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
        install(weights)
    return weights


def main() -> None:
    arguments = argparse.ArgumentParser(prog="python -m training.sieve", description=__doc__)
    arguments.add_argument("--language", choices=("en", "es"), default="en")
    arguments.add_argument("--corpora", type=Path, help="folder of the corpora, for English")
    arguments.add_argument("-o", "--out", type=Path, required=True)
    chosen = arguments.parse_args()
    if chosen.language == "es":
        keys = list(formats.read(find("embedded-es-train").path, "inline"))
        families: tuple[str, ...] = SPANISH
        weights = fitted_spanish(list(spanish(keys)))
    elif chosen.corpora is None:
        arguments.error("English needs --corpora")
    else:
        families, weights = tuple(SETTINGS), fitted_english(chosen.corpora)
    marks = sorted({mark for values in weights.values() for mark in values})
    with replacing(chosen.out) as stream:
        stream.write("\t".join(("mark", *families)) + "\n")
        for mark in marks:
            cells = (str(weights[family].get(mark, "")) for family in families)
            stream.write("\t".join((mark, *cells)) + "\n")
    table = "sieve-es" if chosen.language == "es" else "sieve"
    seen.write(table, seen.Folders(chosen.corpora or Path()), beside(chosen.out))


if __name__ == "__main__":
    main()
