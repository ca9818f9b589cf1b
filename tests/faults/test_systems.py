"""The table of `docs/systems.md` is what `coindex compare` prints."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coindex import corpora
from coindex.cli import app

RECORDED = Path(__file__).parents[1] / "systems/recorded"
PAGE = Path(__file__).parents[2] / "docs/systems.md"
ROW = re.compile(r"^\| (\w+) \| ([\d.]+) \| [\d.-]+ \| ([\d.]+) \| [\d.-]+ \| ([\d.]+) \|", re.M)
MEASURES = "CoNLL(singletons=False)@partial,LEA(singletons=False)@partial,MUC@partial"


def test_the_same_texts_and_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    (tmp_path / "eight").mkdir()
    names = {path.stem for path in (RECORDED / "xrenner").iterdir()}
    for path in corpora.find("embedded").path.rglob("*.inline"):
        if path.stem in names:
            shutil.copy(path, tmp_path / "eight")
    options = ["--resolvers", "hybrid,sieve,rosana,recent", "--mentions", "detected"]
    for system in ("xrenner", "compromise"):
        options += ["--response", f"{system}={RECORDED / system}"]
    options += ["--measures", MEASURES, "--as", "markdown"]
    outcome = CliRunner().invoke(app, ["compare", str(tmp_path / "eight"), *options])
    assert outcome.exit_code == 0
    printed, documented = (
        {name: [float(one) for one in figures] for name, *figures in ROW.findall(text)}
        for text in (outcome.output, PAGE.read_text("utf-8"))
    )
    assert len(printed) == 6
    assert list(printed) == list(documented)
    for name, figures in printed.items():
        # Parser and learned resolver answer slightly differently on other processors.
        assert figures == pytest.approx(documented[name], abs=1), name
