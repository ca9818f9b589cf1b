"""The folders in which Coindex stores its own files."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache() -> Path:
    """The folder that `COINDEX_CACHE` names, or else one in the platform's folder for caches."""
    chosen = os.environ.get("COINDEX_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/coindex"
    local = (
        os.environ.get("LOCALAPPDATA")
        if sys.platform == "win32"
        else os.environ.get("XDG_CACHE_HOME")
    )
    return Path(local) / "coindex" if local else Path.home() / ".cache/coindex"
