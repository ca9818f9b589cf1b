"""Comparisons whose resolver kills its workers, and over corpora that are not simply paths."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.experiment.cache import DiskCache
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan
from coindex.experiment.results import Results
from tests.experiment.material import corpus, document

MEASURE = "Mentions@head"


def compared(
    path: str, store: Path, *, resolver: str = "faulty", engine: str = "serial"
) -> Results:
    plan = Plan(
        (path,),
        ("given",),
        detectors=("gold",),
        resolvers=(resolver,),
        measures=(MEASURE,),
        slices=(),
        draws=10,
    )
    return Experiment(plan.checked(), registry.build("engines", engine), DiskCache(store)).run()


def test_a_document_that_kills_its_workers_counts_as_unresolved(tmp_path: Path) -> None:
    items = [document(number) for number in range(4)]
    path = tmp_path / "made-up.jsonl"
    formats.write(items, path, "jsonl")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    name = rows[2]["text"].split()[0]
    rows[2]["text"] = rows[2]["text"].replace(name, "EXIT"[: len(name)].ljust(len(name), "T"))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (run,) = compared(str(path), tmp_path / "store", engine="processes(2)").runs
    assert list(run.problems) == ["d02"]
    assert "exit code 3" in run.problems["d02"]
    assert run.documents == 4


def test_patterns_and_parquet_are_corpora(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet, table

    path = corpus(tmp_path, 3)
    plain = compared(path, tmp_path / "store", resolver="recent")
    parquet.write_table(
        table({"document": Path(path).read_text().splitlines()}), tmp_path / "made-up.parquet"
    )
    for same in (f"{tmp_path}/made*.jsonl", str(tmp_path / "made-up.parquet"), f"file://{path}"):
        found = compared(same, tmp_path / "store", resolver="recent")
        same_bytes = not same.endswith(".parquet")
        assert (found.corpora[0].checksum == plain.corpora[0].checksum) == same_bytes
        assert [row.value for row in found.rows] == [row.value for row in plain.rows]
