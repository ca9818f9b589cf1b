"""Who is *I* and *you* by the form of a text: labels of speakers, greetings, signatures."""

from __future__ import annotations

import pytest

import coindex

LETTER = "Dear Ann,\n\nThank you for the lamp. I broke it.\n\nBest,\nTom Lee"
ANSWER = "Dear Ann,\n\nI broke your lamp.\n\nBest,\nTom\n\nDear Tom,\n\nI forgive you."


@pytest.mark.parametrize("resolver", ["sieve", "rosana"])
def test_a_letter_names_who_is_written_to_and_who_writes(resolver: str) -> None:
    result = coindex.resolve(LETTER, resolver=resolver)
    chains = [{one.text(result.document) for one in chain.mentions} for chain in result.entities]
    assert {"Dear Ann", "you"} in chains
    assert {"I", "Tom Lee"} in chains


def test_whoever_was_written_to_answers() -> None:
    result = coindex.resolve(ANSWER, resolver="sieve")
    chains = [[one.text(result.document) for one in chain.mentions] for chain in result.entities]
    assert ["Dear Ann", "your", "I"] in chains


@pytest.mark.parametrize("resolver", ["sieve", "rosana", "hybrid"])
def test_labels_name_speakers(resolver: str) -> None:
    text = "[10:03] Ben: hi\n[10:04] Ann: @Ben did you see my bag?\n[10:05] Ben: no"
    assert coindex.resolve(text, resolver=resolver).text() == (
        "[10:03] [Ben]1: hi\n[10:04] [Ann]2: [@Ben]1 did [you]1 see [my]2 bag?\n[10:05] [Ben]1: no"
    )
