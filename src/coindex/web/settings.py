"""How a server is set up."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

MEGABYTE = 1 << 20


def default_database() -> Path:
    """The file of `COINDEX_DATABASE`, else one where the platform keeps what people made."""
    chosen = os.environ.get("COINDEX_DATABASE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/coindex/workbench.db"
    local = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else os.environ.get("XDG_DATA_HOME")
    return (Path(local) / "coindex" if local else Path.home() / ".local/share/coindex") / "workbench.db"


@dataclass(frozen=True, slots=True)
class Settings:
    """`team`: with accounts; without, one person on this machine, and requests must be addressed to `hosts`.

    `hosts` are names a request may be addressed to; none: any, which only a team may allow. Sizes are in bytes,
    `expansion` is how large an uploaded archive may become; `scratch` in characters. `secure`: cookies only over
    HTTPS. Without `pages`, the API alone.
    """

    database: str | Path = field(default_factory=default_database)
    team: bool = False
    hosts: tuple[str, ...] = ()
    secure: bool = False
    pages: bool = True
    upload: int = 32 * MEGABYTE
    expansion: int = 256 * MEGABYTE
    scratch: int = 100_000
    session_days: int = 14
    attempts: int = 10
    """Wrong passwords for one name, or three times as many from one address, in a quarter of an hour."""

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        return self.hosts or (() if self.team else ("127.0.0.1", "localhost", "[::1]"))
