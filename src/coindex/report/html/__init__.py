"""The report as one HTML file without external resources."""

from __future__ import annotations

from pathlib import Path

from coindex.core.output import replacing
from coindex.experiment.results import Results
from coindex.report.findings import Findings


def written(results: Results, path: Path) -> Findings:
    """Write the page; return the findings that it shows."""
    from coindex.report.html.page import surveyed_page

    text, findings = surveyed_page(results)
    with replacing(path) as stream:
        stream.write(text)
    return findings
