"""Texts that were composed for training: their marks are read, and are what they should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.everyday import FOLDERS, READ
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline
from training.everyday import check, names, problems, sentences
from training.marks import BETWEEN_TEXTS, COMPOSED, DISCOURSES, EVERYDAY, Mark, read_marks

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


def test_groups_zeros_and_headers() -> None:
    text = read_marks(
        "# genre: chat\n# variety: Peru\n\n{1:Ana}: ya no lo {2:∅} vi. {3=1+2:∅} Fuimos."
    )
    assert text.plain == "Ana: ya no lo vi. Fuimos."
    assert text.meta == {"genre": "chat", "variety": "Peru"}
    assert text.marks == (Mark(1, 0, 3), Mark(2, 14, 14), Mark(3, 18, 18, (1, 2)))


@pytest.mark.parametrize("language", ["en", "es"])
def test_everyday_texts_are_marked_throughout(language: str) -> None:
    parts = {"learn": sorted((EVERYDAY / language).glob("*.txt"))}
    read = FOLDERS[language] / READ
    if read.exists():
        parts["read"] = [read]
    assert not check(parts, language)


def test_what_is_wrong_with_an_everyday_text_is_named() -> None:
    words = "word " * 40
    wrong = read_marks(
        f"# genre: mail\n{{1:Ann}} lost her {{2:{{2:keys}}}}. {{4=3+9:They}} left. {words}"
    )
    assert {problem.partition(":")[0] for problem in problems(wrong, "en")} == {
        "two marks of the same words",
        "a group of what is nowhere mentioned",
        "a pronoun without a mark",
    }
    assert "no genre" in " ".join(problems(read_marks("{1:Ann} left."), "en"))


def test_parts_share_no_names_and_sentences() -> None:
    one = read_marks("{1:Dr. Okello} said that the lift is broken again. {1:Okello} left.")
    other = read_marks("We met {1:Okello}. She said that the lift is broken again.")
    assert names([one], frozenset()) & names([other], frozenset()) == {"Okello"}
    assert not names([one], frozenset({"Okello"}))
    same = read_marks("My sister says that the lift in our house is broken.")
    assert sentences([same]) & sentences([same, one]) == {same.plain.lower()}


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
        for number, start, end, _ in text.marks:
            words = text.plain[start:end]
            assert words == words.strip() != ""
            entities.setdefault(number, set()).add(words.lower())
        assert len(text.marks) > len(entities) > 0
        assert not [one for one in entities.values() if all(one & words for words in PRONOUNS)]
