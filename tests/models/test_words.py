"""Lemma edit scripts and the features of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.models.word_features import (
    CHARACTERS,
    FIRST_KNOWN,
    PAD,
    UNKNOWN_DIGIT,
    UNKNOWN_LETTER,
    UNKNOWN_OTHER,
    UNKNOWN_UPPER,
    LetterCase,
    alphabet_ids,
    apply_script,
    case_class,
    character_ids,
    clipped,
)
from training.parser.scripts import edit_script


@pytest.mark.parametrize(
    ("form", "lemma", "script"),
    [
        ("dog", "dog", "l|0+|0+"),
        ("Dogs", "dog", "l|0+|1+"),
        ("Smith", "Smith", "k|0+|0+"),
        ("GERMANY", "Germany", "c|0+|0+"),
        ("usa", "USA", "u|0+|0+"),
        ("was", "be", "=be"),
        ("took", "take", "l|0+|3+ake"),
        ("unhappier", "happy", "l|2+|3+y"),
        ("n't", "not", "l|0+|2+ot"),
        ("|+|", "|+|", "l|0+|0+"),
        ("ab", "|ab", "=|ab"),
        ("ab", "+ab|+", "l|0++|0+|+"),
    ],
)
def test_script_is_the_shortest_edit(form: str, lemma: str, script: str) -> None:
    assert edit_script(form, lemma) == script
    assert apply_script(form, script) == lemma


@given(st.text("abA|+="), st.text("abA|+=") | st.text())
def test_script_gives_back_the_lemma(form: str, lemma: str) -> None:
    assert apply_script(form, edit_script(form, lemma)) == lemma


@given(st.text(), st.text(min_size=1), st.text())
def test_a_script_applies_to_any_form(form: str, other: str, lemma: str) -> None:
    assert isinstance(apply_script(form, edit_script(other, lemma)), str)


def test_a_script_that_does_not_fit_leaves_the_form() -> None:
    assert apply_script("as", "l|2+|3+y") == "as"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("dog", LetterCase.LOWER),
        ("Dog", LetterCase.TITLE),
        ("I", LetterCase.SINGLE_UPPER),
        ("A.", LetterCase.SINGLE_UPPER),
        ("NATO", LetterCase.UPPER),
        ("iPhone", LetterCase.MIXED),
        ("McDonald", LetterCase.MIXED),
        ("1,200", LetterCase.DIGITS),
        ("B2", LetterCase.ALPHANUMERIC),
        ("—", LetterCase.SYMBOL),
        ("", LetterCase.SYMBOL),
        ("東京", LetterCase.UNCASED),
    ],
)
def test_case_class(form: str, expected: LetterCase) -> None:
    assert case_class(form) is expected


def test_characters_are_padded_and_unknown_ones_named_by_kind() -> None:
    ids = character_ids("aZé7☃", alphabet_ids("ab"))
    assert ids[:5] == [FIRST_KNOWN, UNKNOWN_UPPER, UNKNOWN_LETTER, UNKNOWN_DIGIT, UNKNOWN_OTHER]
    assert ids[5:] == [PAD] * (CHARACTERS - 5)


def test_long_words_keep_both_ends() -> None:
    alphabet = alphabet_ids("abc")
    ids = character_ids("a" * 30 + "b" * 30 + "c" * 30, alphabet)
    half = CHARACTERS // 2
    assert ids == [alphabet["a"]] * half + [alphabet["c"]] * half
    assert list(clipped([1, 2, 3, 4, 5], 4)) == [1, 2, 4, 5]
    assert list(clipped([1, 2, 3, 4], 4)) == [1, 2, 3, 4]
