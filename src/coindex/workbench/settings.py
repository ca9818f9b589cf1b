"""Settings of a server."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from coindex.io.expansion import MEGABYTE, Limits
from coindex.io.places import user_data

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
PARTS = "upload it in parts"
UPLOADED = Limits(
    total=256 * MEGABYTE,
    file=64 * MEGABYTE,
    package=64 * MEGABYTE,
    spared=16 * MEGABYTE,
    members=5_000,
    tags=2_000_000,
    opaque=False,
    remedy=PARTS,
)
"""What an upload may expand to; it is held in memory until it is stored."""
SCRATCH = replace(UPLOADED, total=16 * MEGABYTE, members=1_000, tags=500_000)
"""The same for texts that are resolved and not stored."""


def default_database() -> str | Path:
    """The database in `COINDEX_DATABASE`, a file or a URL, else one in `user_data`."""
    return os.environ.get("COINDEX_DATABASE") or user_data() / "workbench.db"


@cache
def own_names() -> tuple[str, ...]:
    """Names of this machine in its own network."""
    name = socket.gethostname().lower()
    return (name, f"{name.partition('.')[0]}.local") if name else ()


@dataclass(frozen=True, slots=True)
class Settings:
    """`team`: with accounts; without, one person on this machine, who
    shows `token` unless it is empty.

    `hosts` are names a request may be addressed to; if empty, this machine's own. `secure`: cookies
    only over HTTPS, and browsers must use it. Without `pages`, the API alone. `upload` is the
    largest request in bytes, `expansion` what it may expand to; `scratch` is in characters.
    """

    database: str | Path = field(default_factory=default_database)
    team: bool = False
    hosts: tuple[str, ...] = ()
    secure: bool = False
    token: str = ""
    pages: bool = True
    upload: int = 32 * MEGABYTE
    expansion: Limits = UPLOADED
    scratch: int = 100_000
    scratch_expansion: Limits = SCRATCH
    at_once: int = 4
    waiting: int = 20
    """Long requests of one person that run, and that wait; others are refused with status 429."""
    streams: int = 8
    """Streams of events of one person that are open at a time; browsers open six to a server."""
    session_days: int = 14
    attempts: int = 10
    """Wrong passwords for one name from one address before the next attempt has to wait."""

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        if self.hosts:
            return self.hosts
        return (*LOOPBACK, *own_names()) if self.team else LOOPBACK

    @property
    def any_address(self) -> bool:
        """Whether requests to a bare IP address are accepted; other sites can
        point only names at this server.
        """
        return self.team and not self.hosts
