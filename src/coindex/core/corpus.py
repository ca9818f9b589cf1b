"""A corpus: the place, format, language and licence of its documents."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Corpus:
    """A description, without the documents: `path` is a file, folder or archive; an empty `format`
    is recognised on reading.
    """

    name: str
    path: Path
    format: str = ""
    language: str = ""
    licence: str = ""
    version: str = ""
