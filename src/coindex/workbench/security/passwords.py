"""Passwords and tokens; only their hashes are stored."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from threading import BoundedSemaphore
from typing import NamedTuple

from coindex.workbench.store.members import INITIAL

_MOST_AT_ONCE = BoundedSemaphore(2)
"""Number of hashes that are computed at a time; each takes 64 MB."""


class Cost(NamedTuple):
    """Parameters of scrypt (RFC 7914): 2 ** n rounds of memory."""

    n: int = 16
    r: int = 8
    p: int = 1


COST = Cost()


def hashed(password: str, cost: Cost = COST) -> str:
    salt = secrets.token_bytes(16)
    key = _scrypt(password, salt, cost)
    return f"scrypt${cost.n}${cost.r}${cost.p}${_base64(salt)}${_base64(key)}"


def initial(password: str) -> str:
    """The hash of a password that an admin has chosen for a member."""
    return f"{INITIAL}{hashed(password)}"


def fits(password: str, stored: str) -> bool:
    """Whether a password has this hash; takes the same time if there is no hash."""
    try:
        _, n, r, p, salt, digest = stored.removeprefix(INITIAL).split("$")
        cost, known, expected = (
            Cost(int(n), int(r), int(p)),
            base64.b64decode(salt),
            base64.b64decode(digest),
        )
    except (ValueError, binascii.Error):
        cost, known, expected = COST, b"0123456789abcdef", b""
    return hmac.compare_digest(_scrypt(password, known, cost), expected)


def _scrypt(password: str, salt: bytes, cost: Cost) -> bytes:
    rounds = 1 << cost.n
    memory = 128 * rounds * cost.r + (1 << 20)
    with _MOST_AT_ONCE:
        return hashlib.scrypt(
            password.encode("utf-8", "surrogatepass"),
            salt=salt,
            n=rounds,
            r=cost.r,
            p=cost.p,
            maxmem=memory,
            dklen=32,
        )


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def same(shown: str, right: str) -> bool:
    """Whether two secrets are equal, in constant time."""
    return hmac.compare_digest(shown.encode("utf-8", "replace"), right.encode("utf-8", "replace"))


def new_token() -> str:
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """The hash of a token, which is long and random, so that one round is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def csrf_token(token: str) -> str:
    """The CSRF token that a page of this session sends with each change; it can
    only be computed from the session.
    """
    return hashlib.sha256(f"csrf {token}".encode("utf-8", "surrogatepass")).hexdigest()
