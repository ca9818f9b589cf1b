"""Tables of fitted weights, one column for each family of pronouns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def path_of(file: str) -> Path:
    return Path(__file__).with_name(file)


def table(file: str) -> Mapping[str, Mapping[str, float]]:
    """The weights of each family by their marks, in tenths of a logit."""
    lines = path_of(file).read_text(encoding="utf-8").splitlines()
    families = lines[0].split("\t")[1:]
    rows = [line.split("\t") for line in lines[1:] if not line.startswith("#")]
    return {
        name: {row[0]: float(row[column]) for row in rows if row[column]}
        for column, name in enumerate(families, 1)
    }
