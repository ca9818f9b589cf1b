"""Groups of options of a server: its address, its visitors and what it offers; checks of them, and
the announcement of the address.
"""

from __future__ import annotations

import os
import socket
import ssl
import webbrowser
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coindex.core.errors import CoindexError, FormatError, MissingExtra
from coindex.core.messages import Message
from coindex.interface.translation import say

if TYPE_CHECKING:
    from coindex.workbench.service.settings import ServiceSettings

TOKEN = "COINDEX_TOKEN"  # noqa: S105 - the name of the variable it is in
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Address:
    """A group of options: where a server is reached, and by which certificate."""

    host: Annotated[
        str,
        typer.Option(help="Address to listen on; other addresses than this machine's need --team."),
    ] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any free one.")] = 8000
    name: Annotated[
        list[str] | None, typer.Option(help="Name of the server for clients; may be repeated.")
    ] = None
    certificate: Annotated[Path | None, typer.Option(help="TLS certificate (PEM), with --key.")] = (
        None
    )
    key: Annotated[Path | None, typer.Option(help="Key of the certificate.")] = None

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names of the server in lower case."""
        return tuple(one.lower() for one in self.name or ())

    @property
    def scheme(self) -> str:
        return "https" if self.certificate else "http"

    def check(self) -> None:
        """Raise an error if the certificate cannot be used or the port is taken."""
        check_certificate(self.certificate, self.key)
        check_free(self.host, self.port)


@dataclass(frozen=True)
class Visitors:
    """A group of options: who may use the workbench, and through which proxy."""

    team: Annotated[
        bool,
        typer.Option(
            "--team", help="Use accounts with roles instead of one person on this machine."
        ),
    ] = False
    no_token: Annotated[
        bool,
        typer.Option(
            "--no-token", help="Without --team: let every user of this machine in without a token."
        ),
    ] = False
    behind_https: Annotated[
        bool, typer.Option("--behind-https", help="A proxy in front handles HTTPS.")
    ] = False
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of a proxy whose X-Forwarded-For is trusted; may be repeated."
        ),
    ] = None

    @property
    def proxies(self) -> list[str]:
        """The trusted proxies; behind HTTPS, those on this machine by default."""
        return [*(self.proxy or (["127.0.0.1", "::1"] if self.behind_https else []))]


@dataclass(frozen=True)
class Offer:
    """A group of options: what a server without pages offers, and to how many."""

    workers: Annotated[
        int,
        typer.Option(
            min=0, help="With --api, --mcp: number of worker processes; 0 means all cores."
        ),
    ] = 0
    resolver: Annotated[
        list[str] | None,
        typer.Option(
            help="With --api, --mcp: resolver to offer; may be repeated, the first is the default."
        ),
    ] = None
    queue: Annotated[
        int | None,
        typer.Option(
            min=1, help="With --api, --mcp: requests accepted at a time; others are refused."
        ),
    ] = None

    def settings(self, hosts: tuple[str, ...]) -> ServiceSettings:
        """The settings of a service; with COINDEX_TOKEN, every request must carry that token."""
        from coindex.workbench.service.settings import ServiceLimits, ServiceSettings

        limits = ServiceLimits() if self.queue is None else ServiceLimits(requests=self.queue)
        settings = ServiceSettings(
            workers=self.workers, hosts=hosts, token=os.environ.get(TOKEN, ""), limits=limits
        )
        return replace(settings, resolvers=tuple(self.resolver)) if self.resolver else settings


def check_free(host: str, port: int) -> None:
    """Raise an error if the port is taken; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise CoindexError(
            Message(
                "{host}:{port}: {reason}; choose another --port or --host",
                host=host,
                port=port,
                reason=reason.lower(),
            )
        ) from error


def check_certificate(certificate: Path | None, key: Path | None) -> None:
    """Check that both or neither are given and that OpenSSL can use them,
    before the server creates anything.
    """
    if certificate is None and key is None:
        return
    if certificate is None or key is None:
        raise CoindexError("give --certificate and --key together")
    for path in (certificate, key):
        if not path.is_file():
            raise FormatError("no such file", path=str(path), remedy="check the path")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        raise FormatError(
            "not a certificate with its key", path=str(certificate), remedy="give both as PEM"
        ) from error


def warn_without_token(host: str, what: str, token: str) -> None:
    """Warn if a server without a token can be reached from other machines."""
    if host not in LOOPBACK and not token:
        typer.echo(
            say(
                "anyone who can reach {host} can use this {what}; set {variable} to require a "
                "token",
                host=host,
                what=say(what),
                variable=TOKEN,
            ),
            err=True,
        )


def quiet_server(application: Any, address: Address, **options: Any) -> Any:
    """A server of uvicorn that logs only warnings and does not name itself; `options` are
    uvicorn's.
    """
    try:
        import uvicorn
    except ModuleNotFoundError as error:
        raise MissingExtra("uvicorn", "web") from error
    config = uvicorn.Config(
        application,
        address.host,
        address.port,
        log_level="warning",
        server_header=False,
        ssl_certfile=address.certificate,
        ssl_keyfile=None if address.key is None else str(address.key),
        **options,
    )
    return uvicorn.Server(config)


def announce(server: Any, scheme: str, opening: bool = False, *, query: str = "") -> None:
    """Make a server print its address once it can be reached; `query` is part of the address."""
    started = server.startup

    async def startup(sockets: Any = None) -> None:
        await started(sockets)
        if server.should_exit or not server.servers:
            return
        address, port = server.servers[0].sockets[0].getsockname()[:2]
        shown = f"[{address}]" if ":" in address else address
        whole = f"{scheme}://{shown}:{port}/{query}"
        typer.echo(
            say("Coindex is running at {address} (Ctrl-C stops it)", address=whole), err=True
        )
        if opening:
            webbrowser.open(whole)

    server.startup = startup
