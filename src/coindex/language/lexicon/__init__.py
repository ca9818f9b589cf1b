"""Word lists and tables, one folder per language, read when first asked for; a list that is not there is empty."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def words(language: str, file: str, name: str) -> frozenset[str]:
    """A list such as `title.male` of `people`; `title` alone is the union of all lists whose name begins so.

    In the file a list is `name: word word ...`, goes on in indented lines, and writes phrases with underscores.
    """
    lists = _lists(language, file)
    return frozenset().union(*(found for key, found in lists.items() if key == name or key.startswith(f"{name}.")))


@cache
def table(language: str, file: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a file of tab-separated values."""
    return tuple(tuple(line.split("\t")) for line in _lines(language, f"{file}.tsv"))


@cache
def first_names(language: str) -> Mapping[str, float]:
    """The share of women, 0 to 1, among those who bear a name; names with no clear share are left out.

    Beside a language's own names there are those of the English list, which come from many countries.
    """
    return {
        name: int(share) / 100
        for source in ("en", language)
        for share, names in table(source, "first_names")
        for name in names.split()
    }


@cache
def _lists(language: str, file: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in _lines(language, f"{file}.txt"):
        if not line[0].isspace():
            name, _, line = line.partition(":")  # noqa: PLW2901 - the rest of the line
        found.setdefault(name, []).extend(word.replace("_", " ") for word in line.split())
    return {key: frozenset(items) for key, items in found.items()}


def _lines(language: str, file: str) -> list[str]:
    source = files(__package__).joinpath(language.partition("-")[0] or "en", file)
    if not source.is_file():
        return []
    text = source.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
