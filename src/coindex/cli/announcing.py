"""Whether a server can be where it should, and saying where it is once it is there."""

from __future__ import annotations

import socket
import ssl
import webbrowser
from pathlib import Path
from typing import Any

import typer

from coindex.core.errors import CoindexError, FormatError


def check_free(host: str, port: int) -> None:
    """Nobody else may be there; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise CoindexError(f"{host}:{port}: {reason.lower()}; choose another --port or --host") from error


def check_certificate(certificate: Path | None, key: Path | None) -> None:
    """Both or neither, and as OpenSSL can use them: before a server has said or made anything."""
    if certificate is None and key is None:
        return
    if certificate is None or key is None:
        raise CoindexError("--certificate and --key go together")
    for path in (certificate, key):
        if not path.is_file():
            raise FormatError("no such file", path=str(path), remedy="check the path")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        raise FormatError("no certificate with its key", path=str(certificate), remedy="give both as PEM") from error


def announced(server: Any, scheme: str, opening: bool = False, *, query: str = "") -> None:
    """Have a server say its address once it can be reached; `query` is part of the address."""
    started = server.startup

    async def startup(sockets: Any = None) -> None:
        await started(sockets)
        if server.should_exit or not server.servers:
            return
        address, port = server.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{address}]" if ":" in address else address
        whole = f"{scheme}://{shown}:{port}/{query}"
        typer.echo(f"Coindex is at {whole} (Ctrl-C ends it)", err=True)
        if opening:
            webbrowser.open(whole)

    server.startup = startup
