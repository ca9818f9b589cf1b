"""`coindex serve`: the web workbench and the tagging tool; with `--api`, the HTTP service alone;
with `--mcp`, tools for language models.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coindex.workbench.commands.database import Database
from coindex.workbench.commands.server import Address, Offer, Visitors


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
        from coindex.workbench.commands.mcp import serve_http, server_of

        server = server_of(project, database, offer, address.hosts)
        if mcp_http:
            serve_http(server, address)
        else:
            server.serve_standard_input()
    elif api:
        from coindex.workbench.commands.service import serve

        serve(address, offer)
    else:
        from coindex.workbench.commands.workbench import serve_workbench

        serve_workbench(address, visitors, project, database, opening=open_)
