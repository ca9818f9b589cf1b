"""The English corpora: one annotated twice and adjudicated, and the mini-discourses, short texts
with targets, one phenomenon each (CC BY 4.0).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.corpora.packaged import LICENCE, Adjudicated

_FOLDER = Path(__file__).parent
HALVES = ("odd", "even")


@dataclass(frozen=True, slots=True)
class Embedded(Adjudicated):
    """The English corpus in the package: 32 texts of four genres, composed for it."""

    name: ClassVar[str] = "embedded"
    language: ClassVar[str] = "en"
    folder: ClassVar[Path] = _FOLDER / "embedded"


@dataclass(frozen=True, slots=True)
class MiniDiscourses:
    """150 short texts: `odd` to look at while mending a resolver, `even` only to report."""

    name: ClassVar[str] = "minis"
    title: ClassVar[str] = "150 mini-discourses, fifteen phenomena"
    language: ClassVar[str] = "en"
    licence: ClassVar[str] = LICENCE
    parts: ClassVar[tuple[str, ...]] = HALVES
    folder: ClassVar[Path] = _FOLDER / "minis"
    """A subfolder for each half."""

    def find(self, part: str = "") -> Corpus:
        """`part` is a half (`odd`, `even`) or a phenomenon of one (`odd/gender`); without one, both
        halves.
        """
        path = self.folder / part
        if ".." in part or not path.is_dir():
            raise CoindexError(
                Message(
                    "{name} has no part {part!r}; {suggestion}",
                    name=self.name,
                    part=part,
                    suggestion=suggestion(part, HALVES),
                )
            )
        called = f"{self.name}/{part}" if part else self.name
        return Corpus(called, path, "inline", self.language, self.licence, "1.0")
