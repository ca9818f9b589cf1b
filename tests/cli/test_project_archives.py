"""Project archives on the command line: agreement of their annotators, and conversion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coindex import formats
from coindex.cli import app
from coindex.core.errors import CoindexError
from tests.formats.test_inception import packed, project


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "keys.zip"
    path.write_bytes(project())
    return path


def tables(*arguments: str) -> Any:
    answer = CliRunner().invoke(app, [*arguments, "--as", "json"])
    if answer.exception and not isinstance(answer.exception, SystemExit):
        raise answer.exception
    return json.loads(answer.stdout)


def test_the_annotators_of_a_project_are_compared(archive: Path, tmp_path: Path) -> None:
    whole, pairs, *_ = tables("agree", str(archive))
    values = {row["measure"]: row["agreement"] for row in whole["rows"]}
    assert [row["pair"] for row in pairs["rows"]] == ["anna and bo"]
    for name in ("anna", "bo"):
        items = formats.read(archive, f'inception("{name}")')
        formats.write(items, tmp_path / f"{name}.jsonl")
    [alone] = tables("agree", str(tmp_path / "anna.jsonl"), str(tmp_path / "bo.jsonl"))
    assert values == {row["measure"]: row["agreement"] for row in alone["rows"]}
    assert values["Mentions F1"] == 0.5


def test_an_archive_that_is_not_a_project(tmp_path: Path) -> None:
    path = tmp_path / "texts.zip"
    path.write_bytes(packed({"a.txt": "Ann left."}))
    with pytest.raises(CoindexError, match="two annotations or more"):
        tables("agree", str(path))


def test_conversion(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "all.jsonl"
    answer = CliRunner().invoke(app, ["convert", str(archive), str(out)])
    assert answer.exit_code == 0, answer.output
    names = [(item.document.id, item.annotation.source.name) for item in formats.read(out)]
    assert names == [("anna/a", "anna"), ("bo/a", "bo"), ("curation/a", "curation"), ("b", "gold")]
