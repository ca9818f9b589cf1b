"""`coindex plot` and `coindex report`: from the results of an earlier
comparison to figures, tables and the page.
"""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

from coindex.cli import app
from coindex.core.errors import CoindexError
from coindex.experiment.results import Results
from coindex.report.figures.catalogue import SORTS
from coindex.report.html.page import page


@pytest.fixture
def folder(results: Results, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As `coindex compare -o` leaves it."""
    monkeypatch.setenv("COINDEX_CACHE", str(cache))
    (tmp_path / "results.json").write_text(results.to_json(), encoding="utf-8")
    return tmp_path


def coindex(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result


def test_sorts_are_listed() -> None:
    assert [line.split()[0] for line in coindex("plot", "--list").stdout.splitlines()] == list(
        SORTS
    )


def test_figures_are_listed(folder: Path) -> None:
    lines = coindex("plot", folder, "overview", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines][:2] == [
        "overview-gold-conll",
        "overview-gold-success-third-person",
    ]


def test_one_figure_to_standard_output(folder: Path) -> None:
    assert ET.fromstring(coindex("plot", folder / "results.json", "cost-gold").stdout).tag.endswith(
        "svg"
    )


def test_figures_into_a_file_or_a_folder(folder: Path) -> None:
    coindex("plot", folder, "causes-detected", "-o", folder / "causes.svg")
    ET.parse(folder / "causes.svg")
    coindex("plot", folder, "cost", "form-gold", "-o", folder / "figures")
    assert sorted(path.name for path in (folder / "figures").iterdir()) == [
        "cost-detected.svg",
        "cost-gold.svg",
        "form-gold.svg",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["costt"], "did you mean 'cost'"),
        (["cost-silver"], "no figure is called 'cost-silver'"),
        (["cost"], "2 figures: name a folder with -o, or one of cost-gold, cost-detected"),
        (["type"], "do not have enough data for this figure"),
    ],
)
def test_what_cannot_be_drawn_is_said(arguments: list[str], said: str, folder: Path) -> None:
    with pytest.raises(CoindexError, match=said):
        coindex("plot", folder, *arguments)


def test_results_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(
        CoindexError,
        match=r"results.json: no results \(create them with coindex compare -o FOLDER\)",
    ):
        coindex("plot", tmp_path)
    with pytest.raises(CoindexError, match="name the results"):
        coindex("plot")


def test_parts_of_the_report(folder: Path, results: Results) -> None:
    assert "\nresolver " in coindex("report", folder, "overview").stdout
    made = json.loads(coindex("report", folder, "overview", "cost", "--as", "json").stdout)
    assert len(made) == 2 * len(results.groups)
    coindex("report", folder, "figure5", "-o", folder / "figure5.tex")
    assert (folder / "figure5.tex").read_text(encoding="utf-8").count(
        r"\begin{tabular}"
    ) == 6 * len(results.runs)


def test_the_page(folder: Path, results: Results) -> None:
    coindex("report", folder, "-o", folder / "report.html")
    assert (folder / "report.html").read_text(encoding="utf-8") == page(results)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["overvieww"], "did you mean 'overview'"),
        (["overview", "-o", "x.html"], "the page always has all parts"),
        (["-o", "x.docx"], "the suffix is not one of a style"),
    ],
)
def test_what_cannot_be_reported_is_said(arguments: list[str], said: str, folder: Path) -> None:
    with pytest.raises(CoindexError, match=said):
        coindex("report", folder, *arguments)
