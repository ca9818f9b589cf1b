"""Shared tasks: their measures and options under one name."""

from __future__ import annotations

from pathlib import Path

import pytest

import coindex
from coindex import formats
from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.experiment.scoring import Scoring
from coindex.measures.tasks import TASKS, task_of
from coindex.testing import bracketed


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    texts = {
        "key": "[Ann]1 lost [her]1 key . [She]1 left [it]2 .",
        "own": "[Ann]1 lost [her]1 key . [She]2 left [it]3 .",
    }
    for name, text in texts.items():
        formats.write([bracketed(text, id="a")], tmp_path / f"{name}.conll")
    return tmp_path / "key.conll", tmp_path / "own.conll"


@pytest.mark.parametrize("name", sorted(TASKS))
def test_every_measure_of_a_task_exists_and_its_format_can_be_read(name: str) -> None:
    task = task_of(name)
    for measure in task.measures:
        assert registry.build("measures", measure)
    assert formats.reader_of(task.format)


def test_a_task_is_its_measures_and_is_named_in_signatures(files: tuple[Path, Path]) -> None:
    rows = coindex.score(*files, as_of="conll12")
    alone = coindex.score(*files, "CoNLL", "MUC", "B3", "CEAFe", "CEAFm", "BLANC")
    assert [row.values for row in rows] == [row.values for row in alone]
    assert all("|as-of:conll12|" in row.signature for row in rows)


def test_zeros_are_matched_as_in_the_task() -> None:
    assert Scoring().of_task("crac22").pairing.zeros == "linear"
    assert Scoring().of_task("crac26").pairing.zeros == "dependent"


def test_a_task_and_measures_exclude_each_other(files: tuple[Path, Path]) -> None:
    with pytest.raises(CoindexError, match="either the task or measures"):
        coindex.score(*files, "MUC", as_of="conll12")


def test_an_unknown_task_is_named_with_those_there_are() -> None:
    with pytest.raises(CoindexError, match="no shared task is called 'crac25': did you mean"):
        task_of("crac25")
