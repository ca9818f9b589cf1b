"""Corpora: the embedded one, public ones by name, anybody's by path."""

from __future__ import annotations

from pathlib import Path

from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion
from coindex.core.files import uncompressed
from coindex.corpora import embedded
from coindex.corpora.catalogue import public


def find(name: Path | str) -> Corpus:
    """A corpus on this machine: `embedded`, `embedded/plot`, `gum/dev`, or a file or folder, called after itself."""
    known, _, part = str(name).partition("/")
    if known in embedded.LANGUAGES:
        return embedded.corpus(known, part)
    if known in public() and not Path(name).exists():
        return _fetched(known, part)
    path = Path(name)
    if not path.exists():
        names = (*embedded.LANGUAGES, *public())
        raise CoindexError(f"no file, folder or corpus is called {str(name)!r}; {suggestion(str(name), names)}")
    return Corpus(Path(uncompressed(path.resolve().name)).stem, path)


def _fetched(name: str, part: str) -> Corpus:
    corpus = public()[name]
    if part and part not in corpus.parts:
        raise CoindexError(f"{name} has no part {part!r}; {suggestion(part, corpus.parts)}")
    wanted = [item for item in corpus.missing() if part in ("", item.part)]
    if wanted:
        raise CoindexError(f"{name} is not on this machine yet; fetch it with: coindex corpora get {name}")
    called = f"{name}/{part}" if part else name
    return Corpus(called, corpus.folder(part), corpus.format, corpus.language, corpus.licence, corpus.commit[:12])
