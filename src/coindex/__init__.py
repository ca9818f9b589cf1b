"""Coindex resolves anaphora and coreference, explains each decision, and compares resolvers fairly."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coindex.experiment.pipeline import parse, resolve
    from coindex.experiment.scoring import score
    from coindex.formats import convert, read, write

__version__ = "0.2.0"
__all__ = ["__version__", "convert", "parse", "read", "resolve", "score", "write"]

_HOMES = {
    "convert": "coindex.formats",
    "parse": "coindex.experiment.pipeline",
    "read": "coindex.formats",
    "resolve": "coindex.experiment.pipeline",
    "score": "coindex.experiment.scoring",
    "write": "coindex.formats",
}


def __getattr__(name: str) -> Any:
    """Functions are imported when they are first used: importing Coindex stays light."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'coindex' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
