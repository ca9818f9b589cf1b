"""The Spanish corpora, annotated twice and adjudicated (CC BY 4.0): one to measure with, and one to
learn from.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from coindex.corpora.packaged import Adjudicated

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Embedded(Adjudicated):
    """The Spanish corpus in the package, composed for it: texts to measure with."""

    name: ClassVar[str] = "embedded-es"
    language: ClassVar[str] = "es"
    folder: ClassVar[Path] = _FOLDER / "embedded"


@dataclass(frozen=True, slots=True)
class Training(Adjudicated):
    """The Spanish texts in the package to learn from, composed for it."""

    name: ClassVar[str] = "embedded-es-train"
    language: ClassVar[str] = "es"
    folder: ClassVar[Path] = _FOLDER / "train"
