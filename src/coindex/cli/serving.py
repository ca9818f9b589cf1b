"""`coindex serve --api`: the HTTP service until it is told to end, and until what it has accepted is answered."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from coindex.cli.announcing import announced, check_certificate, check_free
from coindex.core.errors import MissingExtra

TOKEN = "COINDEX_TOKEN"  # noqa: S105 - the name of the variable it is in
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def served(
    host: str,
    port: int,
    certificate: Path | None,
    key: Path | None,
    *,
    offered: tuple[str, ...],
    queue: int | None,
    **settings: Any,
) -> None:
    """A token in COINDEX_TOKEN is asked of every request."""
    check_certificate(certificate, key)
    check_free(host, port)
    try:
        import uvicorn

        from coindex.web.service.app import create_app
        from coindex.web.service.settings import ServiceLimits, ServiceSettings
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from error
    limits = ServiceLimits() if queue is None else ServiceLimits(requests=queue)
    made = ServiceSettings(token=os.environ.get(TOKEN, ""), limits=limits, **settings)
    made = replace(made, resolvers=offered) if offered else made
    if host not in LOOPBACK and not made.token:
        typer.echo(f"anyone who can reach {host} may use this; set {TOKEN} to ask for a token", err=True)
    config = uvicorn.Config(
        create_app(made),
        host,
        port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=None if key is None else str(key),
    )
    server = uvicorn.Server(config)
    announced(server, "https" if certificate else "http")
    server.run()
