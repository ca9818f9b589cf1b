"""The folders in which Coindex stores its own files."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache() -> Path:
    """The folder that `COINDEX_CACHE` names, or else one in the platform's folder for caches."""
    chosen = os.environ.get("COINDEX_CACHE")
    return Path(chosen) if chosen else _own("Library/Caches", "XDG_CACHE_HOME", ".cache")


def user_data() -> Path:
    """The folder in the platform's folder for the data of a user."""
    return _own("Library/Application Support", "XDG_DATA_HOME", ".local/share")


def _own(mac: str, variable: str, otherwise: str) -> Path:
    """Our folder in one of the platform's: on macOS, as the variable says, or else under home."""
    if sys.platform == "darwin":
        return Path.home() / mac / "coindex"
    local = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else variable)
    return (Path(local) if local else Path.home() / otherwise) / "coindex"
