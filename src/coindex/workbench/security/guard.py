"""Checks of every request before it is read, and security headers of every answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import ip_address
from typing import Any, Protocol
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from coindex.core.messages import Message
from coindex.workbench.problems import answer

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
"""What server and application send each other."""
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
    "'none'; img-src 'self' data:"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
IN_FRAMES = {
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN",
}
"""For answers that pages of this server may show in a frame."""
STRICT = {"strict-transport-security": "max-age=31536000"}
"""For one year, browsers use only HTTPS for this name."""


class Bounds(Protocol):
    """Limits of requests: names they may be addressed to (any if empty), and their size in bytes.

    `any_address` allows IP addresses besides the names; `secure`: all requests use HTTPS.
    """

    @property
    def allowed_hosts(self) -> tuple[str, ...]: ...

    @property
    def any_address(self) -> bool: ...

    @property
    def secure(self) -> bool: ...

    @property
    def upload(self) -> int: ...


class Guard:
    """Checks host, origin and size of requests; adds security headers to answers."""

    def __init__(self, app: Application, settings: Bounds) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        asked_for_head = scope["method"] == "HEAD"
        if asked_for_head:  # the routes know GET only
            scope = {**scope, "method": "GET"}

        async def sending(message: Event) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _completed(message["headers"], self._more(scope))
            elif asked_for_head:
                message["body"] = b""
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await answer(*refusal)(scope, receive, sending)
            return
        await self._app(scope, _limited(receive, self._settings.upload), sending)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = _headers(scope)
        host = headers.get("host", "")
        if not self._is_called(_without_port(host)):
            return (
                421,
                "this server does not answer to that name; its administrator can add the name",
            )
        if scope["method"] not in SAFE and not _from_here(headers, host):
            return 403, "this request comes from another site"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()):
            return 400, "Content-Length is not a number"
        if int(length[:20]) > self._settings.upload:
            return 413, _at_most(self._settings.upload)
        return None

    def _is_called(self, host: str) -> bool:
        allowed = self._settings.allowed_hosts
        return not allowed or host in allowed or (self._settings.any_address and _is_address(host))

    def _more(self, scope: Scope) -> dict[str, str]:
        """Headers of an answer that depend on the request."""
        cached = (
            "max-age=31536000, immutable" if scope["path"].startswith("/static/") else "no-store"
        )
        secure = self._settings.secure or scope.get("scheme") == "https"
        return HEADERS | {"cache-control": cached} | (STRICT if secure else {})


def _at_most(size: int) -> str:
    return Message("a request may have at most {size:,} bytes", size=size)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _without_port(host: str) -> str:
    bare, colon, port = host.rpartition(":")
    return (bare if colon and port.isdecimal() else host).lower()


def _is_address(host: str) -> bool:
    try:
        ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _from_here(headers: dict[str, str], host: str) -> bool:
    """Whether a request comes from this site; browsers state the
    origin, other programs need not.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False


def _limited(receive: Receive, most: int) -> Receive:
    """Receive a request up to a size, which it may not declare."""
    left = most

    async def receiving() -> Event:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(413, _at_most(most))
        return message

    return receiving


def _completed(
    headers: list[tuple[bytes, bytes]], more: dict[str, str]
) -> list[tuple[bytes, bytes]]:
    """Add headers that the route has not set itself."""
    present = {name.lower() for name, _ in headers}
    new = [(n.encode(), v.encode()) for n, v in more.items() if n.encode() not in present]
    return [*headers, *new]
