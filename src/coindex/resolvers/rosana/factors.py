"""Step 2, scoring: profiles as data, and the contribution of each active factor to a candidate's
score.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from coindex.core.errors import SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.core.parameters import Lines, Range
from coindex.language.discourse.discourse import Expression
from coindex.language.lexicon import words
from coindex.language.syntax.functions import Function
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

FACTOR_TERMS: Glossary = {
    "SYR": "salience factor: the candidate has the same syntactic function as the anaphor",
    "EEP": "salience factor: existential position, there is ...",
    "SUP": "salience factor: subject",
    "PGP": "salience factor: possessive pronoun, Saxon genitive or genitive attribute",
    "DOP": "salience factor: direct object",
    "IOP": "salience factor: indirect object",
    "APP": "salience factor: in an adverbial prepositional phrase",
    "AGR": (
        "known to agree in gender or number, not only not known to disagree; in the paper a "
        "preference without a number"
    ),
    "KAM": "cataphora malus: the candidate follows the anaphor",
    "SDM": "sentence distance malus: for each sentence between the two",
    "WDM": "word distance malus: for each unit of words between the two",
    "HEUR": "heuristic malus: no rule pattern shows that syntax admits the candidate",
}
UNIT = 25
"""How many words make one unit of word distance."""
Contributions = tuple[tuple[str, float], ...]


class Total(NamedTuple):
    """The contributions of the active factors to a candidate's score, without those that are zero,
    and their sum.
    """

    factors: Contributions
    score: float


Circumstances = tuple[str, bool, bool, int, int, bool, bool]
"""The arguments of a score: see `FactorTotals.contributions`."""


class FactorTotals(dict[Circumstances, Total]):
    """The totals for one class of anaphors, each computed once, since the same
    circumstances recur.
    """

    MOST = 65_536

    def __init__(self, weights: Mapping[str, float], active: frozenset[str], unit: int) -> None:
        super().__init__()
        self._weights, self._active, self._unit = weights, active, unit
        self.counts_words = "WDM" in active and weights["WDM"] != 0

    def __missing__(self, circumstances: Circumstances) -> Total:
        if len(self) >= self.MOST:
            self.clear()
        factors = tuple(self.contributions(*circumstances))
        total = self[circumstances] = Total(factors, sum((value for _, value in factors), 0.0))
        return total

    def contributions(
        self,
        role: str,
        parallel: bool,
        ahead: bool,
        sentences: int,
        words: int,
        agrees: bool,
        heuristic: bool,
    ) -> Iterator[tuple[str, float]]:
        """The contributions, given the `role` and whether it is `parallel`; whether the candidate
        follows; how many sentences and, if they count, words are between; whether it is known to
        agree, and whether no rule pattern admits it.
        """
        weights, active = self._weights, self._active
        if parallel and "SYR" in active:
            yield "SYR", weights["SYR"]
        if role in active:
            yield role, weights[role]
        if ahead and "KAM" in active:
            yield "KAM", -weights["KAM"]
        if sentences and "SDM" in active and weights["SDM"]:
            yield "SDM", -weights["SDM"] * sentences
        if self.counts_words:
            yield "WDM", -weights["WDM"] * words / self._unit
        if agrees and weights["AGR"]:
            yield "AGR", weights["AGR"]
        if heuristic:
            yield "HEUR", -weights["HEUR"]


class FactorTable(NamedTuple):
    """`weights` are as printed: those of KAM, SDM, WDM and HEUR are subtracted.

    `options` are the defaults for options that the resolver was not given.
    """

    weights: Mapping[str, float]
    plans: Mapping[Occurrence, FactorTotals]
    options: Mapping[str, float]


@lru_cache(maxsize=64)
def table(
    profile: str,
    without: tuple[str, ...] = (),
    weights: tuple[tuple[str, float], ...] = (),
    unit: int = UNIT,
    lines: Lines = (),
) -> FactorTable:
    """The table of a profile, with some factors switched off, and some weights and options
    replaced.
    """
    settings = _profile(profile)
    known = dict(settings["weights"])
    for name in (*without, *(name for name, _ in weights)):
        if name not in known:
            raise SpecError(
                Message(
                    "rosana has no factor {name!r}; {suggestion}",
                    name=name,
                    suggestion=suggestion(name, known),
                )
            )
    if unit <= 0:
        raise SpecError(Message("rosana: wdm_unit must be positive, not {unit}", unit=unit))
    off = frozenset(without)
    replaced = {**known, **dict(weights), **dict.fromkeys(off, 0)}
    plans = {
        Occurrence(name): FactorTotals(replaced, frozenset(marks.split()) - off, unit)
        for name, marks in settings["active"].items()
    }
    for option, value in lines:
        _check_option("rosana", option, value)
    return FactorTable(replaced, plans, {**settings["options"], **dict(lines)})


@cache
def _profile(name: str) -> Mapping[str, Mapping[str, Any]]:
    """A profile of Coindex, or one in a file; what it does not define is as in `default`."""
    folder = files(__package__).joinpath("profiles")
    known = sorted(
        path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml")
    )
    source = Path(name) if name.endswith(".toml") else folder.joinpath(f"{name}.toml")
    if name not in known and not (name.endswith(".toml") and source.is_file()):
        raise SpecError(
            Message(
                "rosana has no profile {name!r}; {suggestion}; or give a file NAME.toml",
                name=name,
                suggestion=suggestion(name, known),
            )
        )
    try:
        settings = tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SpecError(Message("profile {name}: {error}", name=name, error=error)) from error
    if name == "default":
        return settings
    default = _profile("default")
    for option, value in settings.get("options", {}).items():
        _check_option(f"profile {name}", option, value)
    return {part: {**values, **settings.get(part, {})} for part, values in default.items()}


def _check_option(where: str, option: str, value: object) -> None:
    """Refuse an option that profiles do not have, or a value of another kind than the default's."""
    known = _profile("default")["options"]
    if option not in known:
        raise SpecError(
            Message(
                "{where}: no option {option!r}; {suggestion}",
                where=where,
                option=option,
                suggestion=suggestion(option, known),
            )
        )
    if isinstance(known[option], bool):
        right = isinstance(value, bool)
    else:
        right = isinstance(value, int | float) and not isinstance(value, bool)
    if not right:
        raise SpecError(
            Message(
                "{name}: {item} must be {type}, not {value!r}",
                name=where,
                item=option,
                type=type(known[option]).__name__,
                value=value,
            )
        )
    if option == "certain":
        Range(0, 1).check(where, option, value)


def role(expression: Expression) -> str:
    """The factor that rewards the syntactic role of a candidate, or the empty string."""
    if expression.function is Function.ATTRIBUTE:
        genitive = words(expression.discourse.document.language, "syntax", "genitive")
        return "PGP" if expression.preposition in genitive else ""
    return _ROLES.get(expression.function, "")
