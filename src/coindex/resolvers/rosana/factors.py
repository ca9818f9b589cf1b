"""Step 2, scoring: the factor table as data, and what each active factor contributes to a candidate's score."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from coindex.core.errors import SpecError, suggestion
from coindex.language.functions import Function
from coindex.language.lexicon import words
from coindex.resolvers.discourse import Expression
from coindex.resolvers.rosana.occurrences import Occurrence

_ROLES = {
    Function.EXISTENTIAL: "EEP",
    Function.SUBJECT: "SUP",
    Function.POSSESSIVE: "PGP",
    Function.DIRECT_OBJECT: "DOP",
    Function.INDIRECT_OBJECT: "IOP",
    Function.OBLIQUE: "APP",
    Function.AGENT: "APP",
}

UNIT = 25
"""Words that make one unit of word distance."""
Contributions = tuple[tuple[str, float], ...]


class Table(NamedTuple):
    """`weights` are as printed: those of KAM, SDM, WDM and HEUR are subtracted."""

    weights: Mapping[str, float]
    active: Mapping[Occurrence, frozenset[str]]
    unit: int


@lru_cache(maxsize=64)
def table(
    profile: str, without: tuple[str, ...] = (), weights: tuple[tuple[str, float], ...] = (), unit: int = UNIT
) -> Table:
    """The table of a profile, with some factors switched off and some weights replaced."""
    told = _profile(profile)
    known = dict(told["weights"])
    for name in (*without, *(name for name, _ in weights)):
        if name not in known:
            raise SpecError(f"rosana has no factor {name!r}; {suggestion(name, known)}")
    if unit <= 0:
        raise SpecError(f"rosana: wdm_unit must be positive, not {unit}")
    off = frozenset(without)
    active = {Occurrence(name): frozenset(marks.split()) - off for name, marks in told["active"].items()}
    replaced = {**known, **dict(weights), **({"HEUR": 0} if "HEUR" in off else {})}
    return Table(replaced, active, unit)


@cache
def _profile(name: str) -> Mapping[str, Mapping[str, Any]]:
    """A profile that comes with Coindex, or a file; what it does not say is as in `default`."""
    folder = files(__package__).joinpath("profiles")
    known = sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))
    source = Path(name) if name.endswith(".toml") else folder.joinpath(f"{name}.toml")
    if name not in known and not (name.endswith(".toml") and source.is_file()):
        raise SpecError(f"rosana has no profile {name!r}; {suggestion(name, known)}; or give a file NAME.toml")
    try:
        told = tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"profile {name}: {error}") from error
    if name == "default":
        return told
    default = _profile("default")
    return {part: {**values, **told.get(part, {})} for part, values in default.items()}


def role(expression: Expression) -> str:
    """The factor that rewards the syntactic role of a candidate, or nothing."""
    if expression.function is Function.ATTRIBUTE:
        genitive = words(expression.discourse.document.language, "syntax", "genitive")
        return "PGP" if expression.preposition in genitive else ""
    return _ROLES.get(expression.function, "")


class Scoring:
    """The factors over one discourse; roles are looked up once."""

    def __init__(self, table: Table, expressions: list[Expression]) -> None:
        self._roles = [role(expression) for expression in expressions]
        self._plans = {occurrence: _plan(table, active) for occurrence, active in table.active.items()}
        self._unit = table.unit

    def contributions(self, occurrence: Occurrence, anaphor: Expression, candidate: Expression) -> Contributions:
        """What each active factor adds to the candidate's score; those that add nothing are left out."""
        plan = self._plans[occurrence]
        found = plan.roles.get(self._roles[candidate.number], ())
        if plan.parallel and candidate.function is anaphor.function is not Function.OTHER:
            found = (*plan.parallel, *found)
        if plan.ahead and candidate.head > anaphor.head:
            found = (*found, *plan.ahead)
        distance = anaphor.sentence - candidate.sentence
        if distance and plan.sentence:
            found = (*found, ("SDM", plan.sentence * distance))
        if plan.word:
            between = abs(anaphor.head - candidate.head) - 1
            found = (*found, ("WDM", plan.word * between / self._unit))
        return found


class _Plan(NamedTuple):
    """What is active for one class."""

    parallel: Contributions
    roles: Mapping[str, Contributions]
    ahead: Contributions
    sentence: float
    word: float


def _plan(table: Table, active: frozenset[str]) -> _Plan:
    weights = table.weights
    return _Plan(
        (("SYR", weights["SYR"]),) if "SYR" in active else (),
        {name: ((name, weights[name]),) for name in sorted({*_ROLES.values()} & active)},
        (("KAM", -weights["KAM"]),) if "KAM" in active else (),
        -weights["SDM"] if "SDM" in active else 0,
        -weights["WDM"] if "WDM" in active else 0,
    )
