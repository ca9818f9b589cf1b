"""One table in every style."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from coindex.core.errors import CoindexError
from coindex.interface.catalogues import speaking
from coindex.interface.translation import say
from coindex.report.table import Chance, Detail, Estimate, Share, Table, render, signed, text

TABLE = Table(
    ("name", "f1", "n"), [["a_b|c", Share(0.5), 1200], ["d", None, ""]], "Scores", ("a note",)
)


def test_text() -> None:
    assert render([TABLE]).splitlines() == [
        "Scores",
        "name      f1      n",
        "a_b|c  50.00  1,200",
        "d        n/a",
        "a note",
    ]


def test_spanish_has_a_decimal_comma_for_people_and_a_point_for_programs() -> None:
    table = Table(
        ("name", "f1", "p"), [["a", Estimate(0.5, (-0.25, 0.75)), Chance(0.00001)]], "Scores"
    )
    with speaking("es"):
        assert render([table]).splitlines()[-1] == "a     50,00 [-25,00; 75,00]  <0,0001"
        assert "| 50,00 [−25,00; 75,00] | \\<0,0001 |" in render([table], "markdown")
        assert "a,0.5,-0.25,0.75,1e-05" in render([table], "csv")
        assert say("{share:.1f} %", share=12.5) == "12,5 %"


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


def test_latex_prints_a_table_that_is_too_wide_in_parts() -> None:
    columns = [f"column_{number:02}_of_many" for number in range(12)]
    rows = [[f"row {row}", *range(11)] for row in range(12)]
    text = render([Table(columns, rows, "Wide", ["A note."])], "latex")
    floats = text.split(r"\begin{table}")[1:]
    assert [rf"({number}/{len(floats)})" in one for number, one in enumerate(floats, 1)] == [
        True
    ] * len(floats)
    assert len(floats) > 1 and text.count("A note.") == 1 and text.count(r"\label") == 1
    heads = re.findall(r"\\toprule\n(.*) \\\\", text)
    parts = [head.replace("\\", "").split(" & ") for head in heads]
    assert [name for _, *names in parts for name in names] == columns[1:]
    assert {first for first, *_ in parts} == {columns[0]}
    assert all(len("".join(names)) < 80 for names in parts)


def test_latex_breaks_heads_that_are_longer_than_the_cells() -> None:
    text = render([Table(["name", "a long head"], [["row", 1]])], "latex")
    assert r"name & \shortstack[r]{a long \\ head} \\" in text or (
        r"name & \shortstack[r]{a \\ long \\ head} \\" in text
    )


def test_latex_escapes_its_own_signs() -> None:
    text = render([TABLE], "latex")
    assert r"a\_b\textbar{}c & 50.00 & 1,200 \\" in text
    assert r"\begin{tabular}{@{}lrr@{}}" in text
    assert r"\caption{Scores.}" in text
    assert r"\label{tab:scores}" in text
    assert r"a note\par" in text


def test_signatures_have_columns_of_their_own_for_programs() -> None:
    details = {
        (0, 1): Detail("s"),
        (0, 2): Detail("s"),
        (0, 3): Detail("t"),
        (1, 3): Detail("u", "#list"),
    }
    columns = ("name", "Success recall", "Success rate", "LEA", "p")
    table = Table(
        columns,
        [["a", Share(0.5), Share(0.25), Estimate(0.5, (0, 1)), 1.0], ["b", "", "", None, ""]],
        details=details,
    )
    rows = list(csv.reader(io.StringIO(render([table], "csv"))))
    assert rows == [
        [
            "name",
            "Success recall",
            "Success rate",
            "Success signature",
            "LEA",
            "LEA low",
            "LEA high",
            "LEA signature",
            "p",
        ],
        ["a", "0.5", "0.25", "s", "0.5", "0.0", "1.0", "t", "1.0"],
        ["b", "", "", "", "", "", "", "u", ""],
    ]
    assert "signature" not in render([table])


def test_a_signature_for_each_row() -> None:
    linked = Table(TABLE.columns, TABLE.rows, details={(0, 2): Detail(link="#list")})
    table = signed(linked, ["s", "t"])
    assert table.details[0, 2] == Detail("s", "#list")
    rows = list(csv.reader(io.StringIO(render([table], "csv"))))
    assert rows == [
        ["name", "f1", "n", "signature"],
        ["a_b|c", "0.5", "1200", "s"],
        ["d", "", "", "t"],
    ]


def test_small_chances() -> None:
    assert [text(Chance(p)) for p in (0.5, 0.0001, 0.00001, 0.0)] == [
        "0.5000",
        "0.0001",
        "<0.0001",
        "<0.0001",
    ]
    assert "1e-05" in render([Table(("p",), [[Chance(0.00001)]])], "csv")


def test_unknown_style() -> None:
    with pytest.raises(CoindexError, match="did you mean 'latex'"):
        render([TABLE], "latexx")
