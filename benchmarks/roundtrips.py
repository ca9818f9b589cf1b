"""Read foreign files and write them again in their own format: how many lines differ.

    python -m benchmarks.roundtrips --corpora FOLDER

FOLDER has the corpora of the table below, in files, compressed files or archives. A line counts if
it is not the same, or has no counterpart.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import record
from coindex import formats
from coindex.core.errors import CoindexError
from coindex.core.problems import Problems
from coindex.io.files import File, Files, opened
from coindex.report.table import Cell, Table

_KEYS = "scorer_tests/corefud/tests"
SETS = (
    ("test keys of CorefUD's scorer", f"{_KEYS}/tests-corefud", "conllu", ".key"),
    ("test keys of CorefUD's scorer in CoNLL", f"{_KEYS}/tests-conll", "conll", ".key"),
    ("AnCora, CorefUD samples", "es_ancora_corefud_samples", "conllu", ".conllu"),
    ("GUM dev", "en_gum/dep_conllu_dev.tar.gz", "conllu", ".conllu"),
    ("OntoGUM dev", "en_gum/ontogum_conll_dev.tar.gz", "conll", ".conll"),
    ("LitBank dev", "en_litbank/litbank_coref_dev.tar.gz", "conll", ".conll"),
    ("OpenBoek", "nl_openboek/coref.tar.xz", "conll", ".conll"),
    ("English Web Treebank", "ud_en_ewt/en_ewt-ud-dev.conllu.gz", "conllu", ".conllu"),
    ("AnCora, treebank", "ud_es_ancora/es_ancora-ud-dev.conllu.gz", "conllu", ".conllu"),
    ("Spanish GSD", "ud_es_gsd/es_gsd-ud-dev.conllu.gz", "conllu", ".conllu"),
    ("German, Dutch treebanks", "ud_germanic", "conllu", ".conllu"),
    ("French, Italian, Portuguese treebanks", "ud_romance", "conllu", ".conllu"),
    ("fr-LitBank", "fr_litbank/sacr.tar.xz", "sacr", ".sacr"),
)
"""What the files are, where, in which format, and how their names end."""


class Trip(NamedTuple):
    """A file that came back; `differing` is None if it could not be read."""

    name: str
    lines: int
    differing: int | None


def trips(path: Path, format: str, suffix: str) -> Iterator[Trip]:
    with opened(path) as files:
        for file in files.with_suffix(suffix):
            yield _trip(file, format)


def _trip(file: File, format: str) -> Trip:
    with file.open() as stream:
        before = stream.read().decode("utf-8", "replace")
    reader, writer = formats.reader_of(format), formats.writer_of(format)
    try:
        items = reader.read(Files([file], file.label), Problems())
        after = "".join(chunk.text for chunk in writer.write(items))
    except CoindexError as error:
        print(f"  {file.name}: {error}")
        return Trip(file.name, before.count("\n"), None)
    return Trip(file.name, before.count("\n"), _differing(before, after))


def _differing(before: str, after: str) -> int:
    if before == after:
        return 0
    old, new = before.splitlines(), after.splitlines()
    if len(old) == len(new):
        return sum(a != b for a, b in zip(old, new, strict=True)) or 1
    kept = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return max(len(old), len(new)) - sum(block.size for block in kept)


def counted(name: str, format: str, found: Iterable[Trip]) -> list[Cell]:
    """The row of a set of files."""
    every = list(found)
    return [
        name,
        format,
        len(every),
        sum(trip.differing == 0 for trip in every),
        sum(trip.differing or 0 for trip in every),
        sum(trip.lines for trip in every),
        sum(trip.differing is None for trip in every),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpora", default=os.environ.get("CORPORA", ""), type=Path)
    root = parser.parse_args().corpora
    rows = [
        counted(name, format, trips(root / place, format, suffix))
        for name, place, format, suffix in SETS
        if (root / place).exists()
    ]
    columns = ("", "format", "files", "the same", "lines that differ", "of lines", "refused")
    command = "python -m benchmarks.roundtrips --corpora FOLDER"
    record("roundtrips", [Table(columns, rows)], command=command)


if __name__ == "__main__":
    main()
