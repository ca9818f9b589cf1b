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


def test_a_job_over_many_documents(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/cup.txt").write_text(f"The cup fell.\n\n{TABLE}\n\nIt broke.\n")
    job = ("resolve", str(tmp_path / "texts"), "--resolver", "recent", "--engine", "serial")
    chains = []
    for options in ((), ("--prose",)):
        folder = tmp_path / f"out{len(options)}"
        run(*job, "--as", "json", "-o", str(folder), *options)
        found = json.loads((folder / "documents/part-000000.jsonl").read_text())
        chains.append([[one["text"] for one in e["mentions"]] for e in found["entities"]])
    assert ["The cup", "It"] not in chains[0]
    assert ["The cup", "It"] in chains[1]


def test_a_job_is_resumed_as_it_was_begun(tmp_path: Path) -> None:
    (tmp_path / "cup.txt").write_text("The cup fell. It broke.\n")
    out = tmp_path / "out"
    job = ["resolve", str(tmp_path / "cup.txt"), "--engine", "serial", "-o", str(out)]
    run(*job)
    settings = json.loads((out / "job.json").read_text())
    del settings["prose"]  # as 0.1.0 wrote it
    (out / "job.json").write_text(json.dumps(settings))
    run(*job, "--resume")
    result = CliRunner().invoke(app, [*job, "--resume", "--prose"])
    assert "prose was False, is True" in str(result.exception)


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
