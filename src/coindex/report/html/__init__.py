"""The report as one HTML file without external resources."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from coindex.experiment.results import Results
from coindex.interface.catalogues import speaking
from coindex.io.output import replacing
from coindex.report.findings import Findings


def written(results: Results, path: Path, others: Iterable[str] = ()) -> Findings:
    """Write the page in the language in use, and beside it in `others`; return the findings that it
    shows.
    """
    from coindex.report.html.page import Paper

    paper = Paper(results)
    _write(path, paper.text())
    for code in others:
        with speaking(code):
            _write(path.with_name(translated(path.name, code)), paper.text())
    return paper.findings


def translated(name: str, code: str) -> str:
    """The name of the page in another language: `report.es.html`."""
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}.{code}{dot}{suffix}"


def _write(path: Path, text: str) -> None:
    with replacing(path) as stream:
        stream.write(text)
