"""Versions of the code of components: results of another version are computed again."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from coindex.core import plugins, registry, spec

BELOW = ("core", "models", "language")
"""The rooms on which components of every family build."""


@cache
def version_of(family: str, component: str) -> str:
    """A digest of the code of a component string: its family's, everything it builds on, and its
    own package's.

    The version number alone is not sufficient: it stays the same while a resolver is being written.
    """
    ours = [_content(f"coindex.{room}") for room in (*BELOW, family)]
    name = spec.read(component).name
    point, plugin = registry.declaration(family, name), plugins.behind(family, name)
    theirs = (
        []
        if point is None or point.module.startswith("coindex.")
        else [_content(point.module.partition(".")[0])]
    )
    theirs += [] if plugin is None else [plugin.checksum]
    return blake2b("".join([*ours, *theirs]).encode(), digest_size=8).hexdigest()


@cache
def _content(module: str) -> str:
    """A digest of all files of a package, or of the one file of a module."""
    module_spec = find_spec(module)
    if module_spec is None or module_spec.origin is None:
        return module
    origin = Path(module_spec.origin)
    files = [origin] if not module_spec.submodule_search_locations else _files(origin.parent)
    hashed = blake2b(digest_size=16)
    for file in files:
        hashed.update(f"{file.relative_to(origin.parent).as_posix()}\n".encode())
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _files(folder: Path) -> list[Path]:
    """The files of a folder, without caches and hidden files."""
    files = (
        file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    )
    return sorted(file for file in files if not file.name.startswith("."))
