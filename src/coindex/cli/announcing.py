"""Saying where a server is, once it is there."""

from __future__ import annotations

import webbrowser
from typing import Any

import typer


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
