"""`coindex serve` without `--api` and `--mcp`: runs the workbench until it is stopped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import typer

from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.interface.translation import say
from coindex.workbench.commands.credentials import first_account, own_token
from coindex.workbench.commands.database import database_url
from coindex.workbench.commands.server import LOOPBACK, Address, Visitors, announce, quiet_server

if TYPE_CHECKING:
    from coindex.workbench.store.store import Store


def serve_workbench(
    address: Address, visitors: Visitors, project: Path | None, database: str, *, opening: bool
) -> None:
    """Serve a project, or the default database if none is named."""
    if not visitors.team and address.host not in LOOPBACK:
        raise CoindexError(
            Message(
                "--host {host}: without accounts Coindex listens on this machine only; add --team",
                host=address.host,
            )
        )
    address.check()
    try:
        from coindex.workbench.app import create_app
        from coindex.workbench.settings import Settings
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from error
    secure = address.certificate is not None or visitors.behind_https
    token = "" if visitors.team or visitors.no_token else own_token()
    settings = Settings(
        database_url(database, project), visitors.team, address.hosts, secure, token
    )
    app = create_app(settings)
    _welcome(app.state.services.store, visitors.team, project.stem if project else "My project")
    _warn(address, visitors, secure=secure)
    proxies = visitors.proxies
    server = quiet_server(
        app,
        address,
        access_log=True,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=3,
    )
    announce(server, address.scheme, opening, query=f"?token={quote(token)}" if token else "")
    server.run()


def _warn(address: Address, visitors: Visitors, *, secure: bool) -> None:
    if not visitors.team and visitors.no_token:
        typer.echo(
            say("without a token, every user of this machine can read and change everything"),
            err=True,
        )
    if visitors.team and not secure and address.host not in LOOPBACK:
        typer.echo(
            say("passwords are sent unencrypted; use --certificate, or a proxy that handles HTTPS"),
            err=True,
        )


def _welcome(store: Store, team: bool, name: str) -> None:
    """Create what a new database needs: a project, or an account that can create one."""
    if not team:
        if not store.projects.all():
            store.projects.add(name)
        return
    if not store.members.all():
        first_account(store)
