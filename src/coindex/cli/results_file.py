"""The results of an earlier experiment, read from their file or folder."""

from __future__ import annotations

from pathlib import Path

from coindex.cli.notes import tell_remarks
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.plugins import other_versions
from coindex.experiment.results import Results

NAME = "results.json"


def file_of(path: Path) -> Path:
    """The file of results, if a path may be its folder."""
    return path / NAME if path.is_dir() else path


def results_in(path: Path) -> Results:
    """The results in a file, or in a folder that `coindex compare -o FOLDER` wrote."""
    file = file_of(path)
    try:
        results = Results.from_json(file.read_text(encoding="utf-8"))
    except FormatError as error:
        raise FormatError(error.message, path=str(file), remedy=error.remedy) from error
    except FileNotFoundError as error:
        raise FormatError(
            "no results", path=str(file), remedy="create them with coindex compare -o FOLDER"
        ) from error
    except UnicodeDecodeError as error:
        raise FormatError(
            "not text", path=str(file), remedy=Message("name the file {name}", name=NAME)
        ) from error
    tell_remarks(
        Message("plug-in {name} has changed since these results were computed", name=name)
        for name in other_versions(results.plan.plugins)
    )
    return results
