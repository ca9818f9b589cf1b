"""Texts that were composed for training: their marks are read, and are what they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from training.marks import BETWEEN_TEXTS, COMPOSED, DISCOURSES, Mark, read_marks

PRONOUNS = ({"he", "him", "his", "himself"}, {"she", "her", "hers", "herself"})


def test_marks_nest_and_leave_the_text() -> None:
    text = read_marks("{1:Mara, {1:the pilot}}, lost {2:{1:her} key}.")
    assert text.plain == "Mara, the pilot, lost her key."
    assert [text.plain[mark.start : mark.end] for mark in text.marks] == [
        "the pilot",
        "Mara, the pilot",
        "her",
        "her key",
    ]
    assert [mark.number for mark in text.marks] == [1, 1, 1, 2]


@pytest.mark.parametrize("wrong", ["{1:Mara lost her key.", "Mara} lost her key."])
def test_a_mark_without_its_other_half_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="a mark"):
        read_marks(wrong)


def test_marks_become_entities_of_a_parse() -> None:
    text = read_marks("{1:Mara} lost {2:{1:her} key}. {2:It} was old.")
    document = next(iter(Pipeline().parsed([Document("key", text.plain, language="en")])))
    annotation = text.annotation(document)
    forms = [
        [mention.text(document) for mention in entity.mentions] for entity in annotation.entities
    ]
    assert forms == [["Mara", "her"], ["her key", "It"]]
    assert len(annotation.mentions) == 4


def test_a_mark_inside_a_word_is_left_out() -> None:
    text = read_marks("{1:Ma}ra lost {2:a key}.")._replace(marks=(Mark(1, 0, 2), Mark(2, 10, 15)))
    document = next(iter(Pipeline().parsed([Document("key", text.plain, language="en")])))
    assert [mention.text(document) for mention in text.annotation(document).mentions] == ["a key"]


@pytest.mark.parametrize("path", sorted(COMPOSED.glob("*.txt")), ids=lambda path: path.stem)
def test_composed_texts_are_a_page_long(path: Path) -> None:
    texts = path.read_text(encoding="utf-8").split(BETWEEN_TEXTS)
    assert len(texts) > 10
    assert all(len(read_marks(text).plain.split()) > 200 for text in texts)


MARKED = sorted([*COMPOSED.glob("*.txt"), *DISCOURSES.glob("*.txt")])


@pytest.mark.parametrize("path", MARKED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_texts_are_marked_consistently(path: Path) -> None:
    for text in map(read_marks, path.read_text(encoding="utf-8").split(BETWEEN_TEXTS)):
        assert not {"{", "}"} & set(text.plain)
        entities: dict[int, set[str]] = {}
        for number, start, end in text.marks:
            words = text.plain[start:end]
            assert words == words.strip() != ""
            entities.setdefault(number, set()).add(words.lower())
        assert len(text.marks) > len(entities) > 0
        assert not [one for one in entities.values() if all(one & words for words in PRONOUNS)]
