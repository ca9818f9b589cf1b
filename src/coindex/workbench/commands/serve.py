"""`coindex serve`: the web workbench and the tagging tool; with `--api`, the HTTP service alone;
with `--mcp`, tools for language models.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.interface.translation import say
from coindex.workbench.commands.credentials import first_account, own_token
from coindex.workbench.commands.database import Database, database_url
from coindex.workbench.commands.server import (
    LOOPBACK,
    Address,
    Offer,
    Visitors,
    announce,
    quiet_server,
    warn_without_token,
)

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
    _welcome(
        app.state.services.store, visitors.team, project.stem if project else say("My project")
    )
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


def run(
    address: Address,
    visitors: Visitors,
    offer: Offer,
    project: Annotated[
        Path | None,
        typer.Argument(metavar="PROJECT", help="SQLite file; created if it does not exist."),
    ] = None,
    database: Database = "",
    plugins: Annotated[
        Path | None,
        typer.Option(help="Folder of Python files with your own components; they are executed."),
    ] = None,
    open_: Annotated[
        bool, typer.Option("--open", help="Open the workbench in the browser.")
    ] = False,
    api: Annotated[
        bool,
        typer.Option(
            "--api", help="Serve only the API that resolves documents (POST /v1/resolve)."
        ),
    ] = False,
    mcp: Annotated[
        bool,
        typer.Option(
            "--mcp", help="Serve the Model Context Protocol on standard input and output."
        ),
    ] = False,
    mcp_http: Annotated[
        bool, typer.Option("--mcp-http", help="Serve the Model Context Protocol at /mcp.")
    ] = False,
) -> None:
    if plugins is not None:
        from coindex.core.plugins import load_folder

        load_folder(plugins)
    if mcp or mcp_http:
        from coindex.workbench.commands.serve import serve_http, server_of

        server = server_of(project, database, offer, address.hosts)
        if mcp_http:
            serve_http(server, address)
        else:
            server.serve_standard_input()
    elif api:
        from coindex.workbench.commands.serve import serve

        serve(address, offer)
    else:
        from coindex.workbench.commands.serve import serve_workbench

        serve_workbench(address, visitors, project, database, opening=open_)
