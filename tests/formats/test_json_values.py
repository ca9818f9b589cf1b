"""JSON that is JSON, but holds the wrong values: readers answer
with documents or one FormatError.
"""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.records import records
from coindex.io.files import File
from coindex.testing.contracts import check_annotated
from tests.formats.test_clusters import E2E, FASTCOREF, MAVERICK
from tests.formats.test_jsonl import SAMPLES
from tests.width import amount

STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    10**30,
    1.5,
    "",
    "x",
    "0",
    [],
    [[]],
    [0],
    [[0, 1]],
    {},
    {"a": 1},
]
VALUES = {
    "flat": ("jsonl", json.loads(SAMPLES["made_up.jsonl"])),
    "sentences": ("clusters", E2E),
    "text": ("clusters", FASTCOREF),
    "words": ("clusters", MAVERICK),
    "text and words": (
        "clusters",
        {"text": FASTCOREF["text"], "token_offsets": [[0, 3]], **MAVERICK},
    ),
    "dialogue": ("mudoco", E2E),
}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a value with each of its keys."""
    keys = (
        list(value)
        if isinstance(value, dict)
        else list(range(len(value)))
        if isinstance(value, list)
        else []
    )
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def mutated(value: Any, chance: random.Random) -> Any:
    value = copy.deepcopy(value)
    for _ in range(chance.choice((1, 1, 2, 4))):
        found = places(value)
        if not found:
            return value
        container, key = chance.choice(found)
        if chance.random() < 0.2:
            del container[key]
        elif chance.random() < 0.2 and isinstance(container, list):
            container.append(copy.deepcopy(container[key]))
        elif chance.random() < 0.2:
            container[key] = copy.deepcopy(chance.choice(found)[0])
        else:
            container[key] = copy.deepcopy(chance.choice(STRANGE))
    return value


@pytest.mark.parametrize("name", VALUES)
def test_wrong_values(name: str, tmp_path: Path) -> None:
    format, value = VALUES[name]
    path = tmp_path / "a.jsonl"
    for seed in range(amount(50, 1_000)):
        path.write_text(json.dumps(mutated(value, random.Random(f"{name} {seed}"))))
        for lenient in (False, True):
            try:
                for item in formats.read(path, format, Problems(lenient=lenient)):
                    check_annotated(item)
                    assert all(chunk.text for chunk in formats.writer_of("jsonl").write([item]))
            except FormatError as error:
                assert not lenient, f"seed {seed}: {error}"
                assert error.path and error.line == 1


def test_escaped_nul_characters(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "a\\\\u0000 b"}\n{"text": "x\\u0000y"}\n')
    with pytest.raises(FormatError, match=r"a\.jsonl:2:12: NUL character"):
        list(records(File(path, path.name, path.name), Problems()))
    values = [
        record.values
        for record in records(File(path, path.name, path.name), Problems(lenient=True))
    ]
    assert values == [{"text": "a\\u0000 b"}, {"text": "xy"}]
