"""The large model of Coindex's learned resolver, which is found through the entry
point `large` of `coindex.models`.
"""

from __future__ import annotations

from pathlib import Path


def folder() -> Path:
    """Where the files of the model are."""
    return Path(__file__).parent / "model"
