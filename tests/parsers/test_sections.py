"""What a bundled model says of the words of a window, put into tokens."""

from __future__ import annotations

import numpy as np
import pytest

from coindex.core.document import Span
from coindex.parsers.model_words import ModelWords
from coindex.parsers.sections import SURELY_PERSON, _least_chance, _Types, null_chances

NAMES = ["none", "object", "person", "place"]


def types(*chances: float) -> _Types:
    return _Types(np.log(np.array([chances], np.float32)), NAMES)


@pytest.mark.parametrize(
    ("chances", "of_word", "of_head"),
    [
        ((0.6, 0.1, 0.25, 0.05), "Mention=0.40", "EntityType=object|Mention=0.40"),
        ((0.05, 0.05, 0.85, 0.05), "EntityType=person", "EntityType=person"),
        ((0.2, 0.1, 0.4, 0.3), "EntityType=person|Mention=0.80", "EntityType=place|Mention=0.80"),
        ((0.05, 0.9, 0.03, 0.02), "EntityType=object", "EntityType=object"),
        ((0.95, 0.01, 0.03, 0.01), "", "EntityType=object|Mention=0.05"),
    ],
)
def test_a_head_has_a_type_and_is_a_person_only_if_that_is_sure(
    chances: tuple[float, ...], of_word: str, of_head: str
) -> None:
    found = types(*chances)
    assert (found.of_word(0), found.of_head(0, 0.7)) == (of_word, of_head)


def test_a_noun_the_lexicon_knows_for_a_person_needs_less_to_be_one() -> None:
    assert _least_chance("Carpenter", "NOUN", "en") == SURELY_PERSON["person noun"]
    assert _least_chance("cookie", "NOUN", "en") == SURELY_PERSON["noun"]
    assert _least_chance("Carpenter", "PROPN", "en") == SURELY_PERSON["name"]
    assert SURELY_PERSON["person noun"] < SURELY_PERSON["name"] < SURELY_PERSON["noun"]


def test_the_chance_of_a_subject_left_out_is_that_of_a_finite_verb() -> None:
    names = ["none", "explicit", "null", "impersonal"]
    chances = null_chances(
        np.log(np.array([[0.6, 0.1, 0.3, 1e-9], [0.01, 0.9, 0.05, 0.04]], np.float32)), names
    )
    assert chances == pytest.approx([0.75, 0.05 / 0.99], abs=1e-4)
    assert null_chances(np.array([[200.0, 0, 0, 0]], np.float32), names) == [0]


def shown(*paragraphs: str) -> list[str]:
    forms = [form for paragraph in paragraphs for form in paragraph.split()]
    begins = [not place for paragraph in paragraphs for place in range(len(paragraph.split()))]
    count = len(forms)
    words = ModelWords(
        [0] * count,
        [0] * count,
        forms,
        [True] * count,
        begins,
        [False] * count,
        [False] * count,
        [],
    )
    return list(words.shown(Span(0, count)))


def test_paragraphs_in_capitals_are_shown_in_lower_case() -> None:
    assert (
        " ".join(shown("EL 3 DE MAYO LLEGÓ", "La ONU votó . OTAN"))
        == "el 3 de mayo llegó La ONU votó . OTAN"
    )
    assert " ".join(shown("ONU Y OTAN")) == "ONU Y OTAN"
