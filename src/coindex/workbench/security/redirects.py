"""Redirects after signing in, only to pages of this server."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

_HERE = "http://here.invalid"


def local_path(path: str) -> str:
    """The path if browsers resolve it to this server, else `/`.

    Browsers remove control characters and white space from addresses and treat `\\` as `/`; none
    may occur.
    """
    plain = path.startswith("/") and not path.startswith("//")
    odd = any(c <= " " or c == "\\" or "\x7f" <= c <= "\xa0" for c in path)
    if not plain or odd or len(path) > 500:
        return "/"
    try:
        same = urlsplit(urljoin(_HERE, path)).netloc == urlsplit(_HERE).netloc
    except ValueError:
        return "/"
    return path if same else "/"
