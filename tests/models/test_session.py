"""The features of words that a bundled model reads."""

from __future__ import annotations

import pytest

from coindex.models.session import folder_of, model, tokenizer
from coindex.models.word_features import PIECES

FORMS = "the The THE house houses anaphora xylographers Ælfric café del niño it's 1985 , ok OK"


@pytest.mark.parametrize("language", ["en", "es"])
def test_words_have_the_pieces_that_the_tokeniser_gives_them(language: str) -> None:
    folder = folder_of(language)
    pieces = tokenizer(folder / "tokenizer.json")
    forms = FORMS.split()
    for form, look in zip(forms, model(language).looks(forms), strict=True):
        expected = pieces.encode(form, add_special_tokens=False).ids
        assert len(expected) <= PIECES
        assert list(look.pieces) == expected, form
