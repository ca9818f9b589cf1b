"""`--prose`: what is not prose is left out before anything is resolved or compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coindex.cli import app

TABLE = "north | the lamp\nsouth | the belt\neast | the door"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_resolve(tmp_path: Path) -> None:
    path = tmp_path / "cup.txt"
    path.write_text(f"The cup fell.\n\n{TABLE}\n\nIt broke.\n")
    assert "The cup, It" not in run("resolve", str(path), "--resolver", "recent")
    assert "The cup, It" in run("resolve", str(path), "--resolver", "recent", "--prose")


@pytest.mark.parametrize(("options", "right"), [((), 0), (("--prose",), 1)])
def test_compare(options: tuple[str, ...], right: int, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.mkdir()
    (key / "cup.inline").write_text(f"{{a The *cup*}} fell.\n\n{TABLE}\n\n{{a It}} broke.\n")
    chosen = (
        "--resolvers",
        "recent",
        "--measures",
        "Success",
        "--mentions",
        "detected",
        "--as",
        "json",
    )
    tables = json.loads(run("compare", str(key), *chosen, *options))
    assert tables[0]["rows"][0]["Success"] == right
