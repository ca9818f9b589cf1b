"""Passages: where they are cut, what is made explicit in each, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import pytest

from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.errors import CoindexError
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.testing import bracketed
from coindex.texts.rewriting.choices import KINDS, ChoiceOptions, Choices
from coindex.texts.rewriting.judging import Judge
from coindex.texts.rewriting.passages import Cutting, Passage, cuts, passages


def laid_out(lengths: Sequence[int], paragraphs: Sequence[int], headings: set[int]) -> Document:
    """A document of sentences with so many words each."""
    sentences, start = [], 0
    for number, (length, paragraph) in enumerate(zip(lengths, paragraphs, strict=True)):
        span = Span(start, start + length)
        sentences.append(Sentence(span, paragraph=paragraph, heading=number in headings))
        start += length
    tokens = tuple(Token(place * 2, place * 2 + 1, "x") for place in range(start))
    return Document("d", "x " * start, tokens=tokens, sentences=tuple(sentences))


@pytest.mark.parametrize(
    ("cutting", "expected"),
    [
        (Cutting("words", 10), [(0, 2), (2, 3), (3, 5)]),
        (Cutting("words", 10, overlap=1), [(0, 2), (1, 2), (2, 3), (3, 5)]),
        (Cutting("sentences", 2), [(0, 2), (2, 4), (4, 5)]),
        (Cutting("sentences", 3, overlap=1), [(0, 3), (2, 5)]),
        (Cutting("paragraph", 100), [(0, 2), (2, 4), (4, 5)]),
        (Cutting("paragraph", 20), [(0, 2), (2, 3), (3, 4), (4, 5)]),
    ],
)
def test_passages_end_with_sentences(cutting: Cutting, expected: list[tuple[int, int]]) -> None:
    document = laid_out([4, 6, 20, 3, 4], [0, 0, 1, 1, 2], set())
    assert [tuple(span) for span in cuts(document, cutting)] == expected


def test_a_heading_goes_with_what_follows() -> None:
    document = laid_out([5, 2, 5], [0, 1, 2], {1})
    assert cuts(document, Cutting("words", 8)) == [Span(0, 1), Span(1, 3)]
    assert cuts(document, Cutting("paragraph", 50)) == [Span(0, 1), Span(1, 3)]


def test_no_text_gives_no_passage() -> None:
    assert cuts(Document("d", ""), Cutting()) == []


def cut(marked: str, cutting: Cutting, **choices: Unpack[ChoiceOptions]) -> list[Passage]:
    item = bracketed(marked)
    document = next(Pipeline("bundled(language='en')").parsed([item.document]))
    asked: ChoiceOptions = {"kinds": KINDS, "min_confidence": 0.0, **choices}
    judge = Judge(document, key_on(document, item), (), Choices(**asked))
    return list(passages(judge, cutting))


MARKED = (
    "[Ann Lee]1 bought [a red car]2. [She]1 loves [it]2. [She]1 washes [it]2 daily. "
    "[The car]2 shines. [Lee]1 is proud."
)


def test_first_mentions_are_explicit() -> None:
    found = cut(MARKED, Cutting("sentences", 2))
    assert [one.text for one in found] == [
        "Ann Lee bought a red car. She loves it.",
        "Ann Lee washes the red car daily. The car shines.",
        "Lee is proud.",
    ]
    assert [one.left for one in found] == [0, 0, 0]


def test_entities_have_names_and_aliases() -> None:
    second = cut(MARKED, Cutting("sentences", 2))[1]
    assert [(one.name, one.aliases, one.mentions) for one in second.entities] == [
        ("Ann Lee", ("Lee",), 1),
        ("the red car", (), 2),
    ]


def test_offsets_lead_back_to_the_source() -> None:
    text = bracketed(MARKED).document.text
    for one in cut(MARKED, Cutting("sentences", 2)):
        assert one.to_source(0) == one.start
        assert text[one.to_source(one.text.index("."))] == "."
        for change in one.changes:
            assert one.text[change.start : change.end] == change.new
            assert text[change.source_start : change.source_end] == change.old


def test_a_sentence_in_two_passages_is_explicit_in_both() -> None:
    found = cut(MARKED, Cutting("sentences", 2, overlap=1))
    assert found[0].text.endswith("She loves it.")
    assert found[1].text.startswith("Ann Lee loves the red car.")
    assert found[2].text.startswith("Ann Lee washes the red car")


def test_what_stays_unclear_is_counted() -> None:
    marked = "[Ann]1 came. Bob spoke. “[She]1 is late.”"
    (_, second) = cut(marked, Cutting("sentences", 2))
    assert (second.text, second.left) == ("“She is late.”", 1)


def test_wrong_sizes_are_errors() -> None:
    for wrong in (("pages", 1, 0), ("words", 0, 0), ("sentences", 2, 2), ("words", 9, -1)):
        with pytest.raises(CoindexError):
            Cutting(*wrong)
