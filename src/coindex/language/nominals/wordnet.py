"""WordNet, if it is installed: synonyms and hypernyms of nouns.

Read from the files of Princeton's WordNet (Debian's `wordnet-base` installs them in
/usr/share/wordnet; `WNSEARCHDIR` names another folder), or else through the `wn` library, if it has
an English lexicon. Without either, nothing is known.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from coindex.language.languages import DEFAULT

FOLDERS = ("/usr/share/wordnet", "/usr/local/share/wordnet", "/usr/share/wordnet/dict")
SENSES = 2
"""How many senses of a noun are considered, the most frequent first."""
_ABOVE = frozenset({"@", "@i"})
"""Pointers from a synset to its hypernyms and from an instance to its class."""


class Thesaurus(Protocol):
    """Synsets are opaque strings."""

    def synsets(self, lemma: str) -> tuple[str, ...]:
        """The synsets of a noun, the most frequent first."""
        ...

    def above(self, synset: str) -> tuple[str, ...]: ...


class WordNetFiles:
    """Reads `index.noun` at once, and from `data.noun` only the lines that are needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index: Mapping[str, str] | None = None

    def synsets(self, lemma: str) -> tuple[str, ...]:
        if self._index is None:
            self._index = dict(self._entries())
        fields = self._index.get(lemma.lower().replace(" ", "_"), "").split()
        return tuple(fields[-int(fields[1]) :]) if fields else ()

    def _entries(self) -> Iterator[tuple[str, str]]:
        with (self._folder / "index.noun").open(encoding="utf-8") as lines:
            for line in lines:
                if not line.startswith(" "):
                    lemma, _, rest = line.partition(" ")
                    yield lemma, rest

    def above(self, synset: str) -> tuple[str, ...]:
        with (self._folder / "data.noun").open("rb") as data:
            data.seek(int(synset))
            fields = data.readline().decode("utf-8").partition(" | ")[0].split()
        words = int(fields[3], 16)
        pointers = fields[5 + 2 * words :]
        return tuple(
            pointers[place + 1]
            for place in range(0, len(pointers) - 3, 4)
            if pointers[place] in _ABOVE
        )


class Library:
    """The `wn` package."""

    def __init__(self, wordnet: Any) -> None:
        self._wordnet = wordnet

    def synsets(self, lemma: str) -> tuple[str, ...]:
        return tuple(synset.id for synset in self._wordnet.synsets(lemma, pos="n"))

    def above(self, synset: str) -> tuple[str, ...]:
        uppers = self._wordnet.synset(synset).get_related("hypernym", "instance_hypernym")
        return tuple(upper.id for upper in uppers)


@cache
def source() -> Thesaurus | None:
    """The installed thesaurus, or `None`."""
    named = os.environ.get("WNSEARCHDIR", "")
    for folder in (named, *FOLDERS) if named else FOLDERS:
        if (Path(folder) / "index.noun").is_file() and (Path(folder) / "data.noun").is_file():
            return WordNetFiles(Path(folder))
    return _library()


def _library() -> Thesaurus | None:
    if find_spec("wn") is None:
        return None
    import wn

    lexicons = [lexicon for lexicon in wn.lexicons() if lexicon.language == DEFAULT]
    return Library(wn.Wordnet(lexicon=lexicons[0].specifier())) if lexicons else None


def available() -> bool:
    return source() is not None


def synonyms(one: str, other: str, *, senses: int = SENSES) -> bool:
    """Whether two nouns share a meaning."""
    return bool(set(_synsets(one)[:senses]) & set(_synsets(other)[:senses]))


@lru_cache(maxsize=65536)
def falls_under(specific: str, general: str, *, longest: int = 4, senses: int = SENSES) -> bool:
    """Whether a noun's meaning is a kind or an instance of another's, at most `longest` steps up:
    *oak*, *tree*.
    """
    sought = set(_synsets(general)[:senses])
    level = set(_synsets(specific)[:senses])
    for _ in range(longest if sought else 0):
        level = {upper for synset in level for upper in _above(synset)}
        if level & sought:
            return True
    return False


@lru_cache(maxsize=65536)
def _synsets(lemma: str) -> tuple[str, ...]:
    wordnet = source()
    return () if wordnet is None else wordnet.synsets(lemma)


@lru_cache(maxsize=65536)
def _above(synset: str) -> tuple[str, ...]:
    wordnet = source()
    return () if wordnet is None else wordnet.above(synset)
