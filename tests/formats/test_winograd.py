"""The cross-lingual Winograd collection."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.winograd import Winograd
from coindex.io.files import opened
from coindex.testing import check_format

SENTENCE = 'The jug didn\'t fit the "box" since it was wide.'
WORDS = [
    "The",
    "jug",
    "did",
    "n't",
    "fit",
    "the",
    "``",
    "box",
    "''",
    "since",
    "it",
    "was",
    "wide",
    ".",
]
PRONOUN = ["it", [10, 11], ["it"]]
CANDIDATES = [["The jug", [0, 2], ["The", "jug"], True], ["box", [7, 8], ["box"], False]]


def row(
    *, sentence: str = SENTENCE, pronoun: object = PRONOUN, candidates: object = CANDIDATES
) -> str:
    cells = (
        "en",
        "made",
        "?",
        sentence,
        *(json.dumps(value) for value in (WORDS, pronoun, candidates)),
    )
    return "\t".join(cells) + "\n"


SAMPLES = {
    "made.tsv": row() + row(candidates=[[*CANDIDATES[0][:3], False], [*CANDIDATES[1][:3], True]])
}


def read(folder: Path, content: str, problems: Problems | None = None) -> list[Annotated]:
    (folder / "w.tsv").write_text(content)
    return list(formats.read(folder / "w.tsv", "winograd", problems))


def test_contract() -> None:
    first, second = check_format(Winograd(), SAMPLES)
    assert [first.document.id, second.document.id] == ["made-1", "made-2"]
    assert first.document.text == SENTENCE
    assert first.document.language == "en"
    assert first.document.meta == {"subset": "made"}
    assert first.document.tokens[6].form == "``"
    assert SENTENCE[first.document.tokens[6].start : first.document.tokens[6].end] == '"'
    for item, phrase in ((first, "The jug"), (second, "box")):
        (entity,) = item.annotation.entities
        assert [mention.text(item.document) for mention in entity.mentions] == [phrase, "it"]
        assert [mention.attribute("candidate") for mention in item.annotation.mentions] == [
            "A",
            "B",
            "",
        ]


WRONG = [
    ("wrong number of columns", "en\tmade\n", 0),
    ("not JSON", row().replace('["it", [10', '["it" [10'), 0),
    ("words do not spell the sentence", row(sentence="The jug fits."), 1),
    ("phrase is not at its position", row(pronoun=["it", [11, 12], ["it"]]), 0),
    ("phrase is not at its position", row(candidates=[["box", [7, 99], ["box"], True]]), 1),
    ("candidate without truth", row(candidates=[["box", [7, 8], ["box"]]]), 1),
]


@pytest.mark.parametrize(("message", "content", "left"), WRONG)
def test_what_is_wrong(tmp_path: Path, message: str, content: str, left: int) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, row() + content)
    assert caught.value.line == 2
    assert caught.value.column >= 1
    problems = Problems(lenient=True)
    assert len(read(tmp_path, row() + content, problems)) == 1 + left
    assert problems.counts[message] == 1


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text(SAMPLES["made.tsv"])
    with opened(tmp_path) as files:
        assert formats.recognised(files[0]) == "winograd"
