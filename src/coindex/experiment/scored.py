"""A response scored against its key, as `coindex score` does it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from coindex import formats
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.measures.pairing import paired
from coindex.measures.tally import Result, Setting, Tally

MEASURES = ("MUC", "B3", "CEAFm", "CEAFe", "LEA", "BLANC", "CoNLL", "Mentions")


def score(
    key: Path | str | Iterable[Annotated],
    response: Path | str | Iterable[Annotated],
    *measures: str,
    by: str = "",
    intervals: bool = False,
) -> list[Result]:
    """The values of each measure: `score("key.conllu", "response.jsonl", "CoNLL@head", "LEA")`.

    Key and response are paths, or documents at hand. `by` splits them by document, genre, form, kind, type or distance;
    `intervals` are bootstrap intervals over documents.
    """
    tally = Tally([registry.build("measures", text) for text in measures or MEASURES], Setting(intervals, by))
    for pair in paired(_documents(key), _documents(response)):
        tally.add(pair, pair.document.id)
    return list(tally.results())


def _documents(given: Path | str | Iterable[Annotated]) -> Iterable[Annotated]:
    return formats.read(given) if isinstance(given, Path | str) else given
