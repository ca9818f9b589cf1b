"""Texts in tables: CSV, and JSON Lines whose text has another name."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex import formats
from coindex.cli import app
from coindex.cli.wording import explain
from coindex.core.errors import FormatError


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_a_table_with_its_text_in_another_column(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text('nr;body;stars\n1;"Ann sang.\nShe left.";5\n2;Bob ate.;3\n', "utf-8")
    out = tmp_path / "reviews.jsonl"
    done = run("parse", str(path), "--text-field", "body", "-o", str(out))
    assert done.exit_code == 0, done.output
    documents = [item.document for item in formats.read(out)]
    assert [one.text for one in documents] == ["Ann sang.\nShe left.", "Bob ate."]
    assert [one.extra for one in documents] == [
        {"nr": "1", "stars": "5"},
        {"nr": "2", "stars": "3"},
    ]


def test_a_table_without_the_column_names_those_it_has(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text("id,body\n1,Ann sang.\n", "utf-8")
    with pytest.raises(FormatError) as caught:
        list(formats.read(path, "csv"))
    assert "no column 'text'" in explain(caught.value)
    assert "known: body, id" in explain(caught.value)
    assert "--text-field" in explain(caught.value)


def test_a_row_with_too_few_cells_is_an_error_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text("id,text\n1,Ann sang.\n2\n", "utf-8")
    with pytest.raises(FormatError, match=r"reviews\.csv:3:1: wrong number of columns"):
        list(formats.read(path))


def test_json_lines_with_another_key(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a", "content": "Ann sang."}\n', "utf-8")
    assert "--text-field" in explain_of(path)
    done = run("parse", str(path), "--text-field", "content")
    assert done.exit_code == 0
    assert "# text = Ann sang." in done.output


def explain_of(path: Path) -> str:
    with pytest.raises(FormatError) as caught:
        list(formats.read(path))
    return explain(caught.value)


def test_several_texts_are_parsed_into_a_folder(tmp_path: Path) -> None:
    for name, text in (("a", "Ann sang."), ("b", "Bob ate.")):
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    out = tmp_path / "parsed"
    done = run("parse", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), "-o", str(out))
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in out.iterdir()) == ["a.conllu", "b.conllu"]
    assert [item.document.text for item in formats.read(out)] == ["Ann sang.", "Bob ate."]
