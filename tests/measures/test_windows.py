"""Long texts: windows, spread of entities, length of documents; BookCoref's three modes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import coindex
from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.document import Document, Sentence, Span, Token
from coindex.measures.extent import LENGTHS, band, in_order, length_band
from coindex.measures.pair import Pair
from coindex.measures.windows import by_spread, windows
from coindex.pipeline import excerpts
from tests.checking.material import ANN, SOUND, key
from tests.cli.calling import coindex as command


def text(words: int, chains: str, *, id: str = "book") -> Annotated:
    """Words, and mentions of one word each at the places of each chain: `0,5 7`."""
    tokens = tuple(Token(2 * at, 2 * at + 1, "x") for at in range(words))
    document = Document(
        id, " ".join("x" * words), tokens=tokens, sentences=(Sentence(Span(0, words)),)
    )
    entities = tuple(
        Entity(
            str(number), tuple(Mention((Span(int(at), int(at) + 1),)) for at in chain.split(","))
        )
        for number, chain in enumerate(chains.split(), 1)
    )
    mentions = tuple(sorted(one for entity in entities for one in entity.mentions))
    return Annotated(document, Annotation(id, mentions=mentions, entities=entities))


KEY = text(30, "0,5,12,25 3,14 8")
LOST = text(30, "0,5 12,25 3,14 8")
"""The first chain is in two pieces, which begin in different windows of ten words."""


def f1(key: Annotated, response: Annotated, measure: str, window: int = 0) -> float | None:
    (row,) = coindex.score([key], [response], measure, window=window)
    return row.values["f1"]


def test_each_mention_is_in_the_window_in_which_it_begins() -> None:
    parts = list(windows(Pair(*KEY, LOST.annotation), 10))
    assert [part.number for part in parts] == [1, 2, 3]
    starts = [
        [[one.start for one in entity.mentions] for entity in part.key.entities] for part in parts
    ]
    assert starts == [[[0, 5], [3], [8]], [[12], [14]], [[25]]]


def test_what_falls_apart_between_windows_does_not_count_in_them() -> None:
    """Whole: MUC keeps (4-2) + (2-1) of 3 + 1 links, and in windows of ten words 1 of 1."""
    assert f1(KEY, LOST, "MUC") == pytest.approx(2 * 0.75 / 1.75)
    assert f1(KEY, LOST, "MUC", window=10) == 1
    assert f1(KEY, LOST, "MUC", window=30) == pytest.approx(2 * 0.75 / 1.75)


def test_what_falls_apart_within_a_window_does() -> None:
    inside = text(30, "0 5 12,25 3,14 8")
    assert f1(KEY, inside, "MUC", window=10) == 0


def test_windows_have_rows_and_signatures() -> None:
    rows = coindex.score([KEY], [LOST], "B3", by="window", window=10)
    assert [(row.by, row.slice) for row in rows] == [
        ("", ""),
        ("window", "1"),
        ("window", "2"),
        ("window", "3"),
    ]
    assert all("window:10" in row.signature for row in rows)
    sums = [sum(column) for column in zip(*(row.counts for row in rows[1:]), strict=True)]
    assert tuple(sums) == pytest.approx(rows[0].counts), "windows add up to the whole"
    assert rows[0].documents == 1, "a book is still one document"


def test_windows_are_sorted_by_number() -> None:
    long = text(120, ",".join(map(str, range(0, 120, 3))))
    rows = coindex.score([long], [long], "B3", by="window", window=10)
    assert [row.slice for row in rows[1:]] == [str(number) for number in range(1, 13)]


def test_measures_of_anaphors_have_windows_too() -> None:
    rows = coindex.score([KEY], [LOST], "Antecedents(of='all')", by="window", window=10)
    assert rows[0].counts == tuple(map(sum, zip(*(row.counts for row in rows[1:]), strict=True)))


def test_entities_by_spread() -> None:
    """The chain of 250 words is in two pieces, that of 11 whole: MUC 1/1, and (3-1-1)/2."""
    key, response = text(300, "0,5,255 3,14"), text(300, "0,5 255 3,14")
    rows = coindex.score([key], [response], "MUC", by="spread")
    values = {row.slice: row.values["recall"] for row in rows if row.by}
    assert values == {"0-99 words": 1, "100-499 words": 0.5}
    assert [row.slice for row in rows[1:]] == ["0-99 words", "100-499 words"]


def test_mentions_that_the_key_does_not_have_are_in_no_spread() -> None:
    key, response = text(300, "3,14"), text(300, "3,14,20 40,50")
    (band_,) = by_spread(Pair(*key, response.annotation), "exact").values()
    assert [one.start for one in band_.response.mentions] == [3, 14]


def test_anaphors_by_spread_add_up() -> None:
    key, response = text(300, "0,5,255 3,14"), text(300, "0,5 255 3,14")
    rows = coindex.score([key], [response], "Antecedents(of='all')", by="spread")
    assert rows[0].counts == tuple(map(sum, zip(*(row.counts for row in rows[1:]), strict=True)))


def test_documents_by_length() -> None:
    short, long = text(20, "0,5", id="a"), text(1_200, "0,5", id="b")
    rows = coindex.score([short, long], [short, long], "MUC", by="length")
    assert [row.slice for row in rows[1:]] == ["0-499 words", "1,000-1,999 words"]


def test_empty_tokens_are_not_words() -> None:
    document = text(499, "0").document
    zeros = tuple(Token(0, 0, "", empty=True) for _ in range(9))
    assert length_band(replace(document, tokens=document.tokens + zeros)) == "0-499 words"


def test_bands() -> None:
    assert band(99, (0, 100)) == "0-99 words"
    assert band(100, (0, 100)) == "100 words or more"
    names = [band(low, LENGTHS) for low in LENGTHS]
    assert sorted(set(names), key=in_order) == names


def test_the_three_modes_of_bookcoref(tmp_path: Path) -> None:
    """Full, windows of a response to the whole book, and windows that were resolved alone."""
    book, answer = tmp_path / "book.jsonl", tmp_path / "answer.jsonl"
    coindex.write([KEY], book)
    coindex.write([LOST], answer)
    full = command("score", book, answer, "MUC", "--as", "csv")
    cut = command("score", book, answer, "MUC", "--window", "10", "--as", "csv")
    assert ",0.857142" in full.stdout and "MUC,1.0,1.0,1.0," in cut.stdout
    assert "window:10" in cut.stdout and "window" not in full.stdout


def test_windows_that_are_resolved_alone(tmp_path: Path) -> None:
    """The same windows of key and text: convert cuts them at ends of sentences."""
    source, target = tmp_path / "talk.conllu", tmp_path / "windows.conllu"
    source.write_text(key(ANN, SOUND, ANN.replace("talk-1", "talk-3")), encoding="utf-8")
    done = command("convert", source, target, "--window", "9")
    assert done.returncode == 0, done.stderr
    parts = list(coindex.read(target))
    assert [part.document.id for part in parts] == ["talk/1", "talk/2"]
    assert [len(part.document.sentences) for part in parts] == [2, 1]
    whole = next(iter(coindex.read(source)))
    texts = [one.text(part.document) for part in parts for one in part.annotation.mentions]
    assert texts == [one.text(whole.document) for one in whole.annotation.mentions]
    assert [token.head for token in parts[1].document.tokens] == [2, 0, -1, 2, 2]
    for part in parts:
        tokens = part.document.tokens
        assert all(part.document.text[one.start : one.end] == one.form for one in tokens)
    again = command("score", target, target, "CoNLL", "--as", "csv")
    assert "CoNLL,1.0," in again.stdout


def test_a_document_that_fits_is_not_cut() -> None:
    assert list(excerpts.windows(KEY, 1_500)) == [KEY]
