"""Plug-ins that cannot be imported: named and left out, and everything else goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coindex import formats
from coindex.cli import app
from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.core.problems import Problems

POINTS = """\
[coindex.resolvers]
gone = coindex_gone:Gone
faulty = coindex_faulty_import:Faulty

[coindex.formats]
gone = coindex_gone:Gone
"""


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    about = tmp_path / "plugin" / "coindex_gone-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: coindex_gone\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(POINTS)
    (tmp_path / "plugin" / "coindex_faulty_import.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path / "plugin"))
    registry._declared.cache_clear()
    yield
    registry._declared.cache_clear()


def test_it_is_named_and_left_out() -> None:
    reasons = registry.broken("resolvers")
    assert "No module named 'coindex_gone'" in reasons["gone"]
    assert "division by zero" in reasons["faulty"]
    assert not {"gone", "faulty"} & set(registry.installed("resolvers"))
    with pytest.raises(
        CoindexError, match=r"resolver 'faulty' \(coindex_faulty_import:Faulty\) cannot be loaded"
    ):
        registry.build("resolvers", "faulty")


def test_comparing_all_resolvers_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(registry, "distinct", lambda family: ["recent", "subject"])
    (tmp_path / "a.inline").write_text(
        "{ann +Ann+} lost {key {ann her} *key*}. {ann She} found {key it}.\n"
    )
    done = CliRunner().invoke(
        app, ["compare", str(tmp_path / "a.inline"), "--mentions", "gold", "--draws", "10"]
    )
    assert done.exit_code == 0, done.stderr
    assert "left out: resolver 'gone' (coindex_gone:Gone) cannot be loaded" in done.stderr
    assert "recent" in done.stdout and "subject" in done.stdout


def test_reading_goes_on_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ann left.")
    problems = Problems()
    (item,) = formats.read(tmp_path / "a.txt", problems=problems)
    assert item.document.id == "a"
    assert "left out: format 'gone' (coindex_gone:Gone) cannot be loaded" in next(
        iter(problems.notes)
    )
