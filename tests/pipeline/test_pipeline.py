"""What the functions at the top take."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import coindex
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError, MissingExtra, WrongType
from coindex.pipeline.many_texts import resolve_all
from coindex.pipeline.pipeline import resolve


@pytest.mark.parametrize("function", [coindex.resolve, coindex.parse])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "not NoneType"),
        (b"Ann left.", "not bytes: decode it"),
        (["Ann left."], "not list: call it for each text"),
        (Path("story.txt"), "coindex.read gives the documents of a file"),
        (
            Annotated(Document("a", "Ann left."), Annotation("a")),
            r"not Annotated: take its \.document",
        ),
    ],
)
def test_other_types_are_refused_with_a_hint(function: Any, given: object, said: str) -> None:
    with pytest.raises(CoindexError, match=said) as caught:
        function(given)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize("function", [coindex.resolve, coindex.parse, coindex.rewrite])
def test_a_text_too_short_to_tell_its_language_is_warned_of(function: Any) -> None:
    with pytest.warns(coindex.LanguageDoubt, match="parsed as English") as warned:
        function("Ann left.")
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        function("Ann left.", parser="bundled(language='en')")
        function("Ann lost her key. She found it in the car.")


@pytest.mark.parametrize("wrong", ["Ann left.", None, ["Ann left."]])
def test_a_pipeline_works_on_documents(wrong: Any) -> None:
    pipeline = coindex.Pipeline(resolver="recent")
    for call in (pipeline.resolved, pipeline.mentions, lambda one: list(pipeline.parsed([one]))):
        with pytest.raises(CoindexError, match=r"expected a Document, not .*coindex\.parse makes"):
            call(wrong)


def test_results_are_written_as_they_are(tmp_path: Path) -> None:
    result = coindex.resolve("Ann lost her key.", resolver="recent")
    pair = coindex.Annotated(result.document, result.annotation)
    ways: list[Any] = [[result], result, [pair], pair]
    for number, given in enumerate(ways):
        path = tmp_path / f"{number}.conllu"
        coindex.write(given, path)
        assert path.read_text("utf-8") == (tmp_path / "0.conllu").read_text("utf-8") != ""


@pytest.mark.parametrize("wrap", [lambda one: one, lambda one: [one]])
def test_only_annotated_documents_can_be_written(
    tmp_path: Path, wrap: Callable[[Any], Any]
) -> None:
    for wrong in ("text", Document("d", "Ann"), None):
        with pytest.raises(CoindexError, match="expected documents with their annotation, not"):
            coindex.write(wrap(wrong), tmp_path / "w.conllu")
    assert not list(tmp_path.iterdir())


def test_many_texts_have_the_results_of_each() -> None:
    texts: list[str | Document] = [
        "Ann lost her key. She found it.",
        Document("b", "Bob sang. He was happy."),
    ]
    for engine in ("serial", "processes(2)"):
        results = list(resolve_all(iter(texts), resolver="sieve", engine=engine))
        assert [one.document.id for one in results] == ["1", "b"]
        assert [one.text() for one in results] == [
            resolve(text, resolver="sieve").text() for text in texts
        ]


GERMAN = "Anna verlor ihren Schlüssel im Garten. Sie suchte ihn lange, aber sie fand ihn nicht."


class Failing:
    """A resolver that fails on some texts, also in other processes."""

    def resolve(self, document: Document, mentions: Any, *, correct: Any = None) -> Iterator[Any]:
        if "Bob" in document.text:
            raise ValueError("no Bobs")
        yield from ()


@pytest.mark.parametrize("engine", ["serial", "processes(2)"])
def test_texts_that_cannot_be_resolved_are_set_aside(engine: str) -> None:
    texts: list[Any] = ["Ann slept. She snored.", GERMAN, Document("n", GERMAN), None, "Eve left."]
    errors: dict[str, CoindexError] = {}
    results = list(resolve_all(texts, resolver="sieve", engine=engine, errors=errors))
    assert [one.document.id for one in results] == ["1", "5"]
    assert list(errors) == ["2", "n", "4"]
    assert "German" in str(errors["2"]) and "not NoneType" in str(errors["4"])
    with pytest.raises(CoindexError, match="German"):
        list(resolve_all(texts, resolver="sieve", engine=engine))


def test_an_error_of_a_component_concerns_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    coindex.register("resolvers", "failing", Failing)
    texts = ["Ann slept.", "Bob slept."]
    errors: dict[str, CoindexError] = {}
    assert len(list(resolve_all(texts, resolver="failing", errors=errors))) == 1
    assert "ValueError: no Bobs" in str(errors["2"])
    assert str(errors["2"]).startswith("2: ") or " on 2" in str(errors["2"])
    with pytest.raises(Exception, match="no Bobs"):
        list(resolve_all(texts, resolver="failing"))
    with pytest.raises(MissingExtra):
        monkeypatch.setitem(sys.modules, "spacy", None)
        list(resolve_all(texts, parser="spacy", errors=errors))


@pytest.mark.parametrize("wrong", ["Ann sang.", None, Document("a", "Ann sang.")])
def test_one_text_is_not_several(wrong: object) -> None:
    with pytest.raises(WrongType, match="expected several texts, not"):
        resolve_all(wrong)  # type: ignore[arg-type]  # that is the point
