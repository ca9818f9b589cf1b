"""Writes the results of an experiment as files in a folder, each completely or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from coindex.experiment.results import Results
from coindex.io.output import replacing
from coindex.report import html
from coindex.report.evaluation import evaluation_file
from coindex.report.findings import Findings
from coindex.report.table import Table, render
from coindex.report.tables import comparisons, contents, details, papers
from coindex.report.tables import results as summaries

REPORT = "report.html"
SUFFIXES = {"csv": ".csv", "markdown": ".md", "latex": ".tex"}


SHOWN = "shown"
"""The name of the tables that were asked for by the parts of the report they are."""


def write_report(results: Results, folder: Path, others: Iterable[str] = ()) -> Findings:
    """Write `results.json`, tables in three styles, and the page `report.html`, which is also
    written in the languages `others`; returns the findings that it shows.

    With SUPAR's measure also `evaluation.txt`, the output of its evaluation module.
    """
    _write(folder / "results.json", results.to_json())
    _write_summary(folder, results)
    _write_tables(folder, _tables(results))
    if evaluation := evaluation_file(results):
        _write(folder / "evaluation.txt", evaluation)
    findings = html.written(results, folder / REPORT, others)
    _write_tables(folder, {"disclosure": list(contents.disclosures(findings))})
    return findings


def write_parts(findings: Findings, parts: Iterable[str], folder: Path) -> list[Table]:
    """Write the tables of these parts of the report in three styles, and return them."""
    tables = [table for part in parts for table in contents.tables(findings, part)]
    _write_tables(folder, {SHOWN: tables})
    return tables


def _write_tables(folder: Path, named: Mapping[str, list[Table]]) -> None:
    for name, tables in named.items():
        for style, suffix in SUFFIXES.items():
            _write(folder / f"{name}{suffix}", render(tables, style))


def _write_summary(folder: Path, results: Results) -> None:
    for style, suffix in SUFFIXES.items():
        tables = [papers.summary(results, group, style) for group in results.groups]
        _write(folder / f"summary{suffix}", render(tables, style))


def _tables(results: Results) -> dict[str, list[Table]]:
    return {
        "measures": [summaries.measure_table(results)],
        "slices": [summaries.measure_table(results, sliced=True)],
        "differences": [comparisons.all_differences(results)],
        **({"corpora": details.statistics(results)} if results.plan.statistics else {}),
    }


def _write(path: Path, text: str) -> None:
    with replacing(path) as stream:
        stream.write(text)
