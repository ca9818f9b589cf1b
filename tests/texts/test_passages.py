"""Passages: where they are cut, what is made explicit in each, and where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

import coindex
from coindex.core.document import Document, Sentence, Span, Token
from coindex.core.errors import CoindexError
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.testing import bracketed
from coindex.texts.rewriting.certainty import Evidence
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


HOUSE = "The Harbour House\n\nAnn Lee bought the mill. She sold it in 1920. It burned down."


def test_a_header_has_the_title_and_the_names_that_the_text_lacks() -> None:
    document = Document("d", HOUSE, "en")
    found = coindex.chunks(document, by="sentences", size=2, min_confidence=1.0)
    assert found[0].header == ""
    assert found[1].text == "She sold it in 1920. It burned down."
    assert found[1].header.startswith("The Harbour House. Ann Lee")
    assert found[1].headed == f"{found[1].header}\n\n{found[1].text}"
    assert found[1].to_dict()["header"] == found[1].header


def test_names_that_the_text_has_are_not_in_the_header() -> None:
    found = coindex.chunks(Document("d", HOUSE, "en"), by="sentences", size=2)
    assert "Ann Lee" in found[1].text
    assert "Ann Lee" not in found[1].header


@pytest.fixture
def tokenizer(tmp_path: Path) -> str:
    """A tokenizer of words and marks."""
    one = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    one.pre_tokenizer = Whitespace()
    one.save(str(tmp_path / "tokenizer.json"))
    return str(tmp_path / "tokenizer.json")


def test_sizes_in_tokens_count_headers_and_replacements(tokenizer: str) -> None:
    document = Document("d", HOUSE, "en")
    count = len(Tokenizer.from_file(tokenizer).encode(HOUSE).ids)
    assert len(coindex.chunks(document, by="tokens", size=count, tokenizer=tokenizer)) == 1
    for size in (12, 16, 20):
        for one in coindex.chunks(document, by="tokens", size=size, tokenizer=tokenizer):
            tokens = len(Tokenizer.from_file(tokenizer).encode(one.headed).ids)
            sentences = one.text.count(".")
            assert tokens <= size or sentences == 1


def test_tokens_need_the_file_of_a_tokenizer(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", encoding="utf-8")
    for path in ("", str(tmp_path / "none.json"), str(wrong)):
        with pytest.raises(CoindexError):
            coindex.chunks("Ann sat.", by="tokens", size=9, tokenizer=path)


@pytest.mark.parametrize(("chance", "header"), [(0.35, "Ann Lee"), (0.05, "")])
def test_a_header_names_only_what_is_likely(
    chance: float, header: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only a pronoun mentions is named if the pronoun is likely to mean it."""
    monkeypatch.setattr(Evidence, "certainty", lambda *_: chance)
    marked = "[Ann Lee]1 bought [a red car]2. [She]1 loves dogs."
    found = cut(marked, Cutting("sentences", 1), min_confidence=0.9)
    assert found[1].header == header
    renamed = "[Ann Lee]1 bought a red car. [Lee]1 says that [she]1 loves dogs."
    assert cut(renamed, Cutting("sentences", 1), min_confidence=0.9)[1].header == "Ann Lee"
