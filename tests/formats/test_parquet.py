"""Parquet tables."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coindex
from coindex import formats
from coindex.cli import app
from coindex.core.document import Block
from coindex.core.errors import FormatError, MissingExtra
from coindex.core.problems import Problems
from coindex.engines.serial import Serial
from coindex.experiment.bulk.job import Job
from coindex.experiment.bulk.resolving import BulkResolving
from coindex.experiment.bulk.sources import Sources
from coindex.pipeline.pipeline import Pipeline

_TABLE = (
    "UEFSMRUEFRQVFEwVBBUAEgAAAQAAAGEBAAAAYhUAFRIVEiwVBBUQFQYVBhwAAAACAAAABAEBAwIVBBVOFU5MFQQVABIAABQAAABBbm4gbGVmdC"
    "4gU2hlIHdhdmVkLgsAAABCb2Igc3RheWVkLhUAFRIVEiwVBBUQFQYVBhwAAAACAAAABAEBAwIVBBUMFQxMFQIVABIAAAIAAABlbhUAFRIVEiwV"
    "BBUQFQYVBhwAAAACAAAAAwEBAgAVBBUUFRRMFQQVABIAAAEAAAB4AQAAAHkVABUSFRIsFQQVEBUGFQYcAAAAAgAAAAQBAQMCFQQZXDUAGAZzY2"
    "hlbWEVCAAVDCUCGAJpZCUATBwAAAAVDCUCGAR0ZXh0JQBMHAAAABUMJQIYBGxhbmclAEwcAAAAFQwlAhgDdXJsJQBMHAAAABYEGRwZTCYAHBUM"
    "GTUABhAZGAJpZBUAFgQWaBZoJjgmCCksFQQVABUCABUAFRAVAgA8FgQZBhkmAAQAAAAmABwVDBk1AAYQGRgEdGV4dBUAFgQWogEWogEm2gEmcC"
    "ksFQQVABUCABUAFRAVAgA8Fj4ZBhkmAAQAAAAmABwVDBk1AAYQGRgEbGFuZxUAFgQWYBZgJroCJpICKSwVBBUAFQIAFQAVEBUCADwWBBkGGSYC"
    "AgAAACYAHBUMGTUABhAZGAN1cmwVABYEFmgWaCaiAybyAiksFQQVABUCABUAFRAVAgA8FgQZBhkmAAQAAAAW0gMWBCYIFtIDACggcGFycXVldC"
    "1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZTBwAABwAABwAABwAAAB8AQAAUEFSMQ=="
)
SAMPLES_BYTES = {"made-up.parquet": b64decode(_TABLE)}
"""Columns id, text, lang (null in the second row) and url."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "made-up.parquet"
    path.write_bytes(SAMPLES_BYTES["made-up.parquet"])
    return path


def write(path: Path, columns: dict[str, list[object]]) -> Path:
    parquet, pa = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow")
    parquet.write_table(pa.table(columns), path)
    return path


def test_rows_are_documents(table: Path) -> None:
    pytest.importorskip("pyarrow")
    first, second = (item.document for item in coindex.read(table))
    assert (first.id, first.text, first.language) == ("a", "Ann left. She waved.", "en")
    assert (second.id, second.language, second.blocks) == ("b", "", (Block(0, 11),))
    with_format = [item.document for item in formats.read(table, "parquet")]
    assert with_format == [first, second]


def test_every_command_reads_tables(table: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    run = CliRunner().invoke
    shown = run(app, ["resolve", str(table)])
    assert shown.exit_code == 0, shown.stderr
    assert "[Ann]1 left. [She]1 waved." in shown.stdout and "== b" in shown.stdout
    converted = run(app, ["convert", str(table), str(tmp_path / "out.jsonl")])
    assert "2 documents" in converted.stderr
    assert (
        "2 documents"
        in run(app, ["convert", str(tmp_path / "made-up.parquet"), "-", "--to", "jsonl"]).stderr
    )


def test_a_column_of_documents(tmp_path: Path) -> None:
    values = {
        "schema": "coindex-doc/1",
        "id": "x",
        "text": "Hi.",
        "tokens": [{"start": 0, "end": 2}],
    }
    line = json.dumps(values | {"sentences": [{"span": [0, 1]}]})
    path = write(tmp_path / "a.parquet", {"document": [line, "{"], "text": ["other", "other"]})
    problems = Problems(lenient=True)
    (item,) = formats.read(path, problems=problems)
    assert (item.document.id, len(item.document.tokens)) == ("x", 1)
    assert problems.counts == {"row without a document": 1}
    with pytest.raises(FormatError, match=r"a\.parquet:2: row without a document: not JSON"):
        list(coindex.read(path))


def test_tables_without_texts(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no column `text` or `document`"):
        list(coindex.read(write(tmp_path / "a.parquet", {"words": [1]})))
    (tmp_path / "b.parquet").write_text("not a table")
    with pytest.raises(FormatError, match="not Parquet"):
        list(coindex.read(tmp_path / "b.parquet"))


@pytest.fixture
def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyarrow"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    return monkeypatch


@pytest.mark.usefixtures("without_pyarrow")
def test_without_the_library_every_way_says_how_to_install_it(table: Path, tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match=r"pyarrow is not installed"):
        list(coindex.read(table))
    for command, *rest in (["resolve"], ["parse"], ["convert", "-", "--to", "jsonl"]):
        done = CliRunner().invoke(app, [command, str(table), *rest])
        assert isinstance(done.exception, MissingExtra), done.stderr
    job = CliRunner().invoke(
        app, ["resolve", str(table), "--jobs", "1", "-o", str(tmp_path / "out")]
    )
    assert isinstance(job.exception, MissingExtra)
    written = CliRunner().invoke(
        app, ["resolve", "Ann left.", "--as", "parquet", "-o", str(tmp_path / "out")]
    )
    assert written.exit_code != 0 and not (tmp_path / "out").exists()


def test_a_job_that_lacked_a_library_loses_nothing(
    table: Path, without_pyarrow: pytest.MonkeyPatch
) -> None:
    (table.parent / "a.txt").write_text("Eve left.")
    job = Job(
        Sources.of([str(table.parent)]), BulkResolving(Pipeline()), str(table.parent.parent / "out")
    )
    monkeypatch = without_pyarrow
    monkeypatch.setattr(
        Sources, "check", lambda self: None
    )  # as if the library had gone while the job ran
    with pytest.raises(MissingExtra):
        job.run(Serial())
    monkeypatch.undo()
    pytest.importorskip("pyarrow")
    totals = job.run(Serial(), resume=True)
    assert (totals.done, totals.errors) == (3, 0)
