"""`coindex rewrite`: text, JSON, a page, folders, bad input."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from coindex.cli import app
from coindex.core.errors import CoindexError

TEXT = "Ann lost her key. She found it in the garden."
NEW = "Ann lost her key. Ann found the key in the garden."


def rewrite(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["rewrite", *map(str, arguments)])


def test_text_and_report() -> None:
    done = rewrite(TEXT, "--report")
    assert done.stdout == f"{NEW}\n"
    assert done.stderr == "2 replaced, 1 left\n      1  its sentence names the entity already\n"


def test_json_has_every_change() -> None:
    value = json.loads(rewrite(TEXT, "--as", "json").stdout)
    assert value["text"] == NEW
    assert [change["old"] for change in value["changes"]] == ["She", "it"]
    assert value["left"] == {"its sentence names the entity already": 1}


def test_pages_and_folders(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(f"<i> {TEXT}", encoding="utf-8")
    assert rewrite(tmp_path / "in", "-o", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "a.txt").read_text(encoding="utf-8") == f"<i> {NEW}\n"
    assert rewrite(tmp_path / "in", "-o", tmp_path / "all.html").exit_code == 0
    page = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert "<i>" not in page and "<del>She</del> <ins" in page
    done = rewrite(tmp_path / "in", "-o", tmp_path / "in")
    assert "would replace the input itself" in str(done.exception)


def test_wrong_options_are_named() -> None:
    for options, words in (
        (("--kinds", "verbs"), "no kind of mentions is called 'verbs'"),
        (("--as", "pdf"), "no output is called 'pdf'"),
        (("--resolver", "nobody"), "nobody"),
    ):
        done = rewrite(TEXT, *options)
        assert isinstance(done.exception, CoindexError)
        assert words in str(done.exception)
