"""Preferences that several resolvers share, and weights that can be replaced.

A preference returns the factor that applies to an anaphor and a candidate, or the empty string; a
table gives the weight of each factor.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from coindex.core.errors import SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.syntax.functions import Function
from coindex.resolvers.ranking import Factors, Preferences

Preference = Callable[[Expression, Expression], str]
Weights = tuple[tuple[str, float], ...]

DISTANCES = ("same sentence", "previous sentence", "two sentences back", "further back")

FACTOR_TERMS: Glossary = {
    "same sentence": "referential distance: the candidate is in the anaphor's own sentence",
    "previous sentence": "referential distance: the candidate is one sentence back",
    "two sentences back": "referential distance: the candidate is two sentences back",
    "further back": "referential distance: the candidate is three or more sentences back",
    "indefinite": "the candidate is not a definite noun phrase, a name or a pronoun",
    "prepositional": "the candidate is part of a prepositional phrase",
    "subject": "the candidate is a subject",
    "parallel": "the candidate has the same grammatical function as the anaphor",
    "pronoun": "the candidate is a pronoun",
}

_INDEFINITE = frozenset({Definiteness.INDEFINITE, Definiteness.QUANTIFIED, Definiteness.BARE})


def frozen(weights: Weights | Mapping[str, float] | str, published: Mapping[str, float]) -> Weights:
    """Weights given as a mapping, as pairs or as a profile's file, sorted; a name that is not in
    the table is an error.
    """
    pairs = _profile(weights) if isinstance(weights, str) else dict(weights)
    for name, value in pairs.items():
        if name not in published:
            raise SpecError(
                Message(
                    "no factor is called {name!r}; {suggestion}",
                    name=name,
                    suggestion=suggestion(name, published),
                )
            )
        if not isinstance(value, int | float):
            raise SpecError(
                Message(
                    "the weight of {name!r} must be a number, not {value!r}", name=name, value=value
                )
            )
    return tuple(sorted(pairs.items()))


def _profile(path: str) -> Mapping[str, float]:
    try:
        profile = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SpecError(
            Message(
                "weights are a mapping or the file of a profile; {path!r} cannot be read: {error}",
                path=path,
                error=error,
            )
        ) from error
    weights: Mapping[str, float] = profile.get("weights", {})
    return weights


def weighted(weights: Mapping[str, float], preferences: Sequence[Preference]) -> Preferences:
    """Preferences that return the factor that applies together with its weight."""

    def factors(anaphor: Expression, candidate: Expression) -> Factors:
        named = (preference(anaphor, candidate) for preference in preferences)
        return tuple((name, weights[name]) for name in named if name)

    return factors


def distance(anaphor: Expression, candidate: Expression) -> str:
    """Mitkov's referential distance, in sentences: one of `DISTANCES`."""
    return DISTANCES[min(3, max(0, anaphor.sentence - candidate.sentence))]


def indefinite(anaphor: Expression, candidate: Expression) -> str:
    """The candidate is neither a name nor a pronoun, and has no definite
    article, demonstrative or possessive.
    """
    return "indefinite" if candidate.definiteness in _INDEFINITE else ""


def prepositional(anaphor: Expression, candidate: Expression) -> str:
    """Mitkov's non-prepositional noun phrases, inverted: this one is in a PP, and its weight is
    negative.
    """
    return "prepositional" if candidate.preposition else ""


def subject(anaphor: Expression, candidate: Expression) -> str:
    return "subject" if candidate.function is Function.SUBJECT else ""


def parallel(anaphor: Expression, candidate: Expression) -> str:
    """Both have the same grammatical function."""
    return "parallel" if candidate.function is anaphor.function else ""


def pronoun(anaphor: Expression, candidate: Expression) -> str:
    return "pronoun" if candidate.pronominal else ""
