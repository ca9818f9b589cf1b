"""Coindex's own stand-off JSON Lines, `coindex-doc/1`: everything that a document and its
annotation hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import EVERYTHING, Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import leniently
from coindex.formats.jsonl.rows import from_record
from coindex.formats.jsonl.writer import line_of
from coindex.formats.records import looks_like_json, records
from coindex.formats.standoff import own
from coindex.io.files import File, Files

SCHEMA = "coindex-doc/1"


@dataclass(frozen=True, slots=True)
class JsonLines:
    """One object per document and line; `.json` may also be one object, or a list, over many lines.

    All indices run through the document: characters for tokens and blocks, tokens for everything
    else; spans are half-open pairs. What has its default value is left out. Also read: rows with a
    `text`, and perhaps `id`, `lang` and other keys, which are kept as `extra`; and objects whose
    sentences hold their tokens, with indices that start again in each sentence, where the text is
    made from the forms.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".json", ".ndjson")
    carries: ClassVar[frozenset[Layer]] = EVERYTHING
    text_field: str = "text"
    """The key that has the text of a row."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if not looks_like_json(sample):
            return 0.1 if file.suffix in self.suffixes and not sample.strip() else 0.0
        if f'"{SCHEMA}"' in sample[:2000]:
            return 0.95
        if '"clusters' in sample or '"coindex-' in sample:
            return 0.0
        if '"sentences"' in sample and '"tokens"' in sample and '"form"' in sample:
            return 0.6
        return 0.1 if file.suffix in self.suffixes else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, (file for file in files if self.recognise(file))):
            for number, record in enumerate(records(file, problems), 1):
                if record.string("schema", SCHEMA) != SCHEMA:
                    remedy = leniently("reads what it understands")
                    record.report("unknown schema", repr(record.values["schema"]), remedy)
                id = file.id if number == 1 else f"{file.id}-{number}"
                yield from_record(record, id, text_field=self.text_field)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        for item in items:
            yield from map(Chunk, line_of(item, SCHEMA))
