"""`coindex serve --mcp` and `--mcp-http`: runs the server for the Model Context Protocol."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.cli.database import database_url
from coindex.cli.server import (
    TOKEN,
    announce,
    check_certificate,
    check_free,
    quiet_server,
    warn_without_token,
)
from coindex.core.errors import MissingExtra

if TYPE_CHECKING:
    from coindex.web.mcp.server import Server


def server_of(
    project: Path | None,
    database: str,
    offered: tuple[str, ...],
    workers: int,
    queue: int | None,
    hosts: tuple[str, ...] = (),
) -> Server:
    """The server; documents are resources if a project or a database is named."""
    try:
        from coindex.annotation.store import Store
        from coindex.web.mcp.server import Server
        from coindex.web.service.settings import ServiceLimits, ServiceSettings
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "mcp", "mcp") from error
    limits = ServiceLimits() if queue is None else ServiceLimits(requests=queue)
    settings = ServiceSettings(
        workers=workers, hosts=hosts, token=os.environ.get(TOKEN, ""), limits=limits
    )
    if offered:
        settings = replace(settings, resolvers=offered)
    named = project is not None or bool(database)
    return Server(settings, Store(database_url(database, project)) if named else None)


def serve_http(
    server: Server, host: str, port: int, certificate: Path | None, key: Path | None
) -> None:
    """Serve at `/mcp` until it is stopped."""
    from coindex.web.mcp.server import PATH

    check_certificate(certificate, key)
    check_free(host, port)
    warn_without_token(host, "server", server.desk.settings.token)
    running = quiet_server(server.application(host), host, port, certificate, key)
    announce(running, "https" if certificate else "http", query=PATH.removeprefix("/"))
    try:
        running.run()
    finally:
        server.desk.close()
