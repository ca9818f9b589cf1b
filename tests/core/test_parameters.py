"""Parameters of components: read from their fields, described under them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal

import pytest

from coindex.core import registry, spec
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.core.parameters import Parameter, component, parameters, ranged
from coindex.core.protocols import Correct
from coindex.core.spec import Spec


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


@component
class Bounded:
    """A component whose parameters have ranges."""

    window: int = ranged(3, least=1)
    """How far to look."""
    share: float | None = ranged(None, least=0, most=1)
    """How much to take."""
    mode: Literal["near", "far"] = "near"
    """Where to look."""
    names: tuple[str, ...] | str = ()
    """What to look for."""

    def __post_init__(self) -> None:
        if isinstance(self.names, str):
            object.__setattr__(self, "names", (self.names,))

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return iter(())


@component
class Both(Bounded):
    _: KW_ONLY
    rest: int = ranged(0, least=0)
    """What remains."""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"window": 0}, "window must be at least 1, not 0"),
        ({"window": True}, "window must be int, not True"),
        ({"window": "3"}, "window must be int, not '3'"),
        ({"share": 1.5}, "share must be from 0 to 1, not 1.5"),
        ({"mode": "fra"}, "mode is 'near' or 'far', not 'fra'; did you mean 'far'?"),
        ({"rest": -1}, "rest must be at least 0, not -1"),
    ],
)
def test_a_range_holds_for_constructor_calls_and_strings_alike(
    options: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_added", {})
    registry.register("resolvers", "both", Both)
    with pytest.raises(SpecError, match="^" + re.escape(f"Both: {said}")):
        Both(**options)
    with pytest.raises(SpecError, match="^" + re.escape(f"both: {said}")):
        registry.build("resolvers", str(Spec("both", named=tuple(options.items()))))


def test_what_is_in_range_is_taken_and_set_right_by_the_component() -> None:
    taken = Both(window=1, share=1, names="Ann", rest=2)
    assert (taken.window, taken.share, taken.names, taken.rest) == (1, 1, ("Ann",), 2)
    assert Both(share=None).share is None
    assert [one.values for one in parameters(Bounded)][:2] == ["int >= 1", "float | None in [0, 1]"]


def test_what_a_base_adds_by_name_comes_last() -> None:
    @component
    class First:
        _: KW_ONLY
        last: int = ranged(9, least=0)
        """Of the base."""

    @component
    class Second(First):
        mode: Literal["a", "b"] = "a"
        """Its own."""

    assert [one.name for one in parameters(Second)] == ["mode", "last"]
    built = spec.build(Second, spec.read("second('b', 3)"))
    assert spec.parameters(built) == (("mode", "b"), ("last", 3))
