"""The report as one HTML file that needs nothing else."""

from __future__ import annotations

from pathlib import Path

from coindex.core.output import replacing
from coindex.experiment.results import Results


def written(results: Results, path: Path) -> None:
    from coindex.report.html.page import page

    with replacing(path) as stream:
        stream.write(page(results))
