"""The component language."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.core import registry, spec
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import CoindexError, SpecError, UnknownComponent
from coindex.core.protocols import AlignedPair, Correct, Counts, NamedValues
from coindex.core.spec import Spec
from coindex.measures.scores import prf


@dataclass(frozen=True, slots=True)
class Example:
    window: int = 3
    without: tuple[str, ...] = ()
    weight: float = 1.0
    strict: bool = False

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return iter(())


@dataclass(frozen=True, slots=True)
class Score:
    singletons: bool = True
    view: str = "exact"
    headline: ClassVar[str] = "f1"

    def counts(self, pair: AlignedPair) -> Counts:
        return (1,)

    def score(self, counts: Counts) -> NamedValues:
        return prf(counts[0], 1, counts[0], 1)


@dataclass(frozen=True, slots=True)
class Half:
    """Without what its family asks for."""

    headline: ClassVar[str] = "f1"

    def counts(self, pair: AlignedPair) -> Counts:
        return (1,)


def same(one: object, other: object) -> bool:
    return one == other


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
    assert same(built, Example(window=2, without=("A",)))
    assert registry.spec_of(built) == "example(window=2, without=('A',))"
    assert registry.spec_of(Example()) == "example"
    assert same(registry.build("measures", "Score@head"), Score(view="head"))
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


def test_a_component_that_is_not_complete_is_named_with_what_it_lacks() -> None:
    registry.register("measures", "Half", Half)
    with pytest.raises(
        CoindexError, match=r"'Half' is not a complete measure.*\(Measure: view, score\)"
    ):
        registry.build("measures", "Half")
    registry.register("formats", "half", Half)
    with pytest.raises(
        CoindexError, match=r"Reader: suffixes, recognise, read or Writer: suffixes, carries, write"
    ):
        registry.build("formats", "half")


def test_a_plug_in_that_cannot_be_imported_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declared = {"good": EntryPoint("good", "tests.core.test_spec:Example", "coindex.resolvers")}
    declared["bad"] = EntryPoint("bad", "no_such_package:Bad", "coindex.resolvers")
    monkeypatch.setattr(registry, "declarations", lambda family: declared)
    monkeypatch.setattr(registry, "declaration", lambda family, name: declared[name])
    monkeypatch.setattr(registry, "_added", {})
    assert registry.names("resolvers") == ["bad", "good"]
    assert registry.installed("resolvers") == ["good"]
    assert "no_such_package" in registry.broken("resolvers")["bad"]


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
    assert same(registry.build("resolvers", registry.spec_of(component)), component)


@given(st.text(max_size=60))
def test_any_string_reads_or_is_refused(text: str) -> None:
    with contextlib.suppress(SpecError):
        assert spec.read(text).name


def test_choices_are_checked() -> None:
    with pytest.raises(SpecError, match="zeros is 'given' or 'found', not 'lost'"):
        registry.build("parsers", "given(zeros='lost')")
    assert (
        registry.spec_of(registry.build("parsers", "given(zeros='found')"))
        == "given(zeros='found')"
    )


def test_threads_load_a_package_and_its_module_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a lock, Python breaks the deadlock of the two imports with an incomplete module."""
    package = tmp_path / "loaded_twice"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import time\n"
        "time.sleep(0.2)  # until the other thread waits for the package\n"
        "from loaded_twice.module import Example\n"
    )
    (package / "module.py").write_text(
        "from loaded_twice import other\nfrom tests.core.test_spec import Example\n"
    )
    (package / "other.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    declared = {
        name: EntryPoint(name, f"{module}:Example", "coindex.resolvers")
        for name, module in (("whole", "loaded_twice"), ("part", "loaded_twice.module"))
    }
    monkeypatch.setattr(registry, "declaration", lambda family, name: declared[name])
    loaded: dict[str, object] = {}

    def load(name: str) -> None:
        try:
            loaded[name] = registry.component("resolvers", name)
        except CoindexError as error:
            loaded[name] = error

    threads = [Thread(target=load, args=(name,)) for name in declared]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loaded == {"whole": Example, "part": Example}
