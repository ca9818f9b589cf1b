"""Corpora that the package of a language contains, annotated twice and adjudicated (CC BY 4.0)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message

LICENCE = "CC BY 4.0"


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A corpus with the versions `gold`, `a` and `b` of its annotation, by genre."""

    name: ClassVar[str]
    language: ClassVar[str]
    folder: ClassVar[Path]
    """Guidelines, data sheet, rulings, and the versions of the annotation."""
    title: ClassVar[str] = "Coindex's own, annotated twice"
    licence: ClassVar[str] = LICENCE
    version: ClassVar[str] = "1.0"

    @property
    def parts(self) -> tuple[str, ...]:
        """The genres of the gold annotation."""
        return tuple(sorted(genre.name for genre in (self.folder / "gold").iterdir()))

    def find(self, part: str = "") -> Corpus:
        """`part` is a genre (`plot`), a pass (`a`) or a genre of a pass (`a/plot`); without one,
        all of the gold.
        """
        gold = self.folder / "gold"
        path = gold / part if (gold / part).is_dir() else self.folder / part
        if part and (".." in part or not path.is_dir() or path == self.folder):
            raise CoindexError(
                Message(
                    "{name} has no part {part!r}; {suggestion}",
                    name=self.name,
                    part=part,
                    suggestion=suggestion(part, [*self.parts, "a", "b"]),
                )
            )
        called = f"{self.name}/{part}" if part else self.name
        place = path if part else gold
        return Corpus(called, place, "inline", self.language, self.licence, self.version)
