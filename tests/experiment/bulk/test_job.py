"""Jobs over many documents: each once, the same whatever the engine, and
gone on with where they stopped.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coindex import __version__, formats
from coindex.core import registry
from coindex.core.errors import CoindexError, MissingExtra
from coindex.experiment.bulk.items import Item, ItemResult
from coindex.experiment.bulk.job import Job, JobTotals
from coindex.experiment.bulk.resolving import BulkResolving
from coindex.experiment.bulk.sources import Sources
from coindex.pipeline.pipeline import Pipeline
from tests.experiment.bulk.conftest import ASIDE, GOOD, text

PIPELINE = Pipeline("plain", resolver="faulty")


def job(*given: Path | str, output: Path | str, style: str = "jsonl", size: int = 4) -> Job:
    return Job(
        Sources.of([str(one) for one in given]), BulkResolving(PIPELINE, style), str(output), size
    )


def run(made: Job, engine: str = "serial", *, resume: bool = False) -> JobTotals:
    return made.run(registry.build("engines", engine), resume=resume)


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def ids(folder: Path) -> list[str]:
    lines = (
        line
        for path in sorted((folder / "documents").iterdir())
        for line in path.read_text().splitlines()
    )
    return [json.loads(line)["id"] for line in lines]


def errors(folder: Path) -> dict[str, str]:
    lines = (folder / "errors.jsonl").read_text().splitlines()
    return {record["id"]: record["reason"] for record in map(json.loads, lines)}


class Stopped(Exception):  # noqa: N818
    pass


class Stopping:
    """An engine that is killed after so many results."""

    def __init__(self, after: int) -> None:
        self._after = after

    def map(
        self, work: Callable[[Any], Any], inputs: Iterable[Any], *, lost: Any = None
    ) -> Iterator[Any]:
        for number, one in enumerate(inputs):
            if number == self._after:
                raise Stopped
            yield work(one)


def test_every_document_is_there_once_or_set_aside(folder: Path, tmp_path: Path) -> None:
    totals = run(job(folder, output=tmp_path / "out"))
    found = ids(tmp_path / "out")
    assert totals == JobTotals(7, GOOD, len(ASIDE), totals.words, (__version__,))
    assert set(Counter(found).values()) == {1}
    assert {"deep/same0", "same0", "r0", "r18"} <= set(found)
    aside = errors(tmp_path / "out")
    assert set(aside) == set(ASIDE)
    assert all(ASIDE[id] in reason for id, reason in aside.items())


def test_engines_make_the_same_files(folder: Path, tmp_path: Path) -> None:
    for engine in ("serial", "processes(2)"):
        run(job(folder, output=tmp_path / engine), engine)
    assert content(tmp_path / "serial") == content(tmp_path / "processes(2)")


def test_what_was_made_can_be_read(folder: Path, tmp_path: Path) -> None:
    run(job(folder, output=tmp_path / "out"))
    items = list(formats.read(tmp_path / "out" / "documents"))
    assert len(items) == GOOD
    assert all(
        item.annotation.source.name == "faulty" and item.annotation.entities for item in items
    )


@pytest.mark.parametrize("after", [0, 1, 5, 9, 26])
def test_stopped_and_gone_on_with(folder: Path, tmp_path: Path, after: int) -> None:
    run(job(folder, output=tmp_path / "whole"))
    halved = job(folder, output=tmp_path / "out")
    with pytest.raises(Stopped):
        halved.run(Stopping(after))
    (tmp_path / "out/documents").mkdir(exist_ok=True)
    (tmp_path / "out/documents/.part-000001.jsonl.left").write_text("half a line")
    run(halved, "serial", resume=True)
    left = content(tmp_path / "out")
    left.pop("documents/.part-000001.jsonl.left", None)
    assert left == content(tmp_path / "whole")


def test_what_is_finished_is_not_done_again(folder: Path, tmp_path: Path) -> None:
    whole = job(folder, output=tmp_path / "out")
    first = run(whole)
    heard: list[ItemResult] = []
    assert whole.run(registry.build("engines", "serial"), resume=True, watch=heard.append) == first
    assert heard == []


def test_a_part_without_a_note_in_the_journal_is_written_again(
    folder: Path, tmp_path: Path
) -> None:
    whole = job(folder, output=tmp_path / "out")
    run(whole)
    before = content(tmp_path / "out")
    (tmp_path / "out/journal/000006.json").unlink()
    (tmp_path / "out/documents/part-000006.jsonl").write_text("half of it")
    run(whole, resume=True)
    assert content(tmp_path / "out") == before


def test_another_job_in_the_same_folder_is_refused(folder: Path, tmp_path: Path) -> None:
    run(job(folder, output=tmp_path / "out"))
    with pytest.raises(CoindexError, match="resume the job"):
        run(job(folder, output=tmp_path / "out"))
    with pytest.raises(CoindexError, match="part was 4, is 5"):
        run(job(folder, output=tmp_path / "out", size=5), resume=True)
    (folder / "more.txt").write_text(text(1))
    with pytest.raises(CoindexError, match="sources was 5, is 6"):
        run(job(folder, output=tmp_path / "out"), resume=True)


@pytest.mark.parametrize("address", ["{}", "file://{}"])
def test_an_output_within_the_input_is_not_input(folder: Path, address: str) -> None:
    given = address.format(folder)
    first = run(job(given, output=f"{given}/out"))
    assert run(job(given, output=f"{given}/out"), resume=True) == first
    with pytest.raises(CoindexError, match="choose another"):
        run(job(f"{given}/out/documents", output=f"{given}/out"), resume=True)


def test_documents_that_kill_their_workers_are_set_aside(folder: Path, tmp_path: Path) -> None:
    deadly = {f"dead-{word}": f"Ann met Bob: {word}." for word in ("EXIT", "SEGV", "KILL")}
    rows = [{"id": id, "text": words} for id, words in deadly.items()]
    rows += [{"id": "once", "text": f"Ann met Bob. ONCE {tmp_path / 'marker'} she left."}]
    (folder / "deadly.ndjson").write_text("".join(json.dumps(row) + "\n" for row in rows))
    totals = run(job(folder, output=tmp_path / "out"), "processes(2)")
    assert (totals.done, totals.errors) == (GOOD + 1, len(ASIDE) + len(deadly))
    aside = errors(tmp_path / "out")
    assert "exit code 3" in aside["dead-EXIT"]
    assert "SIGSEGV" in aside["dead-SEGV"]
    assert "SIGKILL" in aside["dead-KILL"]
    assert "once" in ids(tmp_path / "out")


def test_a_document_that_takes_too_long(tmp_path: Path) -> None:
    (tmp_path / "slow.txt").write_text("Ann met Bob. SLEEP.")
    run(job(tmp_path / "slow.txt", output=tmp_path / "out"), "processes(1, patience=1)")
    assert errors(tmp_path / "out") == {"slow": "not finished after 1 seconds"}


@pytest.mark.parametrize("engine", ["serial", "processes(2)"])
def test_a_missing_library_ends_the_job_and_nothing_is_lost(tmp_path: Path, engine: str) -> None:
    library = tmp_path / "library"
    rows = [
        json.dumps({"id": f"r{n}", "text": text(n) + (f" NEEDS {library}" if n == 6 else "")})
        for n in range(9)
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(rows))
    made = job(tmp_path / "in.jsonl", output=tmp_path / "out")
    with pytest.raises(MissingExtra, match="pip install"):
        run(made, engine)
    assert not (tmp_path / "out" / "errors.jsonl").read_text()
    library.touch()
    assert (totals := run(made, engine, resume=True)).errors == 0 and totals.done == 9
    assert ids(tmp_path / "out") == [f"r{n}" for n in range(9)]


def test_parquet_in_and_out(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run(job(folder, output=tmp_path / "out", style="parquet"))
    table = parquet.read_table(tmp_path / "out" / "documents")
    assert table.num_rows == GOOD
    row = next(row for row in table.to_pylist() if row["id"] == "r0")
    assert (row["source"], row["number"]) == ("rows.jsonl", 1)
    assert [mention["text"] for mention in row["entities"][0]["mentions"]]
    assert text(0)[row["entities"][0]["mentions"][0]["start"] :].startswith(
        row["entities"][0]["mentions"][0]["text"]
    )
    parquet.write_table(
        table.select(["id"]).append_column("text", [[text(n) for n in range(GOOD)]]),
        tmp_path / "t.parquet",
    )
    assert run(job(tmp_path / "t.parquet", output=tmp_path / "texts")).done == GOOD
    again = tmp_path / "out/documents/part-000000.parquet"
    assert ids_of(job(again, output=tmp_path / "x")) == [
        row["id"] for row in parquet.read_table(again).to_pylist()
    ]
    parquet.write_table(table.select(["words"]), tmp_path / "none.parquet")
    run(job(tmp_path / "none.parquet", output=tmp_path / "none"))
    assert "no column" in errors(tmp_path / "none")["none.parquet:1"]


def ids_of(made: Job) -> list[str]:
    return [made.work(item).id for item in made.sources.items()]


def test_patterns_urls_and_compressed_lines(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    with gzip.open(folder / "more.jsonl.gz", "wt") as stream:
        stream.write(json.dumps({"text": text(3)}) + "\n")
    (folder / "cut.jsonl.gz").write_bytes((folder / "more.jsonl.gz").read_bytes()[:-9])
    for root in (str(folder), f"file://{folder}"):
        items = list(Sources.of([f"{root}/**/*.txt", f"{root}/more.jsonl.gz"]).items())
        assert [item.source for item in items][-1] == "more.jsonl.gz"
        assert {item.source for item in items[:-1]} >= {"in/deep/same0.txt"}
        broken = list(Sources.of([f"{root}/cut.jsonl.gz"]).items())
        assert type(broken[-1].given).__name__ == "Unreadable"
    run(job(f"file://{folder}", output=f"file://{tmp_path}/far"))
    run(job(folder, output=tmp_path / "near"))
    assert content(tmp_path / "far") == content(tmp_path / "near")


def test_nothing_there(tmp_path: Path) -> None:
    for what in (tmp_path / "none.txt", tmp_path / "*.txt"):
        with pytest.raises(CoindexError, match="no such file or folder"):
            Sources.of([str(what)])


def test_names_that_are_not_unicode(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number, ending in enumerate((b".txt", b".png")):
        (folder / os.fsdecode(b"caf\xe9" + ending)).write_text(text(number))
    totals = run(job(folder, output=tmp_path / "out"))
    assert (totals.done, totals.errors) == (1, 1)
    assert ids(tmp_path / "out") == ["caf?"]
    assert list(errors(tmp_path / "out")) == ["caf?.png:1"]


def test_items_travel(folder: Path) -> None:
    assert all(isinstance(item, Item) for item in Sources.of([str(folder)]).items())
