"""`coindex resolve` as a job over many documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex import formats
from coindex.cli import app
from coindex.cli.wording import explain
from coindex.core.errors import CoindexError

TEXT = "Ann lost her key. She found it."


def resolve(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["resolve", *map(str, arguments)])


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "key.txt").write_text(TEXT)
    (folder / "rows.jsonl").write_text(json.dumps({"id": "row", "text": TEXT}) + "\n{\n")
    return folder


def test_a_job(texts: Path, tmp_path: Path) -> None:
    told = resolve(texts, "--engine", "serial", "-o", tmp_path / "out")
    assert told.exit_code == 0, told.output
    assert "2 documents, 18 words" in told.stderr
    assert f"1 set aside in {tmp_path / 'out'}/errors.jsonl" in told.stderr
    items = list(formats.read(tmp_path / "out" / "documents"))
    assert [item.document.id for item in items] == ["key", "row"]
    assert items[0].annotation.entities == items[1].annotation.entities
    again = resolve(texts, "--engine", "serial", "-o", tmp_path / "out")
    assert isinstance(again.exception, CoindexError)
    assert "--resume" in explain(again.exception)
    assert resolve(texts, "--resume", "-o", tmp_path / "out").exit_code == 0


@pytest.mark.parametrize("job", [["--engine", "serial"], []])
@pytest.mark.parametrize("style", ["json", "jsonl"])
def test_other_keys_of_rows_come_out_again(tmp_path: Path, job: list[str], style: str) -> None:
    row = {
        "id": "row",
        "text": TEXT,
        "url": "https://example.org",
        "size": 3,
        "score": float("nan"),
    }
    (tmp_path / "rows.jsonl").write_text(json.dumps(row if job else {**row, "score": None}) + "\n")
    target = tmp_path / "out" if job else tmp_path / f"out.{style}"
    told = resolve(tmp_path / "rows.jsonl", "--as", style, "-o", target, *job)
    assert told.exit_code == 0, told.output
    found = json.loads((target / "documents/part-000000.jsonl" if job else target).read_text())
    assert found["extra"] == {"url": "https://example.org", "size": 3, "score": None}


def test_patterns_and_short_chains(texts: Path, tmp_path: Path) -> None:
    told = resolve(f"{texts}/*.txt", "--as", "json", "--why", "-o", tmp_path / "out")
    assert told.exit_code == 0, told.output
    found = json.loads((tmp_path / "out/documents/part-000000.jsonl").read_text())
    assert [mention["text"] for mention in found["entities"][0]["mentions"]] == [
        "Ann",
        "her",
        "She",
    ]
    assert found["decisions"][0]["why"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--engine", "serial"], "needs a folder"),
        (
            ["--engine", "serial", "-o", "out", "--as", "html"],
            "--as html is not an output of jobs; choose jsonl, json, parquet",
        ),
        (["--engine", "serial", "-o", "out", "--why"], "--why needs --as json"),
        (["--engine", "serail", "-o", "out"], "did you mean 'serial'"),
        (["--engine", "serial", "-o", "out", "--resolver", "sive"], "did you mean 'sieve'"),
        (["--engine", "serial", "-o", "out", "-"], "not standard input"),
    ],
)
def test_what_cannot_be_done_is_said_before_any_work(
    texts: Path, arguments: list[str], said: str
) -> None:
    told = resolve(texts, *arguments)
    assert isinstance(told.exception, CoindexError)
    assert said in str(told.exception)
    assert not Path("out").exists()
