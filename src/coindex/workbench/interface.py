"""The language in which each request is answered: the visitor's choice, else the browser's."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

from coindex.interface.catalogues import matching, speaking

COOKIE = "coindex_interface"
"""Set by the choice in the header of the pages."""
_LONGEST = 200
"""Characters of the header that are read."""


class Interface:
    """Chooses the language before a request is answered; without a wish, the server's stays."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = _wish(scope) if scope["type"] == "http" else None
        if code is None:
            await self._app(scope, receive, send)
            return
        with speaking(code):
            await self._app(scope, receive, send)


def _wish(scope: Scope) -> str | None:
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    return _of_cookie(headers.get(b"cookie", "")) or preferred(headers.get(b"accept-language", ""))


def _of_cookie(header: str) -> str | None:
    if COOKIE not in header:
        return None
    try:
        cookie = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return None if cookie is None else matching(cookie.value)


def preferred(header: str) -> str | None:
    """The language that an `Accept-Language` header likes best of those that can be chosen."""
    wishes: list[tuple[float, str]] = []
    for part in header[:_LONGEST].split(","):
        tag, _, quality = part.partition(";q=")
        code = matching(tag)
        if code is not None:
            wishes.append((_number(quality), code))
    best = max(wishes, key=lambda wish: wish[0], default=None)
    return best[1] if best is not None and best[0] > 0 else None


def _number(quality: str) -> float:
    if not quality:
        return 1.0
    try:
        return float(quality)
    except ValueError:
        return 0.0
