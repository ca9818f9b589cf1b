"""Where a browser may be sent after it has signed in: to pages of this server alone."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

_HERE = "http://here.invalid"


def local_path(path: str) -> str:
    """The path if a browser takes it for one of this server, else `/`.

    Browsers drop control characters and white space from addresses and take `\\` for `/`; so neither may occur.
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
