"""Section headings of parsed text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex import corpora, formats
from coindex.core.document import ROOT, Document, Token
from coindex.language.discourse.headings import with_headings
from coindex.pipeline.pipeline import Pipeline

PROSE = "Open the door. Pull out the tray and the lamp. Clean it."


def headings(text: str) -> list[str]:
    document = next(Pipeline().parsed([Document("text", text)]))
    return [document.surface(sentence.span) for sentence in document.sentences if sentence.heading]


def test_titles_above_prose() -> None:
    assert headings(f"Cleaning the tray\n\n{PROSE}") == ["Cleaning the tray"]
    assert headings(f"2. Cleaning the tray\n\n{PROSE}") == ["2. Cleaning the tray"]
    assert headings(f"2. Changing the lamp\n\n{PROSE}") == ["2. Changing the lamp"]
    assert headings(f"The printer\n\nCleaning the tray\n\n{PROSE}") == [
        "The printer",
        "Cleaning the tray",
    ]
    assert headings(f"{PROSE}\n\nThe printer") == []


def test_what_is_not_a_title() -> None:
    assert headings("The tray is full.\n\nEmpty it.") == []
    assert headings("Ann said so\n\nThen she left.") == []
    assert headings("Open the tray\n\nClean it.") == []
    assert headings("Ink\n\nPaper\n\nTape\n\nGlue\n\nBuy them all.") == []


@pytest.mark.parametrize(
    "title",
    [
        *("2. Replace the belt", "3) Winding the clock", "1.2 Oiling the chain", "4 Paper jams"),
        *("7. The lamp does not burn", "2.1. What the lights mean", "10. Bring your own paper"),
        *("Bleeding the brakes", "Loading paper, film and foil", "STORING THE BOAT"),
        *("Descale the Kettle", "Before you begin", "How the clutch works", "Parts list"),
        *("Replace the belt", "If the pilot light goes out", "A. Sharpening the blade"),
    ],
)
def test_titles_of_many_shapes(title: str) -> None:
    assert headings(f"{title}\n\n{PROSE}") == [title]


def misread(title: str) -> list[str]:
    """The headings when the parser takes the first word of a title for a finite verb."""
    document = next(Pipeline().parsed([Document("text", f"{title}\n\n{PROSE}")]))
    sentences = tuple(sentence._replace(heading=False) for sentence in document.sentences)
    first = next(index for index, token in enumerate(document.tokens) if token.form[0].isalpha())
    verb = Token._replace(
        document.tokens[first],
        lemma=document.tokens[first].form.lower(),
        upos="VERB",
        feats="Mood=Ind|VerbForm=Fin",
        head=ROOT,
        deprel="root",
    )
    read = [
        verb if index == first else token._replace(head=first, deprel="obj")
        for index, token in enumerate(document.tokens[: sentences[0].span.end])
    ]
    tokens = (*read, *document.tokens[len(read) :])
    wrong = with_headings(replace(document, tokens=tokens, sentences=sentences))
    return [wrong.surface(sentence.span) for sentence in wrong.sentences if sentence.heading]


@pytest.mark.parametrize(
    "title", ["2. Cleaning the tray", "Cleaning the tray", "1.1 Paper jams", "3. Drain the tank"]
)
def test_a_title_is_one_however_the_parser_reads_it(title: str) -> None:
    assert misread(title) == [title]


def test_steps_of_a_list_are_not_titles() -> None:
    assert headings(f"1. Open the tray\n\n2. Clean the lamp\n\n{PROSE}") == []
    assert headings(f"Open the tray\n\nClean the lamp\n\n{PROSE}") == []
    assert headings(f"1. Open the tray.\n\n2. Clean the lamp\n\n{PROSE}") == []
    assert headings(f"2. Cleaning\n\n1. Open the tray.\n\n2. Clean it.\n\n{PROSE}") == [
        "2. Cleaning"
    ]
    assert headings(f"2. Care\n\n2.1 Cleaning the tray\n\n{PROSE}") == [
        "2. Care",
        "2.1 Cleaning the tray",
    ]


@pytest.mark.parametrize(
    "line",
    [
        *("Bring the lamp", "Morning came", "Ann is cleaning the tray", "She left"),
        *("12 people came", "Cleaning the tray takes an hour", "2. Clean the tray."),
    ],
)
def test_sentences_without_a_full_stop_are_not_titles(line: str) -> None:
    assert headings(f"{line}\n\nThen it rained.") == []


def test_every_manual_of_the_embedded_corpus_has_its_title() -> None:
    corpus = corpora.find("embedded/manual")
    first = {}
    for item in formats.read(corpus.path, corpus.format):
        document = next(Pipeline().parsed([item.document]))
        first[document.id] = document.sentences[0].heading
    assert len(first) == 8
    assert all(first.values()), first
