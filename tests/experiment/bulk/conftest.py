"""A folder of texts of every kind, some of them poison."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines import faulty

GOOD = 23
ASIDE = {
    "rows.jsonl:6": "not JSON",
    "half": "lone surrogate",
    "rows.jsonl:8": "no text",
    "raise": "ZeroDivisionError",
}


@pytest.fixture(scope="module", autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    from coindex.core import registry

    with pytest.MonkeyPatch.context() as patch:
        faulty.installed(tmp_path_factory.mktemp("faulty"), patch)
        yield
    registry._declared.cache_clear()


def text(number: int) -> str:
    return f"Ann met Bob {number} times. She liked him. He gave her a map, and she lost it."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """23 documents that can be resolved, and those of `ASIDE`."""
    inside = tmp_path / "in"
    (inside / "deep").mkdir(parents=True)
    for number in range(2):
        (inside / "deep" / f"same{number}.txt").write_text(text(number))
        (inside / f"same{number}.txt").write_text(text(number + 10))
    rows = [json.dumps({"id": f"r{n}", "text": text(n), "url": "kept out"}) for n in range(20)]
    rows[5:5] = [
        "{broken",
        json.dumps({"id": "half", "text": "Ann \ud800 left."}),
        json.dumps({"id": "none"}),
    ]
    rows[10:10] = [json.dumps({"id": "raise", "text": "Ann: RAISE it."})]
    (inside / "rows.jsonl").write_text("\n".join([*rows[:-1], "", ""]))
    return inside
