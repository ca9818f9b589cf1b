"""`coindex serve`: the web workbench and the tagging tool; with `--api`, the HTTP service alone;
with `--mcp`, tools for language models.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from coindex.cli.credentials import first_account, own_token
from coindex.cli.database import Database, database_url
from coindex.cli.server import LOOPBACK, announce, check_certificate, check_free
from coindex.core.errors import CoindexError, MissingExtra

if TYPE_CHECKING:
    from coindex.annotation.store import Store


def run(
    project: Annotated[
        Path | None,
        typer.Argument(metavar="[PROJECT]", help="SQLite file; created if it does not exist."),
    ] = None,
    host: Annotated[
        str,
        typer.Option(help="Address to listen on; other addresses than this machine's need --team."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any free one.")] = 8000,
    database: Database = "",
    team: Annotated[
        bool,
        typer.Option(
            "--team", help="Use accounts with roles instead of one person on this machine."
        ),
    ] = False,
    name: Annotated[
        list[str] | None, typer.Option(help="Name of the server for clients; may be repeated.")
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(help="TLS certificate (PEM), with --key.")
    ] = None,
    key: Annotated[Path | None, typer.Option(help="Key of the certificate.")] = None,
    behind_https: Annotated[
        bool, typer.Option("--behind-https", help="A proxy in front handles HTTPS.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of a proxy whose X-Forwarded-For is trusted; may be repeated."
        ),
    ] = None,
    plugins: Annotated[
        Path | None,
        typer.Option(help="Folder of Python files with your own components; they are executed."),
    ] = None,
    no_token: Annotated[
        bool,
        typer.Option(
            "--no-token", help="Without --team: let every user of this machine in without a token."
        ),
    ] = False,
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
    workers: Annotated[
        int,
        typer.Option(
            min=0, help="With --api, --mcp: number of worker processes; 0 means all cores."
        ),
    ] = 0,
    resolver: Annotated[
        list[str] | None,
        typer.Option(
            help="With --api, --mcp: resolver to offer; may be repeated, the first is the default."
        ),
    ] = None,
    queue: Annotated[
        int | None,
        typer.Option(
            min=1, help="With --api, --mcp: requests accepted at a time; others are refused."
        ),
    ] = None,
) -> None:
    if plugins is not None:
        from coindex.core.plugins import load_folder

        load_folder(plugins)
    hosts = tuple(one.lower() for one in name or ())
    if mcp or mcp_http:
        from coindex.cli.mcp import serve_http, server_of

        server_for_tools = server_of(
            project, database, tuple(resolver or ()), workers, queue, hosts
        )
        if mcp_http:
            serve_http(server_for_tools, host, port, certificate, key)
        else:
            server_for_tools.serve_standard_input()
        return
    if api:
        from coindex.cli.service import serve

        serve(
            host,
            port,
            certificate,
            key,
            offered=tuple(resolver or ()),
            workers=workers,
            queue=queue,
            hosts=hosts,
        )
        return
    if not team and host not in LOOPBACK:
        raise CoindexError(
            f"--host {host}: without accounts Coindex listens on this machine only; add --team"
        )
    check_certificate(certificate, key)
    check_free(host, port)
    try:
        import uvicorn

        from coindex.web.app import create_app
        from coindex.web.settings import Settings
    except ModuleNotFoundError as error:
        raise MissingExtra(error.name or "fastapi", "web") from error
    secure = certificate is not None or behind_https
    token = "" if team or no_token else own_token()
    settings = Settings(database_url(database, project), team, hosts, secure, token)
    app = create_app(settings)
    _welcome(app.state.services.store, team, project.stem if project else "My project")
    if not team and no_token:
        typer.echo(
            "without a token, every user of this machine can read and change everything", err=True
        )
    if team and not secure and host not in LOOPBACK:
        typer.echo(
            "passwords are sent unencrypted; use --certificate, or a proxy that handles HTTPS",
            err=True,
        )
    proxies = [*(proxy or (["127.0.0.1", "::1"] if behind_https else []))]
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host,
            port,
            log_level="warning",
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=3,
            ssl_certfile=certificate,
            ssl_keyfile=None if key is None else str(key),
        )
    )
    announce(
        server,
        "https" if certificate else "http",
        open_,
        query=f"?token={quote(token)}" if token else "",
    )
    server.run()


def _welcome(store: Store, team: bool, name: str) -> None:
    """Create what a new database needs: a project, or an account that can create one."""
    if not team:
        if not store.projects.all():
            store.projects.add(name)
        return
    if not store.members.all():
        first_account(store)
