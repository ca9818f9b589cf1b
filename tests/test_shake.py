"""The script behind `make shake`: what it logs, how it goes on, and when it is red."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.shake import Log, load, shake

GREEN = (sys.executable, "-c", "")
RED = (sys.executable, "-c", "print('FAILED tests/a.py::test_b[c] - no'); raise SystemExit(1)")


def test_runs_have_different_seeds_and_a_quarter_is_busy(tmp_path: Path) -> None:
    assert shake(8, tmp_path, GREEN, "code")
    runs = Log(tmp_path, "code").runs()
    assert len({run.seed for run in runs}) == 8
    assert [run.number for run in runs if run.busy] == [2, 6]


def test_a_second_call_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shake(1, tmp_path, GREEN, "code")
    assert not shake(3, tmp_path, RED, "code")
    runs = Log(tmp_path, "code").runs()
    assert [(run.number, run.green) for run in runs] == [(1, True), (2, False), (3, False)]
    assert runs[1].failures == ["tests/a.py::test_b[c]"]
    capsys.readouterr()
    assert not shake(3, tmp_path, GREEN, "code"), "a red run stays red"
    assert capsys.readouterr().out.count("(earlier)") == 3


def test_runs_of_other_code_do_not_count(tmp_path: Path) -> None:
    assert not shake(1, tmp_path, RED, "old")
    assert shake(1, tmp_path, GREEN, "new")


def test_busy_loops_end_with_the_run() -> None:
    with load(True) as loops:
        assert [loop.poll() for loop in loops] == [None] * (os.cpu_count() or 1)
    assert all(loop.poll() is not None for loop in loops)


def test_an_idle_run_has_no_loops() -> None:
    with load(False) as loops:
        assert loops == []
