"""What notebooks show, and the editor of chains; its page is tested in `tests/faults/browser`."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest

import coindex
from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.layers import Layer
from coindex.integrations import chain_editor
from coindex.integrations.notebook import ChainEditor, show

TEXT = "Ann lost her key. She found it."


@pytest.fixture
def result(monkeypatch: pytest.MonkeyPatch) -> coindex.Result:
    """With a stand-in for the widget where the library is not installed."""
    if find_spec("anywidget") is None:
        monkeypatch.setattr(chain_editor, "_widget_class", lambda: SimpleNamespace)
    return coindex.resolve(TEXT)


def chains(annotation: Any, document: Any) -> list[list[str]]:
    return [[m.text(document) for m in entity.mentions] for entity in annotation.entities]


def test_reasons_are_shown_on_hover(result: coindex.Result) -> None:
    html = result._repr_html_()
    assert 'title="“it” (sentence 2): refers to “her key” (sentence 1)' in html
    assert "for it: " in html and "runner-up: " in html and "resolved by hybrid" in html
    assert '.coindex:has([data-e="2"]:hover) [data-e="2"]' in html
    assert "<script" not in html


def test_what_comes_from_the_text_is_escaped() -> None:
    html = show("Ann said: <b> & she left.")._repr_html_()
    assert "<b>" not in html and "&lt;b&gt; &amp; " in html


def test_a_switch_between_resolvers() -> None:
    views = show("Tom told Mark that he had lost his job.", ["sieve", "rosana"])
    html = views._repr_html_()
    assert html.count('type="radio"') == html.count("<section") == 2
    assert html.count(" checked>") == 1
    assert "resolved by sieve" in html and "resolved by rosana" in html
    assert views["rosana"].document is views["sieve"].document
    assert views._repr_html_() != html  # names of buttons differ between outputs of a notebook
    with pytest.raises(CoindexError, match="no result of 'hobbs'; there are sieve, rosana"):
        views["hobbs"]
    with pytest.raises(CoindexError, match="list of one or more"):
        show(TEXT, "sieve")


def test_an_untouched_editor_changes_nothing(result: coindex.Result) -> None:
    editor = ChainEditor(result, annotator="me")
    annotation = editor.annotation
    assert annotation.source == ("me", "human")
    assert annotation.entities == result.annotation.entities
    assert annotation.mentions == result.annotation.mentions
    assert annotation.links == result.annotation.links


def test_corrections_come_back_as_an_annotation(result: coindex.Result, tmp_path: Any) -> None:
    editor = ChainEditor(result)
    assert editor.marks[0] == {"parts": [[0, 1]], "entity": "1"}
    assert [word for word, _ in editor.widget.words][:3] == ["Ann", "lost", "her"]
    kept = [mark for mark in editor.marks if mark["parts"] != [[5, 6]]]
    editor.marks = [*kept, {"parts": [[5, 7]], "entity": "new1"}]
    annotation = editor.annotation
    assert chains(annotation, editor.document)[0] == ["Ann", "her"]
    assert chains(annotation, editor.document)[-1] == ["She found"]
    assert all(link.anaphor.text(editor.document) != "She" for link in annotation.links)
    lost = coindex.write([editor.result], tmp_path / "a.jsonl")
    (again,) = coindex.read(tmp_path / "a.jsonl")
    assert Layer.SOURCE not in lost and again.annotation.entities == annotation.entities


def test_zeros_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain_editor, "_widget_class", lambda: SimpleNamespace)
    result = coindex.resolve("María llegó tarde. Perdió las llaves y no las encontró.")
    editor = ChainEditor(result)
    assert "∅" not in {word for word, _ in editor.widget.words}
    assert editor.annotation.entities == result.annotation.entities


@pytest.mark.parametrize(
    "mark",
    [
        {"parts": [[0, 99]], "entity": "1"},
        {"parts": [[2, 1]], "entity": "1"},
        {"parts": [], "entity": "1"},
        {"parts": [[4, 5], [0, 1]], "entity": "1"},
        {"parts": [[0, 1]], "entity": ""},
        {"parts": [[0, 1]]},
        "Ann",
    ],
)
def test_what_a_page_cannot_have_sent(result: coindex.Result, mark: Any) -> None:
    editor = ChainEditor(result)
    editor.marks = [mark]
    with pytest.raises(CoindexError, match=r"not a mention|not words of the document"):
        _ = editor.annotation


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    chain_editor._widget_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(MissingExtra, match="anywidget"):
        ChainEditor(coindex.resolve(TEXT))
