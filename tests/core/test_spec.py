"""The component language."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.core import registry, spec
from coindex.core.errors import SpecError, UnknownComponent
from coindex.core.spec import Spec


@dataclass(frozen=True, slots=True)
class Example:
    window: int = 3
    without: tuple[str, ...] = ()
    weight: float = 1.0
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    singletons: bool = True
    view: str = "exact"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_added", {})
    registry.register("resolvers", "example", Example)
    registry.register("measures", "Score", Score)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mitkov", Spec("mitkov")),
        (" mitkov ( window = 2 ) ", Spec("mitkov", named=(("window", 2),))),
        ("LEA(singletons=False)@exact", Spec("LEA", named=(("singletons", False),), view="exact")),
        ("CoNLL@head", Spec("CoNLL", view="head")),
        ("processes(4)", Spec("processes", (4,))),
        ('rosana(without=("SYR", "SUP"))', Spec("rosana", named=(("without", ("SYR", "SUP")),))),
        ("rosana(weights={'SYR': 20})", Spec("rosana", named=(("weights", (("SYR", 20),)),))),
    ],
)
def test_reads_names_parameters_and_views(text: str, expected: Spec) -> None:
    assert spec.read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a b",
        "f(",
        "f(x=open('y'))",
        "f(**{})",
        "__import__('os').system('x')",
        "f(x=1+y)",
        "lambda: 1",
        "a.b(c=1)",
        "f()()",
        "1",
    ],
)
def test_refuses_everything_that_is_not_a_literal_call(text: str) -> None:
    with pytest.raises(SpecError):
        spec.read(text)


def test_refuses_monstrous_strings_quickly() -> None:
    for text in ("f(x=" + "(" * 5000 + ")" * 5000 + ")", "a" * 20_000, "f(x=" + "-" * 9000 + "1)"):
        with pytest.raises(SpecError):
            spec.read(text)


def test_builds_and_names_components() -> None:
    built = registry.build("resolvers", "example(2, without=['A'])")
    assert built == Example(window=2, without=("A",))
    assert registry.spec_of(built) == "example(window=2, without=('A',))"
    assert registry.spec_of(Example()) == "example"
    assert registry.build("measures", "Score@head") == Score(view="head")
    assert registry.spec_of(Score(singletons=False, view="head")) == "Score(singletons=False)@head"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("exmaple", "did you mean 'example'?"),
        ("example(windw=2)", "did you mean 'window'?"),
        ("example(window='x')", "window must be int"),
        ("example(window=True)", "window must be int"),
        ("example(1, window=2)", "'window' twice"),
        ("example(1, (), 2.0, True, 5)", "at most 4 parameters"),
        ("example@head", "only measures take a view"),
    ],
)
def test_says_what_is_wrong_and_what_was_meant(text: str, said: str) -> None:
    with pytest.raises(SpecError, match=".*" + said.replace("?", r"\?")):
        registry.build("resolvers", text)


def test_unknown_family_is_named() -> None:
    with pytest.raises(UnknownComponent, match="did you mean 'resolvers'"):
        registry.names("resolver")


@given(
    st.integers(),
    st.lists(st.text(max_size=5)).map(tuple),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
)
def test_every_component_comes_back_from_its_string(
    window: int, without: tuple[str, ...], weight: float, strict: bool
) -> None:
    component = Example(window, without, weight, strict)
    assert registry.build("resolvers", registry.spec_of(component)) == component


@given(st.text(max_size=60))
def test_any_string_reads_or_is_refused(text: str) -> None:
    with contextlib.suppress(SpecError):
        assert spec.read(text).name


def test_choices_are_checked() -> None:
    with pytest.raises(SpecError, match="zeros is 'given' or 'found', not 'lost'"):
        registry.build("parsers", "given(zeros='lost')")
    assert registry.spec_of(registry.build("parsers", "given(zeros='found')")) == "given(zeros='found')"
