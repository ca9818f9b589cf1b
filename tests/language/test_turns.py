"""Turns of dialogues, by the ways in which names of speakers are written."""

from __future__ import annotations

import pytest

from coindex.core.document import Document
from coindex.language.speech.turns import spoken, turns_of
from coindex.parsers.bundled import Bundled


def parsed(text: str) -> Document:
    return next(iter(Bundled(language="en").parse([Document("d", text)])))


FIRST, SECOND = "Have you seen my bag?", "You left it in the car."


@pytest.mark.parametrize(
    "form",
    [
        "{}: ",
        "[10:03] {}: ",
        "[12/03/2024, 10:03] {}: ",
        "12/03/2024, 10:03 - {}: ",
        "{} (10:03): ",
        "**{}:** ",
        "**{}**: ",
        "<{}> ",
        "{{{{{}}}}} ",
        "- {}: ",
        "{}  10:03 AM\n",
    ],
)
def test_a_name_is_written_in_many_ways(form: str) -> None:
    text = f"{form.format('Anna')}{FIRST}\n{form.format('Ben')}{SECOND}"
    document = parsed(text)
    assert [(turn.name, document.surface(turn.span)) for turn in turns_of(document)] == [
        ("Anna", FIRST),
        ("Ben", SECOND),
    ]
    speakers = {
        document.surface(sentence.span): sentence.speaker for sentence in spoken(document).sentences
    }
    assert next(name for said, name in speakers.items() if said.endswith(SECOND)) == "Ben"


def test_a_time_begins_a_turn_inside_a_line() -> None:
    document = parsed(f"[10:02] Anna: {FIRST} [10:03] Ben: {SECOND}")
    assert [(turn.name, document.surface(turn.span)) for turn in turns_of(document)] == [
        ("Anna", FIRST),
        ("Ben", SECOND),
    ]


@pytest.mark.parametrize("names", [("anna_k", "ben99"), ("SPEAKER_00", "SPEAKER_01")])
def test_handles_speak(names: tuple[str, str]) -> None:
    document = parsed("\n".join(f"{name}: I am here." for name in names))
    assert [turn.name for turn in turns_of(document)] == [*names]


@pytest.mark.parametrize(
    "text",
    [
        "Note: Ann left.\nWarning: Bob stays.",
        "Ingredients: two eggs.\nMethod: beat them.",
        "note: she left\nresult: he stays",
        "She said this: he left. He said that: she left.",
        "See https://example.org/a:b for it.",
    ],
)
def test_a_colon_does_not_make_a_dialogue(text: str) -> None:
    assert not list(turns_of(parsed(text)))


def test_a_few_lines_that_end_like_labels_make_no_talk() -> None:
    lines = ["Ann went home, and her cat slept."] * 300
    ending = ["I kissed my", "mother: she kissed me.", "He went to the", "Master: he was at home."]
    assert [*turns_of(parsed("\n".join(ending)))]
    assert not [*turns_of(parsed("\n".join([*lines, *ending, *lines])))]
