"""`coindex chunks`, and jobs that rewrite: JSON Lines, text, Parquet, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex.cli import app
from coindex.core.errors import CoindexError

TEXT = "Ann lost her key. She found it in the garden. She was happy."


def call(*arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """One document with a key of its own."""
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"id": "a", "text": TEXT, "url": "u"}) + "\n", encoding="utf-8")
    return path


def test_a_line_for_each_passage() -> None:
    done = call("chunks", TEXT, "--sentences", 1)
    values = [json.loads(line) for line in done.stdout.splitlines()]
    assert [value["text"] for value in values] == [
        "Ann lost her key.",
        "Ann found the key in the garden.",
        "Ann was happy.",
    ]
    assert TEXT[values[1]["start"] : values[1]["end"]] == "She found it in the garden."
    shown = call("chunks", TEXT, "--sentences", 2, "--as", "text").stdout
    assert shown.startswith("== text#1\nAnn lost her key. She found it in the garden.\n\n== text#2")


def test_options_that_exclude_each_other() -> None:
    for options in (
        ("--words", 9, "--sentences", 2),
        ("--by", "sentences"),
        ("--by", "paragraph", "--sentences", 2),
        ("--as", "xml"),
    ):
        assert isinstance(call("chunks", TEXT, *options).exception, CoindexError)


def test_jobs_write_parts_and_are_not_mixed(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = call("chunks", source, "--sentences", 2, "--jobs", 1, "-o", out)
    assert done.exit_code == 0, done.exception
    lines = (out / "documents" / "part-000000.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a#1", "a#2"]
    assert json.loads(lines[0])["extra"] == {"url": "u"}
    again = call("chunks", source, "--sentences", 3, "--jobs", 1, "-o", out, "--resume")
    assert "this is not the job to resume" in str(again.exception)
    other = call("rewrite", source, "--jobs", 1, "-o", out, "--resume")
    assert "work was 'chunks', is 'rewrite'" in str(other.exception)


def test_parquet_of_passages_and_rewritten_documents(source: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for command, column, expected in (
        ("chunks", "text", [TEXT]),
        ("rewrite", "replaced", [3]),
    ):
        out = tmp_path / f"{command}.parquet"
        assert call(command, source, "--jobs", 1, "-o", out).exit_code == 0
        table = parquet.read_table(out / "documents" / "part-000000.parquet")
        assert table.column(column).to_pylist() == expected
        assert json.loads(table.column("extra").to_pylist()[0]) == {"url": "u"}
