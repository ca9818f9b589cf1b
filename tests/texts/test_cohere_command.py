"""`coindex cohere`: parts, styles, output, plot, bad input."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from typer.testing import CliRunner, Result

from coindex.cli import app
from coindex.core.errors import CoindexError

TEXT = "Ann called Bob. She told him about a house. The house was old."


def cohere(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["cohere", *map(str, arguments)])


def test_centers_of_a_text() -> None:
    rows = list(csv.DictReader(cohere(TEXT, "--show", "centers", "--as", "csv").stdout.split("\n")))
    assert [row["Cb"] for row in rows] == ["", "Ann", "a house"]
    assert [row["transition"] for row in rows] == ["", "CONTINUE", "SMOOTH-SHIFT"]


def test_several_texts_have_a_row_for_all(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    out, plot = tmp_path / "table.json", tmp_path / "plot.svg"
    done = cohere(tmp_path / "a.txt", tmp_path / "b.txt", "--as", "json", "-o", out, "--plot", plot)
    assert done.exit_code == 0, done.output
    told = json.loads(out.read_text(encoding="utf-8"))
    rows = told["rows"] if "rows" in told else told[0]["rows"]
    assert [row["text"] for row in rows] == ["a", "b", "all"]
    assert rows[2]["utterances"] == 2 * rows[0]["utterances"] == 6
    assert "smooth-shift 1" in plot.read_text(encoding="utf-8")


def test_grid_and_steps() -> None:
    rows = list(csv.DictReader(cohere(TEXT, "--show", "grid", "--as", "csv").stdout.split("\n")))
    assert {row["entity"]: row["roles"] for row in rows}["Bob"] == "OO-"
    assert cohere(TEXT, "--show", "steps", "--as", "csv").stdout.startswith("text,SS,SO,")


def test_missing_files_are_named() -> None:
    assert "no such file, folder or corpus" in str(cohere("missing.txt").exception)


def test_a_figure_is_not_written_under_another_suffix(tmp_path: Path) -> None:
    done = cohere("Ann left. She ran.", "--plot", tmp_path / "x.png")
    assert isinstance(done.exception, CoindexError)
    assert "figures are SVG" in str(done.exception)
    assert not list(tmp_path.iterdir())
