"""Component strings and descriptions of parameters are read by many threads at once."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from coindex.core import parameters, spec
from coindex.core.document import Document

DEEP = f"name(value={'(' * 40}1{',)' * 40})"


def _switch(phase: str, info: dict[str, int]) -> None:
    time.sleep(0)


@pytest.fixture
def frequent_switches() -> Iterator[None]:
    """Threads take turns while the parser allocates its tree: garbage collection,
    which it causes, runs Python code.
    """
    before = gc.get_threshold()
    gc.callbacks.append(_switch)
    gc.set_threshold(50)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(_switch)


@pytest.mark.usefixtures("frequent_switches")
def test_threads_do_not_disturb_each_other() -> None:
    def read(number: int) -> str:
        if number % 8 == 0:
            return "".join(parameters._descriptions.__wrapped__(Document))
        return spec.read(DEEP).name

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(read, range(200))) == {
            "name",
            "".join(parameters._descriptions(Document)),
        }
