"""Corpora: the embedded ones, public ones and those of plug-ins by name, any other by path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from coindex.core import registry
from coindex.core.corpus import Corpus
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.core.protocols import Collection
from coindex.corpora.catalogue import public
from coindex.io.files import uncompressed


def collections() -> Mapping[str, Collection]:
    """All corpora with a name: those of packages and plug-ins, then public ones."""
    known: dict[str, Collection] = {
        name: registry.build("corpora", name) for name in registry.installed("corpora")
    }
    return {**known, **{name: corpus for name, corpus in public().items() if name not in known}}


def find(name: Path | str) -> Corpus:
    """A corpus on this machine: `embedded`, `embedded/plot`, `gum/dev`, or a file or folder, named
    after itself.

    An existing path takes precedence over a public corpus or one of a plug-in, never over one that
    Coindex brings.
    """
    if (corpus := named(name)) is not None:
        return corpus
    path = Path(name)
    if not path.exists():
        raise CoindexError(
            Message(
                "no file, folder or corpus is called {name!r}; {suggestion}",
                name=str(name),
                suggestion=suggestion(str(name), collections()),
            )
        )
    return Corpus(Path(uncompressed(path.resolve().name)).stem, path)


def named(name: Path | str) -> Corpus | None:
    """The corpus with a name that `find` understands; `None` if it is a path, or unknown."""
    known, _, part = str(name).partition("/")
    if known not in registry.bundled("corpora") and (not _NAME.fullmatch(known) or _is_path(name)):
        return None
    collection = collections().get(known)
    return collection.find(part) if collection is not None else None


_NAME = re.compile(r"[\w-]{1,100}")


def _is_path(name: Path | str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False
