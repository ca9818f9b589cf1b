"""A job on a Ray cluster whose worker, node and driver are killed: every document comes
out once, as from one process.

Documents have about forty words. One of ten goes through the default parser and resolver, the
others through quick ones made for tests, so that twenty thousand take minutes.
`COINDEX_FAULTS_DOCUMENTS` makes it shorter.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from coindex.core import registry
from coindex.experiment.bulk.job import Job
from coindex.experiment.bulk.resolving import BulkResolving
from coindex.experiment.bulk.sources import Sources
from coindex.pipeline.pipeline import Pipeline
from tests.engines import faulty
from tests.faults.clusters import Nodes, cluster
from tests.faults.conftest import Tell
from tests.waiting import until

DOCUMENTS = int(os.environ.get("COINDEX_FAULTS_DOCUMENTS", "20000"))
FILES, PARTS = 10, 40
PARSER, RESOLVER = "plain(full=10)", "faulty(full=10)"
POISON = ("EXIT", "SEGV", "KILL", "RAISE", "RAISE", "BROKEN", "BROKEN", "HALF", "EXIT", "NOTEXT")
"""What happens to some documents, spread over all."""
PEOPLE = (("Ann", "she", "her"), ("Bob", "he", "him"), ("Eve", "she", "her"), ("Tom", "he", "him"))
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    faulty.installed(tmp_path / "faulty", monkeypatch)
    yield
    registry._declared.cache_clear()


def short_text(number: int) -> str:
    """About forty words."""
    draw = random.Random(number)
    (first, she, her), (second, he, him) = draw.sample(PEOPLE, 2)
    thing = draw.choice(("map", "lamp", "key", "boat"))
    return (
        f"{first} met {second} near the old harbour on day {number}. {she.title()} gave {him} the "
        f"{thing}, and {he} put it into the bag. {second} thanked {her}, but {she} had lost it "
        f"before {he} came home."
    )


def line(number: int, poison: str) -> str:
    row = {"id": f"d{number:06}", "text": f"{short_text(number)} {poison}".strip()}
    match poison:
        case "BROKEN":
            return json.dumps(row)[:-5]
        case "HALF":
            return json.dumps(row | {"text": "half \ud800 of it"})
        case "NOTEXT":
            return json.dumps({"id": row["id"]})
    return json.dumps(row)


def material(folder: Path, count: int, poison: tuple[str, ...]) -> Path:
    folder.mkdir()
    places = {
        (2 * number + 1) * count // (2 * len(poison)): kind for number, kind in enumerate(poison)
    }
    for file in range(FILES):
        numbers = range(file * count // FILES, (file + 1) * count // FILES)
        rows = (line(number, places.get(number, "")) for number in numbers)
        (folder / f"{file:02}.jsonl").write_text("".join(f"{row}\n" for row in rows))
    return folder


class Driver:
    """`coindex resolve` in a process of its own, which ends with the block at the latest."""

    def __init__(self, given: Path, output: Path, engine: str, *options: str) -> None:
        command = [
            sys.executable,
            "-m",
            "coindex",
            "resolve",
            str(given),
            "-o",
            str(output),
            "--engine",
            engine,
            *options,
        ]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self._output = output

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self._process.kill()

    def wait_for(self, parts: int) -> None:
        until(lambda: self._parts() >= parts, f"{parts} parts are not done", patience=3600)

    def _parts(self) -> int:
        assert self._process.poll() is None, self._process.communicate()
        return len(list((self._output / "journal").glob("0*.json")))

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    def told(self) -> str:
        _, said = self._process.communicate(timeout=3600)
        assert self._process.returncode == 0, said
        return said.strip()


def made(output: Path) -> dict[str, str]:
    """Every document's line by its id; one that is there twice is found out."""
    lines = [
        line
        for path in sorted((output / "documents").iterdir())
        for line in path.read_text().splitlines()
    ]
    found = {json.loads(line)["id"]: line for line in lines}
    assert len(found) == len(lines)
    return found


def aside(output: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in (output / "errors.jsonl").read_text().splitlines()]


