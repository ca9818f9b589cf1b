"""How a server is set up."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from coindex.core.expansion import MEGABYTE, Limits

PARTS = "upload it in parts"
UPLOADED = Limits(
    total=256 * MEGABYTE,
    file=64 * MEGABYTE,
    package=64 * MEGABYTE,
    spared=16 * MEGABYTE,
    members=5_000,
    tags=2_000_000,
    remedy=PARTS,
)
"""What an upload may expand to: what comes of it is held in memory until it is stored."""
SCRATCH = replace(UPLOADED, total=16 * MEGABYTE, members=1_000, tags=500_000)
"""The same for texts that are resolved and not kept, which are short."""


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

    `hosts` are names a request may be addressed to; none: any, which only a team may allow. `upload` is the largest
    request in bytes, `expansion` what it may expand to; `scratch` is in characters. `secure`: cookies only over
    HTTPS. Without `pages`, the API alone.
    """

    database: str | Path = field(default_factory=default_database)
    team: bool = False
    hosts: tuple[str, ...] = ()
    secure: bool = False
    pages: bool = True
    upload: int = 32 * MEGABYTE
    expansion: Limits = UPLOADED
    scratch: int = 100_000
    scratch_expansion: Limits = SCRATCH
    session_days: int = 14
    attempts: int = 10
    """Wrong passwords for one name, or three times as many from one address, in a quarter of an hour."""

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        return self.hosts or (() if self.team else ("127.0.0.1", "localhost", "[::1]"))
