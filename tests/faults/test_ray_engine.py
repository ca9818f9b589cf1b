"""Ray on this machine: as any other engine, and what kills its workers is answered in its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from coindex.core import registry
from coindex.core.errors import CoindexError, SpecError
from tests.engines.test_engines import lost, odd_only, squared

ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'coindex[scale]'")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module", autouse=True)
def _cluster() -> Iterator[None]:
    paths = {"env_vars": {"PYTHONPATH": str(Path(__file__).parents[2])}}
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=paths)
    yield
    ray.shutdown()


@pytest.fixture
def engine() -> Any:
    return registry.build("engines", "ray(batch=3)")


def test_results_come_in_the_order_of_the_inputs(engine: Any) -> None:
    assert list(engine.map(squared, range(40))) == [number * number for number in range(40)]
    assert list(engine.map(squared, [])) == []


def test_an_endless_supply_is_taken_as_it_is_needed(engine: Any) -> None:
    taken: list[int] = []

    def supply() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    assert list(islice(engine.map(squared, supply()), 5)) == [0, 1, 4, 9, 16]
    assert len(taken) < 50


def test_an_exception_comes_where_its_result_would_have_come(engine: Any) -> None:
    results = engine.map(odd_only, [1, 3, 4, 5])
    assert [next(results), next(results)] == [1, 3]
    with pytest.raises(ValueError, match="4 is even"):
        next(results)


def test_what_kills_its_worker(engine: Any) -> None:
    assert list(engine.map(lost, range(8), lost=lambda number, _: -number)) == [
        0,
        1,
        2,
        -3,
        4,
        5,
        6,
        7,
    ]
    with pytest.raises(CoindexError, match="its worker was lost"):
        list(engine.map(lost, range(8)))


def test_smaller_batches_than_none() -> None:
    with pytest.raises(SpecError, match="batch is 1 or more"):
        registry.build("engines", "ray(batch=0)")
