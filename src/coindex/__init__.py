"""Coindex resolves anaphora and coreference, explains each decision, and compares resolvers fairly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coindex.experiment.pipeline import parse, resolve

__version__ = "0.1.0"
__all__ = ["__version__", "parse", "resolve"]


def __getattr__(name: str) -> Any:
    """`coindex.resolve` and `coindex.parse` are imported when they are first used: importing Coindex stays light."""
    if name in ("parse", "resolve"):
        from coindex.experiment import pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module 'coindex' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
