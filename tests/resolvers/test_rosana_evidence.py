"""ROSANA's evidence: fitted factors for third-person pronouns in English, which the paper does not
have.
"""

from __future__ import annotations

import pytest

from coindex.core.glossary import explanation
from coindex.language.syntax.functions import Function
from coindex.resolvers.rosana import Rosana
from coindex.resolvers.rosana.evidence import EVIDENCE, points_of
from coindex.resolvers.sieve.salience import SALIENCE_TERMS
from tests.language.conftest import tree
from tests.resolvers.rosana_cases import GERMAN
from tests.resolvers.worked import Worked, read

TEXT = "Mary Smith lost a key in the old house. She looked for it."
LITERAL = "rosana(profile='2001')"


def shown(resolver: str, text: str = TEXT, form: str = "it") -> set[str]:
    """The evidence that a decision names."""
    factors = Worked(resolver, read(text)).factors(form)
    return {name for named in factors.values() for name in named} & set(EVIDENCE)


def test_decisions_name_the_evidence() -> None:
    assert {"NEAR", "ROLE", "FORM"} <= shown("rosana")


def test_the_algorithm_as_printed_has_none() -> None:
    assert not shown(LITERAL)


@pytest.mark.parametrize("factor", EVIDENCE)
def test_each_can_be_switched_off(factor: str) -> None:
    assert shown(f"rosana(without=({factor!r},))") == shown("rosana") - {factor}


def test_weights_multiply() -> None:
    once = Worked("rosana", read(TEXT)).factors("it")
    twice = Worked("rosana(weights={'NEAR': 2})", read(TEXT)).factors("it")
    assert once["key"]["NEAR"]
    assert twice["key"]["NEAR"] == 2 * once["key"]["NEAR"]
    assert Rosana().published["NEAR"] == 1


@pytest.mark.parametrize("family", ["he", "it", "they", "this"])
def test_the_marks_of_the_table_are_those_of_the_sieve(family: str) -> None:
    points = points_of(family)
    assert points
    for mark, (factor, value) in points.items():
        assert factor in EVIDENCE
        assert value
        assert mark in {"quantity", *Function} or explanation(SALIENCE_TERMS, mark), mark


def test_other_families_have_none() -> None:
    assert points_of("zero") == {}


def test_evidence_decides() -> None:
    off = f"rosana(without={EVIDENCE!r})"
    horse = read("The king saw the general. The general's horse was ill. He wept.")
    assert Worked(off, horse).antecedent("He") == "horse"
    assert Worked("rosana", horse).antecedent("He") in {"king", "general", "general#2"}


def test_it_is_fitted_to_english_only() -> None:
    german = Worked("rosana", tree(GERMAN, language="de"))
    assert {name for one in german.of("ihn").admissible for name, _ in one.factors}.isdisjoint(
        EVIDENCE
    )
