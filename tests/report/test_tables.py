"""One table in every style."""

from __future__ import annotations

import csv
import io
import json

import pytest

from coindex.core.errors import CoindexError
from coindex.report.tables import Share, Table, render

TABLE = Table(("name", "f1", "n"), [["a_b|c", Share(0.5), 1200], ["d", None, ""]], "Scores", ("a note",))


def test_text() -> None:
    assert render([TABLE]).splitlines() == [
        "Scores",
        "name      f1      n",
        "a_b|c  50.00  1,200",
        "d        n/a",
        "a note",
    ]


def test_json_keeps_numbers_and_leaves_out_what_does_not_exist() -> None:
    [table] = json.loads(render([TABLE], "json"))
    assert table["rows"] == [{"name": "a_b|c", "f1": 0.5, "n": 1200}, {"name": "d", "f1": None}]
    assert table["notes"] == ["a note"]


def test_csv() -> None:
    rows = list(csv.reader(io.StringIO(render([TABLE], "csv"))))
    assert rows == [["name", "f1", "n"], ["a_b|c", "0.5", "1200"], ["d", "", ""]]


def test_markdown_escapes_its_own_signs() -> None:
    assert "| a_b\\|c | 50.00 | 1,200 |" in render([TABLE], "markdown")
    assert "| --- | ---: | ---: |" in render([TABLE], "markdown")


def test_latex_escapes_its_own_signs() -> None:
    text = render([TABLE], "latex")
    assert r"a\_b|c & 50.00 & 1,200 \\" in text
    assert r"\begin{tabular}{lrr}" in text
    assert "% a note" in text


def test_unknown_style() -> None:
    with pytest.raises(CoindexError, match="did you mean 'latex'"):
        render([TABLE], "latexx")
