"""`coindex serve --api`: runs the HTTP service until it is stopped and
has answered what it accepted.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from coindex.cli.server import (
    TOKEN,
    announce,
    check_certificate,
    check_free,
    quiet_server,
    warn_without_token,
)
from coindex.core.errors import MissingExtra


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
        from coindex.web.service.app import create_app
        from coindex.web.service.settings import ServiceLimits, ServiceSettings
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from error
    limits = ServiceLimits() if queue is None else ServiceLimits(requests=queue)
    service_settings = ServiceSettings(token=os.environ.get(TOKEN, ""), limits=limits, **settings)
    service_settings = replace(service_settings, resolvers=offered) if offered else service_settings
    warn_without_token(host, "service", service_settings.token)
    server = quiet_server(create_app(service_settings), host, port, certificate, key)
    announce(server, "https" if certificate else "http")
    server.run()
