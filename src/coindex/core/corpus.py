"""A corpus: where documents are, in which format and language, under which licence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Corpus:
    """A description, not the documents: `path` is a file, folder or archive; an
    empty `format` is to be recognised.
    """

    name: str
    path: Path
    format: str = ""
    language: str = ""
    licence: str = ""
    version: str = ""
