"""Results, plans and jobs of earlier versions: read, shown, carried out and resumed by this one."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coindex
from coindex.cli import app
from coindex.experiment import plan_file
from coindex.experiment.results import Results
from tests.compatibility.conftest import FILES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything as 0.1.0 left it, the cache as well."""
    copy = Path(shutil.copytree(FILES, tmp_path / "0.1.0"))
    shutil.copytree(copy / "cache", tmp_path / "cache" / "experiments")
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(copy)
    return copy


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, [*arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_results_are_read(folder: Path) -> None:
    results = Results.from_json((folder / "compared" / "results.json").read_text())
    with (folder / "compared" / "measures.csv").open() as stream:
        expected = list(csv.DictReader(stream))
    rows = [row for row in results.rows if not row.by]
    assert len(rows) == len(expected) == 12
    assert [row.signature for row in rows] == [row["signature"] for row in expected]
    assert [row.interval and row.interval.low for row in rows] == [
        float(row["low"]) for row in expected
    ]


def test_results_are_shown(folder: Path) -> None:
    table = run("report", "compared", "measures", "--as", "csv")
    assert "0.8990242561671132" in table, "the value that 0.1.0 computed"
    assert "v:0.1.0" in table, "and its signature"
    run("report", "compared", "-o", "page.html")
    page = (folder / "page.html").read_text()
    assert "looked for" in page, "texts are there as well"
    run("plot", "compared", "-o", "figures")
    assert list((folder / "figures").glob("*.svg"))


def test_a_plan_is_carried_out(folder: Path) -> None:
    plan = plan_file.read(folder / "plan.toml")
    assert (plan.title, plan.draws, plan.seed) == ("Two resolvers on two letters", 200, 7)
    run("run", "plan.toml", "-o", "again")
    found = json.loads((folder / "again" / "results.json").read_text())
    assert found["version"] == coindex.__version__
    assert len(found["rows"]) == len(
        json.loads((folder / "compared" / "results.json").read_text())["rows"]
    )


JOB = (
    "resolve",
    "texts",
    "--resolver",
    "recent",
    "--jobs",
    "1",
    "--part",
    "2",
    "-o",
    "job",
    "--resume",
)


def test_the_output_of_a_job_is_read(folder: Path) -> None:
    parts = sorted((folder / "job" / "documents").iterdir())
    documents = [item.document for part in parts for item in coindex.read(part)]
    assert [document.id for document in documents] == ["ferry", "greeting", "key", "letter"]
    assert [len(item.annotation.entities) > 0 for part in parts for item in coindex.read(part)] == [
        True
    ] * 4


def test_a_finished_job_is_left_as_it_is(folder: Path) -> None:
    before = {path: path.read_bytes() for path in (folder / "job").rglob("*") if path.is_file()}
    assert "4 documents" in run(*JOB)
    assert {
        path: path.read_bytes() for path in (folder / "job").rglob("*") if path.is_file()
    } == before


def test_an_unfinished_job_is_resumed(folder: Path) -> None:
    """Killed before its last part: what is finished stays, and the
    journal says which version made what.
    """
    (folder / "job" / "journal" / "000002.json").unlink()
    (folder / "job" / "documents" / "part-000002.jsonl").unlink()
    first = (folder / "job" / "documents" / "part-000000.jsonl").read_bytes()
    said = run(*JOB)
    assert "4 documents" in said
    assert f"written by Coindex 0.1.0 and {coindex.__version__}" in said
    assert (folder / "job" / "documents" / "part-000000.jsonl").read_bytes() == first
    (item,) = coindex.read(folder / "job" / "documents" / "part-000002.jsonl")
    assert item.document.id == "letter"
    part = json.loads((folder / "job" / "journal" / "000002.json").read_text())
    assert part["version"] == coindex.__version__


def test_another_job_is_still_refused(folder: Path) -> None:
    done = CliRunner().invoke(app, [*JOB, "--resolver", "hobbs"])
    assert done.exit_code == 1
    assert "resolver was 'recent', is 'hobbs'" in str(done.exception or done.output)
