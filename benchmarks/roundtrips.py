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

from coindex import formats
from coindex.core.errors import CoindexError
from coindex.core.problems import Problems
from coindex.io.files import File, Files, opened

SETS = (
    ("scorer_tests/corefud/tests/tests-corefud", "conllu", ".key"),
    ("scorer_tests/corefud/tests/tests-conll", "conll", ".key"),
    ("es_ancora_corefud_samples", "conllu", ".conllu"),
    ("en_gum/dep_conllu_dev.tar.gz", "conllu", ".conllu"),
    ("en_gum/ontogum_conll_dev.tar.gz", "conll", ".conll"),
    ("en_litbank/litbank_coref_dev.tar.gz", "conll", ".conll"),
    ("nl_openboek/coref.tar.xz", "conll", ".conll"),
    ("ud_en_ewt/en_ewt-ud-dev.conllu.gz", "conllu", ".conllu"),
    ("ud_es_ancora/es_ancora-ud-dev.conllu.gz", "conllu", ".conllu"),
    ("ud_es_gsd/es_gsd-ud-dev.conllu.gz", "conllu", ".conllu"),
    ("ud_germanic", "conllu", ".conllu"),
    ("ud_romance", "conllu", ".conllu"),
    ("fr_litbank/sacr.tar.xz", "sacr", ".sacr"),
)
"""Where, in which format, and how the names of the files end."""


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


def report(name: str, found: Iterable[Trip]) -> tuple[int, int]:
    all_ = list(found)
    same = sum(trip.differing == 0 for trip in all_)
    lines = sum(trip.differing or 0 for trip in all_)
    refused = sum(trip.differing is None for trip in all_)
    total = sum(trip.lines for trip in all_)
    print(f"{name:44}{len(all_):7}{same:7}{lines:9}{total:10}{refused:9}", flush=True)
    return len(all_), same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpora", default=os.environ.get("CORPORA", ""), type=Path)
    root = parser.parse_args().corpora
    print(f"{'files':44}{'files':>7}{'same':>7}{'differ':>9}{'lines':>10}{'refused':>9}")
    sums = [
        report(place, trips(root / place, format, suffix))
        for place, format, suffix in SETS
        if (root / place).exists()
    ]
    files, same = (sum(column) for column in zip(*sums, strict=True))
    print(f"{'all':44}{files:7}{same:7}")


if __name__ == "__main__":
    main()
