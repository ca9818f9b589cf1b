"""The corpora in the package, English and Spanish: composed for it, annotated twice and adjudicated (CC BY 4.0)."""

from __future__ import annotations

from pathlib import Path

from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion

LANGUAGES = {"embedded": "en", "embedded-es": "es"}
VERSION = "1.0"
LICENCE = "CC BY 4.0"
_FOLDERS = {"en": "english", "es": "spanish"}


def folder(language: str = "en") -> Path:
    """Where guidelines, data sheet and the versions `gold`, `a` and `b` of the annotation lie."""
    return Path(__file__).parent / _FOLDERS[language]


def corpus(name: str, part: str = "") -> Corpus:
    """`part` is a genre (`plot`), a pass (`a`) or a genre of a pass (`a/plot`); without one, all of the gold."""
    language = LANGUAGES[name]
    root = folder(language)
    path = root / "gold" / part if (root / "gold" / part).is_dir() else root / part
    if not part or ".." in part or not path.is_dir() or path == root:
        path = root / "gold"
        genres = sorted(item.name for item in path.iterdir())
        if part:
            raise CoindexError(f"{name} has no part {part!r}; {suggestion(part, [*genres, 'a', 'b'])}")
    called = f"{name}/{part}" if part else name
    return Corpus(called, path, "inline", language, LICENCE, VERSION)
