"""Section headings of parsed text."""

from __future__ import annotations

from coindex import corpora, formats
from coindex.core.document import Document
from coindex.experiment.pipeline import Pipeline


def headings(text: str) -> list[str]:
    document = next(Pipeline().parsed([Document("text", text)]))
    return [document.surface(sentence.span) for sentence in document.sentences if sentence.heading]


def test_titles_above_prose() -> None:
    prose = "Open the door. Pull out the tray and the lamp. Clean it."
    assert headings(f"Cleaning the tray\n\n{prose}") == ["Cleaning the tray"]
    assert headings(f"2. Changing the lamp\n\n{prose}") == ["2. Changing the lamp"]
    assert headings(f"The printer\n\nCleaning the tray\n\n{prose}") == [
        "The printer",
        "Cleaning the tray",
    ]
    assert headings(f"{prose}\n\nThe printer") == []


def test_what_is_not_a_title() -> None:
    assert headings("The tray is full.\n\nEmpty it.") == []
    assert headings("Ann said so\n\nThen she left.") == []
    assert headings("Open the tray\n\nClean it.") == []
    assert headings("Ink\n\nPaper\n\nTape\n\nGlue\n\nBuy them all.") == []


def test_every_manual_of_the_embedded_corpus_has_its_title() -> None:
    corpus = corpora.find("embedded/manual")
    first = {}
    for item in formats.read(corpus.path, corpus.format):
        document = next(Pipeline().parsed([item.document]))
        first[document.id] = document.sentences[0].heading
    assert len(first) == 8
    assert all(first.values()), first
