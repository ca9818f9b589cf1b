"""`coindex serve --mcp` and `--mcp-http`: runs the server for the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from coindex.core.errors import MissingExtra
from coindex.workbench.commands.database import database_url
from coindex.workbench.commands.server import (
    Address,
    Offer,
    announce,
    quiet_server,
    warn_without_token,
)

if TYPE_CHECKING:
    from coindex.workbench.mcp.server import Server


def server_of(
    project: Path | None, database: str, offer: Offer, hosts: tuple[str, ...] = ()
) -> Server:
    """The server; documents are resources if a project or a database is named."""
    try:
        from coindex.workbench.mcp.server import Server
        from coindex.workbench.store.store import Store
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "mcp", "mcp") from error
    named = project is not None or bool(database)
    store = Store(database_url(database, project)) if named else None
    return Server(offer.settings(hosts), store)


def serve_http(server: Server, address: Address) -> None:
    """Serve at `/mcp` until it is stopped."""
    from coindex.workbench.mcp.server import PATH

    address.check()
    warn_without_token(address.host, "server", server.desk.settings.token)
    running = quiet_server(server.application(address.host), address, access_log=False)
    announce(running, address.scheme, query=PATH.removeprefix("/"))
    try:
        running.run()
    finally:
        server.desk.close()
