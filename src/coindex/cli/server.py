"""Checks of a server's address and certificate, and the announcement of its address."""

from __future__ import annotations

import socket
import ssl
import webbrowser
from pathlib import Path
from typing import Any

import typer

from coindex.core.errors import CoindexError, FormatError


def check_free(host: str, port: int) -> None:
    """Raise an error if the port is taken; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise CoindexError(
            f"{host}:{port}: {reason.lower()}; choose another --port or --host"
        ) from error


def check_certificate(certificate: Path | None, key: Path | None) -> None:
    """Check that both or neither are given and that OpenSSL can use them,
    before the server creates anything.
    """
    if certificate is None and key is None:
        return
    if certificate is None or key is None:
        raise CoindexError("give --certificate and --key together")
    for path in (certificate, key):
        if not path.is_file():
            raise FormatError("no such file", path=str(path), remedy="check the path")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        raise FormatError(
            "not a certificate with its key", path=str(certificate), remedy="give both as PEM"
        ) from error


def announce(server: Any, scheme: str, opening: bool = False, *, query: str = "") -> None:
    """Make a server print its address once it can be reached; `query` is part of the address."""
    started = server.startup

    async def startup(sockets: Any = None) -> None:
        await started(sockets)
        if server.should_exit or not server.servers:
            return
        address, port = server.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{address}]" if ":" in address else address
        whole = f"{scheme}://{shown}:{port}/{query}"
        typer.echo(f"Coindex is running at {whole} (Ctrl-C stops it)", err=True)
        if opening:
            webbrowser.open(whole)

    server.startup = startup
