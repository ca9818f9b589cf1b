"""Checks of a server's address and certificate, and the announcement of its address."""

from __future__ import annotations

import socket
import ssl
import webbrowser
from pathlib import Path
from typing import Any

import typer

from coindex.core.errors import CoindexError, FormatError, MissingExtra

TOKEN = "COINDEX_TOKEN"  # noqa: S105 - the name of the variable it is in
LOOPBACK = ("127.0.0.1", "localhost", "::1")


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


def warn_without_token(host: str, what: str, token: str) -> None:
    """Warn if a server without a token can be reached from other machines."""
    if host not in LOOPBACK and not token:
        typer.echo(
            f"anyone who can reach {host} can use this {what}; set {TOKEN} to require a token",
            err=True,
        )


def quiet_server(
    application: Any, host: str, port: int, certificate: Path | None, key: Path | None
) -> Any:
    """A server of uvicorn that logs only warnings and does not name itself."""
    try:
        import uvicorn
    except ModuleNotFoundError as error:
        raise MissingExtra("uvicorn", "web") from error
    config = uvicorn.Config(
        application,
        host,
        port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=None if key is None else str(key),
    )
    return uvicorn.Server(config)


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
