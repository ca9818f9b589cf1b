"""`coindex serve --api`: runs the HTTP service until it is stopped and
has answered what it accepted.
"""

from __future__ import annotations

from coindex.core.errors import MissingExtra
from coindex.workbench.commands.server import (
    Address,
    Offer,
    announce,
    quiet_server,
    warn_without_token,
)


def serve(address: Address, offer: Offer) -> None:
    """Run the service."""
    address.check()
    try:
        from coindex.workbench.service.app import create_app
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from error
    settings = offer.settings(address.hosts)
    warn_without_token(address.host, "service", settings.token)
    server = quiet_server(create_app(settings), address, access_log=False)
    announce(server, address.scheme)
    server.run()
