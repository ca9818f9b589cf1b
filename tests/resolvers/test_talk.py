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


@pytest.mark.parametrize(
    ("end", "signs"),
    [
        ("Kind regards,\n_Tom Lee_", True),
        ("Best\n\n* *\n **Tom Lee**", True),
        ("All of it was broken by the great storm of yesterday,\nTom Lee", False),
        ("It was broken.\nTom Lee", False),
        ("Best,\nTom Lee broke it", False),
    ],
)
def test_a_signature_is_alone_behind_a_short_line(end: str, signs: bool) -> None:
    letter = f"Dear Ann,\n\nThank you for the lamp. I broke it.\n\n{end}\n\n{'Yes. ' * 10}"
    result = coindex.resolve(letter, resolver="sieve")
    chains = [{one.text(result.document) for one in chain.mentions} for chain in result.entities]
    assert ({"I", "Tom Lee"} in chains) is signs


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
