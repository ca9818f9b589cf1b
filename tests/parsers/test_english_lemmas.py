"""Lemmas of verbs that their form cannot have are corrected."""

from __future__ import annotations

import pytest

from coindex.core.document import Document, Sentence, Span, Token
from coindex.pipeline.pipeline import Pipeline
from coindex_en.corrections import corrected


@pytest.mark.parametrize(
    ("form", "model", "lemma"),
    [
        ("wiped", "wi", "wipe"),
        ("sued", "su", "sue"),
        ("begged", "begg", "beg"),
        ("added", "add", "add"),
        ("troubled", "troubl", "trouble"),
        ("curled", "curl", "curl"),
        ("solved", "solv", "solve"),
        ("tore", "take", "tear"),
        ("drank", "dran", "drink"),
        ("lit", "lit", "light"),
        ("visited", "visit", "visit"),
        ("needed", "need", "need"),
        ("cried", "cry", "cry"),
        ("rolled", "roll", "roll"),
        ("saw", "see", "see"),
    ],
)
def test_impossible_lemmas_of_verbs(form: str, model: str, lemma: str) -> None:
    token = Token(0, len(form), form, model, "VERB")
    document = Document("d", form, "en", (token,), (Sentence(Span(0, 1)),))
    assert corrected(document).tokens[0].lemma == lemma


@pytest.mark.parametrize(
    ("feats", "lemma"),
    [
        ("Mood=Ind|Tense=Past|VerbForm=Fin", "wind"),
        ("VerbForm=Inf", "wound"),
        ("Tense=Pres", "wound"),
    ],
)
def test_past_forms_that_are_also_verbs(feats: str, lemma: str) -> None:
    token = Token(0, 5, "wound", "wound", "VERB", feats=feats)
    document = Document("d", "wound", "en", (token,), (Sentence(Span(0, 1)),))
    assert corrected(document).tokens[0].lemma == lemma


def test_the_name_of_a_speaker_is_one_in_what_is_said() -> None:
    text = "Kofi: Can anyone drive?\nArt: Yes.\nKofi: Great, Art can drive.\nArt: I like the Art of it."
    (document,) = Pipeline().parsed([Document("chat", text, "en")])
    tags = [token.upos for token in document.tokens if token.form == "Art"]
    assert tags[:3] == ["PROPN"] * 3
