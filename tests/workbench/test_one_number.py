"""One number for one pair of files, whatever makes it: commands, tables, statistics, workbench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coindex.cli import app
from tests.workbench.material import application, client, new_project
from tests.workbench.test_runs import ended

KEY = """# id: k1
# language: en

{j +John+} met {b +Bill+}. {j He} greeted {b him}. {m +Mary+} came. {j He} kissed {m her}. {d The *dog*} barked. {d It} slept.
"""
RESPONSE = KEY.replace("{j He} kissed", "{b He} kissed").replace("{d It}", "It")
EXPECTED = {
    "Success(of='third')@head": 3 / 5,
    "CriticalSuccess(of='third')@head": 2 / 2,  # He and him of the second sentence
    "NonTrivialSuccess(of='third')@head": 2 / 2,
    "CriticalSuccess(of='third', numerator='all')@head": 3 / 2,
    "Antecedents(of='third')@head": 3 / 4,
    "Anchors(of='third')@head": 3 / 4,
    "Resolution@head": 3 / 5,
    "Supar@head": 3 / 4,
}
"""By hand."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("pair")
    (folder / "k1.inline").write_text(KEY)
    (folder / "r1.inline").write_text(RESPONSE)
    return str(folder / "k1.inline"), str(folder / "r1.inline")


def printed(*arguments: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(app, [*arguments, "--as", "json"])
    assert done.exit_code == 0, done.output
    tables: list[dict[str, Any]] = json.loads(done.stdout)
    return tables


def headline(row: dict[str, Any]) -> float:
    value: float = row[row.get("headline", "")]
    return value


def by_score(key: str, response: str) -> dict[str, float]:
    heads = {"Antecedents": "precision", "Anchors": "precision", "Resolution": "resolution"}
    (table,) = printed("score", key, response, *EXPECTED)
    return {
        row["measure"]: row[
            heads.get(row["measure"].partition("(")[0].partition("@")[0], "success")
        ]
        for row in table["rows"]
    }


def by_compare(key: str, response: str, *more: str) -> list[dict[str, Any]]:
    return printed(
        *("compare", key, "--resolvers", "singletons", "--response", f"r1={response}"),
        *("--measures", ", ".join(EXPECTED), "--show", ",".join(more)),
    )


def test_commands_and_tables(files: tuple[str, str]) -> None:
    scored = by_score(*files)
    assert scored == pytest.approx(EXPECTED)
    measures, workbench, *_ = by_compare(*files, "measures", "workbench")
    compared = {
        row["measure"]: headline(row) for row in measures["rows"] if row["resolver"] == "r1"
    }
    assert compared == pytest.approx(EXPECTED)
    (line,) = [row for row in workbench["rows"] if row["resolver"] == "r1"]
    assert (line["success"], line["critical success"], line["non-trivial success"]) == (
        pytest.approx((3 / 5, 1, 1))
    )
    (statistics, *_) = printed("stats", files[0])
    whole = statistics["rows"][-1]
    assert (whole["anaphors"], whole["critical"], whole["nontrivial"]) == (5, 2, 2)


def test_the_workbench(
    files: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    with client(application(tmp_path)) as browser:
        project = new_project(browser)
        uploaded = browser.post(
            f"{project}/documents/upload", files={"files": ("k1.inline", KEY.encode())}
        )
        assert uploaded.status_code == 201, uploaded.text
        asked = {
            "corpora": [],
            "sources": ["gold"],
            "resolvers": ["singletons"],
            "measures": list(EXPECTED),
            "mentions": "gold",
        }
        run = browser.post(f"{project}/runs", json=asked).json()
        ended(browser, f"{project}/runs/{run['id']}")
        answer = browser.post(
            f"{project}/runs/{run['id']}/responses",
            data={"name": "r1"},
            files={"files": ("r1.inline", RESPONSE.encode())},
        )
        path = f"{project}/runs/{answer.json()['id']}"
        assert ended(browser, path)["state"] == "finished"
        rows = [row for group in browser.get(f"{path}/ranking").json() for row in group["rows"]]
        (theirs,) = [row for row in rows if row["response"]]
        assert {one["measure"]: one["value"] for one in theirs["measures"]} == (
            pytest.approx(EXPECTED)
        )
        report = browser.get(f"{path}/results?format=html").text
        table = report[report.index('id="workbench"') :]
        line = table[table.index("r1</a>") :]
        assert ">100.0</td>" in line[: line.index("</tr>")]
