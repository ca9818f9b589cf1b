"""GAP's rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Kind
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.gap import Gap
from coindex.io.files import opened
from coindex.testing import check_format

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
TEXT = "Eve Hill met Ida's sister, and she smiled."
ROW = f"made-1\t{TEXT}\tshe\t31\tEve Hill\t0\tTRUE\tIda\t13\tFALSE\thttp://example.org/a\n"
NEITHER = f"made-2\t{TEXT}\tshe\t31\tEve Hill\t0\tFALSE\tIda\t13\tFALSE\thttp://example.org/b\n"
SAMPLES = {"gap-made.tsv": HEADER + ROW + NEITHER}


def read(folder: Path, content: str, problems: Problems | None = None) -> list[Annotated]:
    (folder / "gap.tsv").write_text(content)
    return list(formats.read(folder / "gap.tsv", "gap", problems))


def test_contract() -> None:
    first, second = check_format(Gap(), SAMPLES)
    assert [first.document.id, second.document.id] == ["made-1", "made-2"]
    assert first.document.text == TEXT
    assert first.document.meta == {"url": "http://example.org/a"}
    assert first.document.language == "en"


def test_right_candidates_are_one_entity_with_the_pronoun() -> None:
    item, neither = check_format(Gap(), SAMPLES)
    (entity,) = item.annotation.entities
    assert [mention.text(item.document) for mention in entity.mentions] == ["Eve Hill", "she"]
    wrong = item.annotation.mentions[1]
    assert wrong.text(item.document) == "Ida"
    assert (wrong.attribute("role"), wrong.attribute("candidate"), wrong.kind) == (
        "candidate",
        "B",
        Kind.NAME,
    )
    assert item.annotation.mentions[2].attribute("role") == "pronoun"
    assert len(neither.annotation.mentions) == 3
    assert not neither.annotation.entities


def test_a_file_without_header(tmp_path: Path) -> None:
    assert [item.document.id for item in read(tmp_path, ROW)] == ["made-1"]


WRONG = [
    ("wrong number of columns", ROW.replace("\tTRUE", ""), 1, 0),
    ("not an offset", ROW.replace("\t31\t", "\tx\t"), 55, 0),
    ("phrase not at its offset", ROW.replace("\t13\t", "\t12\t"), 78, 1),
    ("phrase not at its offset", ROW.replace("\t31\t", "\t9999\t"), 55, 0),
    ("neither TRUE nor FALSE", ROW.replace("TRUE", "maybe"), 69, 1),
]


@pytest.mark.parametrize(("message", "row", "column", "left"), WRONG)
def test_what_is_wrong(tmp_path: Path, message: str, row: str, column: int, left: int) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, HEADER + row)
    assert (caught.value.line, caught.value.column) == (2, column)
    problems = Problems(lenient=True)
    assert len(read(tmp_path, HEADER + row, problems)) == left
    assert problems.counts == {message: 1}


def test_no_rows(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no rows"):
        read(tmp_path, HEADER)


def test_an_id_twice(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="document id occurs twice: 'made-1'"):
        read(tmp_path, HEADER + ROW + ROW)


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text(SAMPLES["gap-made.tsv"])
    with opened(tmp_path) as files:
        assert formats.recognised(files[0]) == "gap"
