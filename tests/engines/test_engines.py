"""Engines: the same results in the same order wherever work runs, and
clear words when a worker is lost.
"""

from __future__ import annotations

import os
import time
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from coindex.core import registry
from coindex.core.errors import CoindexError, SpecError
from coindex.engines import processes
from coindex.testing.contracts import check_component

ENGINES = ("serial", "processes(2)")


def squared(number: int) -> int:
    time.sleep(0.002 * (number % 3))
    return number * number


def odd_only(number: int) -> int:
    if number % 2 == 0:
        raise ValueError(f"{number} is even")
    return number


def lost(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def where(_: int) -> int:
    return os.getpid()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Any:
    return registry.build("engines", request.param)


def test_results_come_in_the_order_of_the_inputs(engine: Any) -> None:
    assert list(engine.map(squared, range(40))) == [number * number for number in range(40)]


def test_nothing_to_do(engine: Any) -> None:
    assert list(engine.map(squared, [])) == []


def test_an_endless_supply_is_taken_as_it_is_needed(engine: Any) -> None:
    taken: list[int] = []

    def inputs() -> Any:
        for number in count():
            taken.append(number)
            yield number

    assert list(islice(engine.map(squared, inputs()), 5)) == [0, 1, 4, 9, 16]
    assert len(taken) < 50


def test_an_exception_comes_where_its_result_would_have_come(engine: Any) -> None:
    results = engine.map(odd_only, [1, 3, 4, 5])
    assert [next(results), next(results)] == [1, 3]
    with pytest.raises(ValueError, match="4 is even"):
        next(results)


def test_every_engine_is_a_component(engine: Any) -> None:
    check_component(engine)


def test_processes_are_others() -> None:
    found = set(registry.build("engines", "processes(2)").map(where, range(8)))
    assert os.getpid() not in found
    assert 1 <= len(found) <= 2


def test_what_kills_its_worker_is_answered_in_its_place() -> None:
    def told(number: int, reason: str) -> int:
        assert reason == "its worker process ended with exit code 1"
        return -number

    assert list(registry.build("engines", "processes(2)").map(lost, range(8), lost=told)) == [
        0,
        1,
        2,
        -3,
        4,
        5,
        6,
        7,
    ]


def test_a_lost_worker_is_told() -> None:
    with pytest.raises(CoindexError, match="finished work is not lost: run it again"):
        list(registry.build("engines", "processes(2)").map(lost, range(8)))


def test_fewer_processes_than_none() -> None:
    with pytest.raises(SpecError, match="n must be at least 0"):
        registry.build("engines", "processes(-1)")


@pytest.mark.parametrize(
    ("limit", "expected"),
    [("150000 100000", 2), ("20000 100000", 1), ("800000 100000", 6), ("max 100000", 6), ("", 6)],
)
def test_a_container_has_as_many_cores_as_its_limit(
    limit: str, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cpu.max").write_text(limit)
    monkeypatch.setattr(processes, "_LIMIT", tmp_path / "cpu.max")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(6)), raising=False)
    assert processes.cores() == expected
