"""Genders of mentions that an annotator marked, for separating a chain."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.core.annotation import Kind
from coindex.core.document import Document
from coindex.workbench.editing.contents import simply_cut
from coindex.workbench.editing.genders import genders
from coindex.workbench.editing.states import MentionState
from tests.workbench.material import application, client, new_project, new_text


@pytest.mark.parametrize(
    ("words", "kind", "gender"),
    [
        ("Anna", "name", "Fem"),
        ("Peter", "name", "Masc"),
        ("she", "personal", "Fem"),
        ("his", "possessive", "Masc"),
        ("it", "personal", "Neut"),
        ("they", "personal", ""),
        ("Mrs Dalloway", "name", "Fem"),
        ("her brother", "nominal", "Masc"),
    ],
)
def test_an_unparsed_text_without_heads(words: str, kind: str, gender: str) -> None:
    document = simply_cut(Document("one", words, "en"))
    mention = MentionState(parts=[(0, len(document.tokens))], kind=Kind(kind))
    assert genders(document, [mention]) == [gender]


def test_a_zero_pronoun_has_none() -> None:
    document = simply_cut(Document("one", "Estaba guapa.", "es"))
    assert genders(document, [MentionState(zero=0)]) == [""]


def test_the_head_of_a_parsed_mention_decides() -> None:
    from coindex.parsers.bundled import Bundled

    text = Document("one", "The mother of Peter slept.", "en")
    (document,) = Bundled().parse([text])
    assert genders(document, [MentionState(parts=[(0, 4)], kind=Kind.NOMINAL)]) == ["Fem"]


def test_the_route_answers_and_refuses_what_is_beyond_the_text(tmp_path: Path) -> None:
    with client(application(tmp_path)) as browser:
        document = new_text(browser, new_project(browser))
        path = f"{document}/genders"
        answer = browser.post(path, json={"mentions": [{"parts": [[0, 1]], "kind": "name"}]})
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["genders"]) == 1
        beyond = browser.post(path, json={"mentions": [{"parts": [[0, 9_000]]}]})
        assert beyond.status_code == 422
