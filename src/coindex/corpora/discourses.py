"""The mini-discourses in the package: short texts with targets, one phenomenon each (CC BY 4.0)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion

VERSION = "1.0"
HALVES = ("odd", "even")


def folder() -> Path:
    """The folder of the mini-discourses, with a subfolder for each half."""
    return Path(__file__).parent / "minis"


@dataclass(frozen=True, slots=True)
class MiniDiscourses:
    """150 short texts: `odd` to look at while mending a resolver, `even` only to report."""

    name: ClassVar[str] = "minis"
    title: ClassVar[str] = "150 mini-discourses, fifteen phenomena"
    language: ClassVar[str] = "en"
    licence: ClassVar[str] = "CC BY 4.0"
    parts: ClassVar[tuple[str, ...]] = HALVES

    def find(self, part: str = "") -> Corpus:
        """`part` is a half (`odd`, `even`) or a phenomenon of one
        (`odd/gender`); without one, both halves.
        """
        path = folder() / part
        if ".." in part or not path.is_dir():
            raise CoindexError(f"{self.name} has no part {part!r}; {suggestion(part, HALVES)}")
        called = f"{self.name}/{part}" if part else self.name
        return Corpus(called, path, "inline", self.language, self.licence, VERSION)
