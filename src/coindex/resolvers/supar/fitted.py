"""Weights instead of orders: the weight of each preference for each type of anaphor.

The weights are those of a log-linear model: a candidate's probability grows with the sum of the
weights of the preferences that it satisfies. `fitted.toml` was fitted to the training part of the
embedded Spanish corpus by `training/supar.py`; tuning `supar` fits others.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from coindex.core.errors import SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.resolvers.supar.preferences import PREFERENCE_TERMS, TESTS, Weights
from coindex.resolvers.supar.profiles import Type
from coindex.resolvers.supar.structure import STRUCTURE_TERMS

FITTED = "fitted"
LABELS = {
    Type.CLITIC: "clitic",
    Type.PERSONAL: "strong",
    Type.PERSONAL_IN_PP: "strong in PP",
    Type.DEMONSTRATIVE: "demonstrative",
    Type.DEMONSTRATIVE_IN_PP: "demonstrative in PP",
    Type.REFLEXIVE: "reflexive",
    Type.ZERO: "zero",
}
"""The labels in names of weights: `zero: subject`."""
NAMES = tuple(f"{label}: {name}" for label in LABELS.values() for name in TESTS)
_TERMS: Glossary = {**STRUCTURE_TERMS, **PREFERENCE_TERMS}
FITTED_TERMS: Glossary = {
    f"*: {name}": Message("fitted weight, by type of anaphor; {terms}", terms=Message(_TERMS[name]))
    for name in TESTS
}
Values = Mapping[str, float]


def is_fitted(profile: str) -> bool:
    """Whether a profile has weights: `fitted`, or a file NAME.toml."""
    return profile == FITTED or profile.endswith(".toml")


@lru_cache(maxsize=64)
def weights(profile: str, replaced: tuple[tuple[str, float], ...] = ()) -> Weights:
    """The weights of a profile by type of anaphor, with some replaced."""
    known = {**values(profile), **dict(replaced)}
    for name in known:
        if name not in NAMES:
            raise SpecError(
                Message(
                    "supar has no weight {name!r}; {suggestion}",
                    name=name,
                    suggestion=suggestion(name, NAMES),
                )
            )
    return {
        type_: {
            name: (named, known[named]) for name in TESTS if (named := f"{label}: {name}") in known
        }
        for type_, label in LABELS.items()
    }


def path_of(profile: str) -> Path:
    """The file of a profile with weights."""
    own = Path(__file__).with_name("fitted.toml")
    return Path(profile) if profile.endswith(".toml") else own


@cache
def values(profile: str) -> Values:
    """The weights of `fitted`, or those in a file, by name."""
    source = path_of(profile)
    if not source.is_file():
        raise SpecError(
            Message("supar has no profile {profile!r}: the file was not found", profile=profile)
        )
    try:
        weights = tomllib.loads(source.read_text(encoding="utf-8")).get("weights", {})
    except tomllib.TOMLDecodeError as error:
        raise SpecError(
            Message("profile {profile}: {error}", profile=profile, error=error)
        ) from error
    return {name: float(weight) for name, weight in weights.items()}
