"""WinoBias's sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.winobias import WinoBias
from coindex.io.files import opened
from coindex.testing import check_format

LINES = (
    "1 [The potter] thanked the pilot because [she] had lost [her] way.\n"
    "2 The potter thanked [the pilot] because [he] had helped.\n"
)
SAMPLES = {"anti_stereotyped_type1.txt.dev": LINES}


def read(
    folder: Path, content: str, format: str = "winobias", problems: Problems | None = None
) -> list[Annotated]:
    path = folder / "pro_stereotyped_type2.txt.test"
    path.write_text(content)
    return list(formats.read(path, format, problems))


def phrases(item: Annotated) -> list[tuple[str, str, str]]:
    return [
        (mention.text(item.document), mention.attribute("role"), mention.attribute("candidate"))
        for mention in item.annotation.mentions
    ]


def test_contract() -> None:
    first, second = check_format(WinoBias(), SAMPLES)
    assert [first.document.id, second.document.id] == [
        "anti_stereotyped_type1.dev-1",
        "anti_stereotyped_type1.dev-2",
    ]
    assert first.document.text == "The potter thanked the pilot because she had lost her way."
    assert first.document.meta == {"stereotype": "anti", "type": "1"}
    assert phrases(first) == [
        ("The potter", "candidate", "A"),
        ("the pilot", "candidate", "B"),
        ("she", "pronoun", ""),
        ("her", "pronoun", ""),
    ]
    (entity,) = second.annotation.entities
    assert [mention.text(second.document) for mention in entity.mentions] == ["the pilot", "he"]


def test_without_partner(tmp_path: Path) -> None:
    items = read(tmp_path, LINES, "winobias(partner=False)")
    assert [len(item.annotation.mentions) for item in items] == [3, 2]


def test_lines_that_are_no_pair(tmp_path: Path) -> None:
    items = read(tmp_path, LINES.replace("2 The", "4 The"))
    assert [len(item.annotation.mentions) for item in items] == [3, 2]


WRONG = [
    ("sentence without number", "The [potter] and [she].\n", 1),
    ("bracket that does not fit", "3 The [potter [x] and [she].\n", 7),
    ("bracket that does not fit", "3 The potter] and [she].\n", 13),
    ("sentence without a marked pronoun and antecedent", "3 The potter and [she].\n", 1),
    ("sentence without a marked pronoun and antecedent", "3 [The potter] and [she.\n", 1),
]


@pytest.mark.parametrize(("message", "line", "column"), WRONG)
def test_what_is_wrong(tmp_path: Path, message: str, line: str, column: int) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, LINES + line)
    assert (caught.value.line, caught.value.column) == (3, column)
    problems = Problems(lenient=True)
    assert len(read(tmp_path, LINES + line, problems=problems)) == 2
    assert problems.counts == {message: 1}


def test_no_sentences(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no sentences"):
        read(tmp_path, "\n")


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "any.txt").write_text(LINES)
    with opened(tmp_path) as files:
        assert formats.recognised(files[0]) == "winobias"
