"""The corpora in the package, English and Spanish: composed for it, annotated
twice and adjudicated (CC BY 4.0).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion

LANGUAGES = {"embedded": "en", "embedded-es": "es", "embedded-es-train": "es"}
VERSION = "1.0"
LICENCE = "CC BY 4.0"
_FOLDERS = {"embedded": "english", "embedded-es": "spanish", "embedded-es-train": "spanish-train"}
_TRAINING = "-train"


def folder(language: Literal["en", "es"] = "en", *, training: bool = False) -> Path:
    """The folder with guidelines, data sheet and the versions `gold`, `a` and `b` of the
    annotation.
    """
    return Path(__file__).parent / _FOLDERS[Embedded(language, training).name]


@dataclass(frozen=True, slots=True)
class Embedded:
    """A corpus in the package: English (`en`) or Spanish (`es`), and
    Spanish to learn from (`training`).
    """

    language: Literal["en", "es"] = "en"
    """Language of the corpus: *en* or *es*."""
    training: bool = False
    """The texts to learn from instead of those to measure with; only in Spanish."""
    title: ClassVar[str] = "Coindex's own, annotated twice"
    licence: ClassVar[str] = LICENCE

    @property
    def name(self) -> str:
        alike = (name for name, language in LANGUAGES.items() if language == self.language)
        own = next((name for name in alike if name.endswith(_TRAINING) == self.training), "")
        if not own:
            raise CoindexError(
                f"no training set for language {self.language!r}; use embedded-es-train"
            )
        return own

    @property
    def parts(self) -> tuple[str, ...]:
        """The genres of the gold annotation."""
        return tuple(
            sorted(
                genre.name
                for genre in (folder(self.language, training=self.training) / "gold").iterdir()
            )
        )

    def find(self, part: str = "") -> Corpus:
        """`part` is a genre (`plot`), a pass (`a`) or a genre of a pass
        (`a/plot`); without one, all of the gold.
        """
        root = folder(self.language, training=self.training)
        gold = root / "gold"
        path = gold / part if (gold / part).is_dir() else root / part
        if part and (".." in part or not path.is_dir() or path == root):
            raise CoindexError(
                f"{self.name} has no part {part!r}; {suggestion(part, [*self.parts, 'a', 'b'])}"
            )
        called = f"{self.name}/{part}" if part else self.name
        return Corpus(called, path if part else gold, "inline", self.language, LICENCE, VERSION)
