"""Where Coindex keeps files of its own on a machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache() -> Path:
    """The folder of `COINDEX_CACHE`, else one of this name where the
    platform keeps what can be made again.
    """
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
