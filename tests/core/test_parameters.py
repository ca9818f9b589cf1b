"""Parameters of components: read from their fields, described under them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest

from coindex.core import registry
from coindex.core.parameters import Parameter, parameters


@dataclass(frozen=True)
class Base:
    back: int = 3
    """How many sentences
    to look back."""


@dataclass(frozen=True)
class Sample(Base):
    mode: Literal["a", "b"] = "a"
    names: tuple[str, ...] = ()
    """Names to look for."""


def test_descriptions_stand_under_the_fields_also_of_a_base() -> None:
    assert parameters(Sample) == (
        Parameter("back", "int", "3", "How many sentences to look back."),
        Parameter("mode", "Literal['a', 'b']", "'a'", "", ("a", "b")),
        Parameter("names", "tuple[str, ...]", "()", "Names to look for."),
    )
    assert parameters(int) == ()
    assert [parameter.values for parameter in parameters(Sample)] == [
        "int",
        "'a' or 'b'",
        "tuple[str, ...]",
    ]


@pytest.mark.parametrize(
    ("family", "name"),
    [(family, name) for family in registry.FAMILIES for name in registry.names(family)],
)
def test_every_parameter_is_described(family: str, name: str) -> None:
    for parameter in parameters(registry.component(family, name)):
        assert parameter.description.endswith("."), (
            f"{family}/{name}: describe {parameter.name} under its field"
        )
