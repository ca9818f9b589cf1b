"""Further evidence for the antecedents of third-person pronouns in English, which the paper does
not have.

The marks of a candidate are those of the sieve's pronoun pass. `evidence.tsv` gives their weights
in points of salience, for each family of pronouns, and the factor under which a decision sums them
up. They were fitted (log-linear, `python -m training.rosana`) on top of the weights of the paper,
on GUM train without the genres essay, fiction, letter, podcast and whow, whose cases count twice,
and on every second text of LitBank train and of the composed texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from pathlib import Path

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.language.nominals.quantities import quantity
from coindex.language.syntax.functions import Function
from coindex.resolvers.entities import Entities, Group
from coindex.resolvers.rosana.anaphors import Ranked
from coindex.resolvers.rosana.factors import Contributions
from coindex.resolvers.rosana.occurrences import Occurrence
from coindex.resolvers.sieve.salience import family, of_entity, relative_to, standing

EVIDENCE_TERMS: Glossary = {
    "NEAR": (
        "evidence, not in the paper: how near the candidate is, in words, sentences, clauses and "
        "paragraphs, and whether any other is nearer"
    ),
    "ROLE": (
        "evidence, not in the paper: the candidate's function and place in its sentence, for this "
        "kind of pronoun"
    ),
    "FORM": (
        "evidence, not in the paper: whether the candidate is a name, a pronoun, a definite or "
        "another noun, or a time"
    ),
    "TOPIC": "evidence, not in the paper: how often its entity was mentioned, and whether by name",
    "MATCH": (
        "evidence, not in the paper: how well number, gender, animacy and type of its entity are "
        "known to fit"
    ),
    "VOICE": "evidence, not in the paper: who speaks, inside and outside quotations",
}
EVIDENCE = tuple(EVIDENCE_TERMS)
"""The factors; their weights in a profile multiply what the table says."""
_THIRD = frozenset({Occurrence.PER3, Occurrence.POS3})
_FILE = Path(__file__).with_name("evidence.tsv")
Points = Mapping[str, tuple[str, float]]
"""The factor to which each mark contributes, and how much."""


class Evidence:
    """The evidence in one document; `group` gives the entity of an expression so far."""

    def __init__(
        self, discourse: Discourse, entities: Entities, weights: Mapping[str, float]
    ) -> None:
        self.discourse = discourse
        self.group: Callable[[Expression], Group] = entities.of
        self._standing: dict[int, tuple[str, ...]] = {}
        # Candidates with the same marks share their contributions: a decision on each pronoun
        # lists dozens of candidates.
        self._sums: dict[str, dict[tuple[str, ...], Contributions]] = defaultdict(dict)
        self._weights = weights
        # A language with English patterns is English, to which this was fitted, under any code.
        language = get_language(discourse.document.language)
        self._active = language.nonreferential == "patterns" and any(
            weights[factor] for factor in EVIDENCE
        )

    def applies(self, occurrence: Occurrence) -> bool:
        return self._active and occurrence in _THIRD

    def weighed(self, pronoun: Expression, ranked: Sequence[Ranked]) -> list[Ranked]:
        """The candidates in their new order; those of the wrong gender stay last."""
        of_family = family(pronoun)
        points, sums = points_of(of_family), self._sums[of_family]
        agreeing = [candidate for (contradicts, *_), candidate, _ in ranked if not contradicts]
        if not points:
            return list(ranked)
        more: dict[Expression, Contributions] = {}
        for candidate, marks in zip(agreeing, self.marks(pronoun, agreeing), strict=True):
            if marks not in sums:
                sums[marks] = self._summed(points, marks)
            more[candidate] = sums[marks]
        return sorted(self._with(one, more[one[1]]) if one[1] in more else one for one in ranked)

    def _with(self, ranked: Ranked, more: Contributions) -> Ranked:
        order, candidate, listed = ranked
        score = listed.score + sum([value for _, value in more])
        scored = listed._replace(factors=(*listed.factors, *more), score=score)
        return (order[0], -score, *order[2:]), candidate, scored

    def _summed(self, points: Points, marks: Sequence[str]) -> Contributions:
        sums: dict[str, float] = defaultdict(float)
        for mark in marks:
            if mark in points:
                factor, value = points[mark]
                sums[factor] += value
        weights = self._weights
        return tuple(
            [(name, sums[name] * weights[name]) for name in EVIDENCE if sums[name] * weights[name]]
        )

    def marks(
        self, pronoun: Expression, candidates: Sequence[Expression]
    ) -> Iterator[tuple[str, ...]]:
        """The marks of each candidate."""
        ranks = _ranks(pronoun, candidates)
        entities: dict[Group, tuple[str, ...]] = {}
        for candidate in candidates:
            number, group = candidate.number, self.group(candidate)
            if number not in self._standing:
                time = ("quantity",) if quantity(candidate) else ()
                self._standing[number] = (*standing(self, candidate), *time)
            if group not in entities:
                entities[group] = tuple(of_entity(pronoun, group))
            yield (
                *self._standing[number],
                *relative_to(self, pronoun, candidate),
                *entities[group],
                *ranks.get(number, ()),
            )


def _ranks(pronoun: Expression, candidates: Sequence[Expression]) -> Mapping[int, list[str]]:
    """Marks of the candidates that are nearest, or nearest among subjects."""
    before = [candidate for candidate in candidates if candidate.number < pronoun.number]
    subjects = [candidate for candidate in before if candidate.function is Function.SUBJECT]
    ranks: dict[int, list[str]] = defaultdict(list)
    for mark, some in (("nearest", before), ("nearest subject", subjects)):
        if some:
            ranks[max(some, key=attrgetter("head")).number].append(mark)
    return ranks


def fitted_to() -> Path:
    """The fingerprints of what the table was fitted to."""
    from coindex.models.fingerprints import beside

    return beside(_FILE)


@cache
def points_of(family: str) -> Points:
    """What the table has for a family of pronouns; empty if it has no column for it."""
    source = _FILE.read_text(encoding="utf-8")
    head, *rows = (line.split("\t") for line in source.splitlines() if not line.startswith("#"))
    if family not in head:
        return {}
    column = head.index(family)
    return {row[0]: (row[1], float(row[column])) for row in rows if row[column]}
