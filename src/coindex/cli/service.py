"""`coindex serve --api`: runs the HTTP service until it is stopped and
has answered what it accepted.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from coindex.cli.server import announce, check_certificate, check_free
from coindex.core.errors import MissingExtra

TOKEN = "COINDEX_TOKEN"  # noqa: S105 - the name of the variable it is in
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    host: str,
    port: int,
    certificate: Path | None,
    key: Path | None,
    *,
    offered: tuple[str, ...],
    queue: int | None,
    **settings: Any,
) -> None:
    """Run the service; with COINDEX_TOKEN, every request must carry that token."""
    check_certificate(certificate, key)
    check_free(host, port)
    try:
        import uvicorn

        from coindex.web.service.app import create_app
        from coindex.web.service.settings import ServiceLimits, ServiceSettings
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from error
    limits = ServiceLimits() if queue is None else ServiceLimits(requests=queue)
    service_settings = ServiceSettings(token=os.environ.get(TOKEN, ""), limits=limits, **settings)
    service_settings = replace(service_settings, resolvers=offered) if offered else service_settings
    if host not in LOOPBACK and not service_settings.token:
        typer.echo(
            f"anyone who can reach {host} can use this service; set {TOKEN} to require a token",
            err=True,
        )
    config = uvicorn.Config(
        create_app(service_settings),
        host,
        port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=None if key is None else str(key),
    )
    server = uvicorn.Server(config)
    announce(server, "https" if certificate else "http")
    server.run()
