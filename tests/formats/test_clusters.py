"""Clusters as neural resolvers print them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import Span
from coindex.core.errors import FormatError, SpecError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.clusters import Clusters
from coindex.io.files import opened
from coindex.testing import bracketed, check_format

E2E = {
    "doc_key": "nw/made_up_0",
    "sentences": [["Ana", "lost", "her", "key", "."], ["It", "was", "old", "."]],
    "speakers": [["Bob", "Bob", "Bob", "Bob", "Bob"], ["Eve", "Eve", "Eve", "Bob"]],
    "clusters": [[[2, 3], [5, 5]], [[0, 0], [2, 2]]],
}
FASTCOREF = {
    "text": "Ana lost her key. It's old.",
    "clusters": [[[0, 3], [9, 12]], [[9, 16], [18, 20]]],
    "clusters_strings": [["Ana", "her"], ["her key", "It"]],
}
MAVERICK = {
    "tokens": ["Ana", "lost", "her", "key", ".", "It", "'s", "old", "."],
    "clusters_token_offsets": [[[0, 0], [2, 2]], [[2, 3], [5, 5]]],
    "clusters_char_offsets": [[[0, 2], [9, 11]], [[9, 15], [18, 19]]],
    "clusters_token_text": [["Ana", "her"], ["her key", "It"]],
}
ALLENNLP = {
    "document": MAVERICK["tokens"],
    "clusters": MAVERICK["clusters_token_offsets"],
    "top_spans": [],
}
SAMPLES = {
    "made_up.jsonlines": "".join(
        json.dumps(values) + "\n"
        for values in (E2E, {"id": "f", **FASTCOREF}, {"id": "m", **MAVERICK})
    )
}


def read(
    tmp_path: Path, values: Any, format: str = "clusters", problems: Problems | None = None
) -> list[Annotated]:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(values))
    return list(formats.read(path, format, problems))


def phrases(item: Annotated) -> list[list[str]]:
    return [
        [mention.text(item.document) for mention in entity.mentions]
        for entity in item.annotation.entities
    ]


def test_contract() -> None:
    items = check_format(Clusters(), SAMPLES)
    assert [item.document.id for item in items] == ["nw/made_up_0", "f", "m"]


def test_sentences_and_speakers() -> None:
    document = check_format(Clusters(language="en"), SAMPLES)[0].document
    assert [sentence.span for sentence in document.sentences] == [(0, 5), (5, 8), (8, 9)]
    assert [sentence.speaker for sentence in document.sentences] == ["Bob", "Eve", "Bob"]
    assert document.language == "en"


def test_speakers_of_whole_sentences(tmp_path: Path) -> None:
    (item,) = read(tmp_path, E2E | {"speakers": ["Bob", "Eve"]})
    assert [sentence.speaker for sentence in item.document.sentences] == ["Bob", "Eve"]


@pytest.mark.parametrize(
    "values", [FASTCOREF, MAVERICK, ALLENNLP, {"text": FASTCOREF["text"], **MAVERICK}]
)
def test_conventions_of_the_libraries(tmp_path: Path, values: dict[str, Any]) -> None:
    (item,) = read(tmp_path, values)
    assert phrases(item) == [["Ana", "her"], ["her key", "It"]]


def test_text_is_used_where_words_spell_it(tmp_path: Path) -> None:
    (item,) = read(tmp_path, {"text": FASTCOREF["text"], **MAVERICK})
    assert item.document.text == FASTCOREF["text"]
    assert len(item.document.tokens) == 9


def test_inclusive_characters_without_words(tmp_path: Path) -> None:
    values = {"text": FASTCOREF["text"], "clusters_char_offsets": MAVERICK["clusters_char_offsets"]}
    (item,) = read(tmp_path, values)
    assert phrases(item) == [["Ana", "her"], ["her key", "It"]]


def test_options_overrule_conventions(tmp_path: Path) -> None:
    exclusive = {"tokens": MAVERICK["tokens"], "clusters": [[[0, 1], [2, 3]], [[2, 4], [5, 6]]]}
    (item,) = read(tmp_path, exclusive, 'clusters(ends="exclusive")')
    assert phrases(item) == [["Ana", "her"], ["her key", "It"]]
    inclusive = {"text": FASTCOREF["text"], "clusters": MAVERICK["clusters_char_offsets"]}
    (item,) = read(tmp_path, inclusive, 'clusters(ends="inclusive")')
    assert phrases(item) == [["Ana", "her"], ["her key", "It"]]
    both = {
        "text": FASTCOREF["text"],
        "tokens": MAVERICK["tokens"],
        "clusters": FASTCOREF["clusters"],
    }
    (item,) = read(tmp_path, both, 'clusters(unit="characters", ends="exclusive")')
    assert phrases(item) == [["Ana", "her"], ["her key", "It"]]


@pytest.mark.parametrize("option", ['ends="open"', 'unit="bytes"'])
def test_unknown_options(option: str) -> None:
    with pytest.raises(SpecError, match=" is 'auto'"):
        formats.reader_of(f"clusters({option})")


def test_equal_spans_in_two_clusters_stay_two(tmp_path: Path) -> None:
    (item,) = read(tmp_path, E2E | {"clusters": [[[0, 0]], [[0, 0]]]})
    assert len(item.annotation.mentions) == 2
    assert [entity.id for entity in item.annotation.entities] == ["0", "1"]


def test_writing_words_that_do_not_spell_the_text(tmp_path: Path) -> None:
    item = bracketed("[Ana]1 came . [She]1 left")
    tokens = item.document.tokens
    changed = item._replace(
        document=type(item.document)(
            "d",
            item.document.text,
            "",
            (tokens[0]._replace(form="Anna"), *tokens[1:]),
            item.document.sentences,
        )
    )
    path = tmp_path / "a.jsonlines"
    lost = formats.write([changed], path)
    assert Layer.SPACING not in lost
    (again,) = formats.read(path)
    assert again.document.text == item.document.text
    assert again.document.tokens[0].form == "Anna"
    assert [entity.mentions[0].span for entity in again.annotation.entities] == [Span(0, 1)]


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("span outside the document", {"clusters": [[[0, 0], [8, 9]]]}),
        ("span outside the document", {"clusters": [[[3, 2]]]}),
        ("span outside the document", {"clusters": [["Ana"]]}),
        ("value of the wrong type", {"clusters": ["Ana"]}),
        ("value of the wrong type", {"clusters": 3}),
        (
            "value of the wrong type",
            {"sentences": [["Ana", 3]], "clusters": [], "speakers": [], "tokens": ["a"]},
        ),
        ("speakers do not fit the words", {"speakers": [["Bob"]]}),
    ],
)
def test_what_is_wrong(tmp_path: Path, message: str, change: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, E2E | change)
    assert caught.value.line == 1
    problems = Problems(lenient=True)
    assert len(read(tmp_path, E2E | change, problems=problems)) == 1
    assert problems.counts[message] == 1


def test_no_clusters_and_no_words(tmp_path: Path) -> None:
    for values, message in (
        ({"text": "Hm."}, "no clusters"),
        ({"clusters": []}, "neither words nor text"),
    ):
        with pytest.raises(FormatError, match=message):
            read(tmp_path, values)


@pytest.mark.parametrize("values", [E2E, FASTCOREF, MAVERICK])
def test_recognition(tmp_path: Path, values: dict[str, Any]) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(values, indent=1))
    with opened(path) as files:
        assert formats.recognised(files[0]) == "clusters"