def carry_out(nodes: Nodes, given: Path, output: Path, *options: str) -> list[str]:
    """The job, with everything that may happen to it on the way."""
    happened = []

    def note(what: str) -> None:
        happened.append(f"{what} killed after {len(list((output / 'journal').iterdir()))} parts")

    with Driver(given, output, nodes.engine, *options) as driver:
        driver.wait_for(PARTS // 8)
        note(f"worker {nodes.kill_worker()}")
        driver.wait_for(PARTS // 4)
        nodes.kill_node()
        note("a node of two")
        driver.wait_for(PARTS // 2)
        driver.kill()
        note("driver")
    nodes.add_node()
    with Driver(given, output, nodes.engine, *options, "--resume") as driver:
        return [*happened, driver.told()]


def test_everything_comes_out_once(tmp_path: Path, tell: Tell) -> None:
    harmless = tuple(
        "RAISE" if kind in faulty.DEADLY else kind for kind in POISON
    )  # one process would not survive
    reference = material(tmp_path / "reference", DOCUMENTS, harmless)
    size, started = DOCUMENTS // PARTS, time.monotonic()
    job = Job(
        Sources.of([str(reference)]),
        BulkResolving(Pipeline(PARSER, resolver=RESOLVER)),
        str(tmp_path / "serial"),
        size,
    )
    job.run(registry.build("engines", "serial"))
    alone = time.monotonic() - started
    given = material(tmp_path / "given", DOCUMENTS, POISON)
    options = ("--parser", PARSER, "--resolver", RESOLVER, "--part", str(size))
    with cluster(2) as nodes:
        started = time.monotonic()
        happened = carry_out(nodes, given, tmp_path / "out", *options)
    took = time.monotonic() - started
    documents, errors = made(tmp_path / "out"), aside(tmp_path / "out")
    assert documents == made(tmp_path / "serial")
    numbers = Counter((error["source"], error["number"]) for error in errors)
    assert set(numbers.values()) == {1}
    assert len(documents) + len(errors) == DOCUMENTS
    assert set(numbers) == {
        (error["source"], error["number"]) for error in aside(tmp_path / "serial")
    }
    parts = {path.name: path.read_bytes() for path in (tmp_path / "serial" / "documents").iterdir()}
    assert {
        path.name: path.read_bytes() for path in (tmp_path / "out" / "documents").iterdir()
    } == parts
    reasons = Counter(error["reason"].partition(":")[0] for error in errors)
    tell(
        "\n".join(
            [
                f"{DOCUMENTS:,} documents: alone {alone:.0f} s, cluster {took:.0f} s",
                *happened,
                str(dict(reasons)),
            ]
        )
    )


def test_the_default_pipeline_gives_the_same(tmp_path: Path, tell: Tell) -> None:
    count = min(DOCUMENTS, 400)
    given = material(tmp_path / "given", count, ("BROKEN", "NOTEXT"))
    with (
        cluster(2) as nodes,
        Driver(given, tmp_path / "ray", nodes.engine, "--part", "50") as driver,
    ):
        said = driver.told()
    for engine in ("serial", "processes(2)"):
        with Driver(given, tmp_path / engine, engine, "--part", "50") as driver:
            driver.told()
        for path in sorted((tmp_path / "ray" / "documents").iterdir()):
            assert path.read_bytes() == (tmp_path / engine / "documents" / path.name).read_bytes()
        assert (tmp_path / "ray/errors.jsonl").read_bytes() == (
            tmp_path / engine / "errors.jsonl"
        ).read_bytes()
    assert len(made(tmp_path / "ray")) == count - 2
    tell(f"default parser and resolver: {said}")


def test_a_comparison_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.experiment.material import corpus
    from tests.faults.test_interrupted import without_times

    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    path = corpus(tmp_path, 5)
    common = [
        "compare",
        path,
        "--parser",
        "given",
        "--resolvers",
        "recent,rosana",
        "--draws",
        "100",
    ]
    with cluster(2) as nodes:
        for name, engine in (("ray", nodes.engine), ("serial", "serial")):
            monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / f"cache-{name}"))
            command = [
                sys.executable,
                "-m",
                "coindex",
                *common,
                "-o",
                str(tmp_path / name),
                "--engine",
                engine,
            ]
            assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    results = [
        without_times((tmp_path / name / "results.json").read_text()) for name in ("ray", "serial")
    ]
    assert results[0] == results[1]
