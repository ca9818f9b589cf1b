"""The two kinds of files in a language's folder: word lists (`.txt`) and tables (`.tsv`)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable


def lists_of(folder: Traversable | None, file: str) -> Mapping[str, frozenset[str]]:
    """The lists of `FILE.txt` by name.

    A list is `name: word word ...`, continues in indented lines, and writes the spaces of phrases
    as underscores.
    """
    lists: dict[str, list[str]] = {}
    name = ""
    for line in _lines(folder, f"{file}.txt"):
        words = line
        if not line[0].isspace():
            name, _, words = line.partition(":")
        lists.setdefault(name, []).extend(word.replace("_", " ") for word in words.split())
    return {key: frozenset(words) for key, words in lists.items()}


def rows_of(folder: Traversable | None, file: str) -> tuple[tuple[str, ...], ...]:
    """The rows of `FILE.tsv`."""
    return tuple(tuple(line.split("\t")) for line in _lines(folder, f"{file}.tsv"))


def _lines(folder: Traversable | None, file: str) -> list[str]:
    """The lines without blank lines and comments; empty if the file is missing."""
    if folder is None or not (source := folder.joinpath(file)).is_file():
        return []
    text = source.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
