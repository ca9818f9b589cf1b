"""Files to score, and what `coindex score` prints about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from coindex import formats
from coindex.cli import app
from coindex.core.annotation import Annotated
from coindex.testing import bracketed

KEY = """\
[Ann]1 met [Bob]2 and [his]2 dog.
[She]1 gave [it]3 to [him]2.

"""
RESPONSE = """\
[Ann]1 met [Bob]2 and [his]2 dog.
[She]1 gave [it]2 to [him]1.

"""


def items(text: str, count: int = 1, id: str = "d") -> list[Annotated]:
    return [bracketed(text, id=f"{id}{number}") for number in range(count)]


def written(folder: Path, name: str, documents: list[Annotated]) -> str:
    path = folder / name
    formats.write(documents, path, "conllu" if name.endswith(".conllu") else "conll")
    return str(path)


def scored(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["score", *arguments, "--as", "json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def values(*arguments: str) -> dict[str, dict[str, Any]]:
    return {row["measure"]: row for row in scored(*arguments)[0]["rows"]}
