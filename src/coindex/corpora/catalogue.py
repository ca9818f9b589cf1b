"""The public corpora that Coindex knows: their homes, licences, files and checksums."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.io import places

_FOLDER = Path(__file__).parent / "public"


class CorpusFile(NamedTuple):
    """One file of a corpus; `part` is train, dev ..."""

    part: str
    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Public:
    """A corpus at one revision of its repository."""

    name: str
    title: str
    language: str
    format: str
    licence: str
    repository: str
    commit: str
    items: tuple[CorpusFile, ...]

    @property
    def home(self) -> str:
        """The address of its files."""
        return f"https://raw.githubusercontent.com/{self.repository}/{self.commit}"

    @property
    def size(self) -> int:
        return sum(item.size for item in self.items)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item.part for item in self.items))

    def find(self, part: str = "") -> Corpus:
        """The corpus on this machine; if it, or a part of it, has not been downloaded, the error
        says how to.
        """
        if part and part not in self.parts:
            raise CoindexError(
                Message(
                    "{name} has no part {part!r}; {suggestion}",
                    name=self.name,
                    part=part,
                    suggestion=suggestion(part, self.parts),
                )
            )
        if any(part in ("", item.part) for item in self.missing()):
            fetch = Message("fetch it with: coindex corpora get {name}", name=self.name)
            raise CoindexError(
                Message("{name} is not on this machine yet; {fetch}", name=self.name, fetch=fetch)
            )
        called = f"{self.name}/{part}" if part else self.name
        return Corpus(
            called, self.folder(part), self.format, self.language, self.licence, self.commit[:12]
        )

    def folder(self, part: str = "") -> Path:
        """Its folder on this machine; every part has a folder of its own."""
        whole = places.cache() / "corpora" / self.name / self.commit[:12]
        return whole / part if part else whole

    def stored(self, item: CorpusFile) -> Path:
        return self.folder(item.part) / item.path

    def missing(self) -> list[CorpusFile]:
        return [item for item in self.items if not self.stored(item).exists()]


@cache
def public() -> Mapping[str, Public]:
    """The public corpora by name."""
    described = tomllib.loads((_FOLDER / "catalogue.toml").read_text(encoding="utf-8"))
    return {name: Public(name, **fields, items=_items(name)) for name, fields in described.items()}


def _items(name: str) -> tuple[CorpusFile, ...]:
    lines = (_FOLDER / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return tuple(CorpusFile(part, path, int(size), checksum) for part, path, size, checksum in rows)
