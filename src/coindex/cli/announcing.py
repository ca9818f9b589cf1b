"""Whether a server can be where it should, and saying where it is once it is there."""

from __future__ import annotations

import socket
import webbrowser
from typing import Any

import typer

from coindex.core.errors import CoindexError


def check_free(host: str, port: int) -> None:
    """Nobody else may be there; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise CoindexError(f"{host}:{port}: {reason.lower()}; choose another --port or --host") from error


def announced(server: Any, scheme: str, opening: bool = False) -> None:
    started = server.startup

    async def startup(sockets: Any = None) -> None:
        await started(sockets)
        if server.should_exit or not server.servers:
            return
        address, port = server.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{address}]" if ":" in address else address
        typer.echo(f"Coindex is at {scheme}://{shown}:{port}/ (Ctrl-C ends it)", err=True)
        if opening:
            webbrowser.open(f"{scheme}://{shown}:{port}/")

    server.startup = startup
