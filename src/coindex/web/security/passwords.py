"""Passwords and tokens: only hashes of them are kept."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from threading import BoundedSemaphore
from typing import NamedTuple

from coindex.annotation.members import INITIAL

_MOST_AT_ONCE = BoundedSemaphore(2)
"""A hash takes 64 MB; so many may be computed at once."""


class Cost(NamedTuple):
    """Parameters of scrypt (RFC 7914): 2 ** n rounds of memory."""

    n: int = 16
    r: int = 8
    p: int = 1


COST = Cost()


def hashed(password: str, cost: Cost = COST) -> str:
    salt = secrets.token_bytes(16)
    return f"scrypt${cost.n}${cost.r}${cost.p}${_told(salt)}${_told(_scrypt(password, salt, cost))}"


def initial(password: str) -> str:
    """The hash of a password that somebody else has chosen."""
    return f"{INITIAL}{hashed(password)}"


def fits(password: str, stored: str) -> bool:
    """Whether a password is the one that was hashed; takes as long where there is none."""
    try:
        _, n, r, p, salt, digest = stored.removeprefix(INITIAL).split("$")
        cost, known, expected = Cost(int(n), int(r), int(p)), base64.b64decode(salt), base64.b64decode(digest)
    except (ValueError, binascii.Error):
        cost, known, expected = COST, b"0123456789abcdef", b""
    return hmac.compare_digest(_scrypt(password, known, cost), expected)


def _scrypt(password: str, salt: bytes, cost: Cost) -> bytes:
    rounds = 1 << cost.n
    memory = 128 * rounds * cost.r + (1 << 20)
    with _MOST_AT_ONCE:
        return hashlib.scrypt(
            password.encode("utf-8", "surrogatepass"), salt=salt, n=rounds, r=cost.r, p=cost.p, maxmem=memory, dklen=32
        )


def _told(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def same(shown: str, right: str) -> bool:
    """Whether two secrets are equal; the time it takes says nothing about where they differ."""
    return hmac.compare_digest(shown.encode("utf-8", "replace"), right.encode("utf-8", "replace"))


def new_token() -> str:
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Tokens are long and random: one round is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def csrf_token(token: str) -> str:
    """What a page of this session sends back with each change; nobody can make it without the session."""
    return hashlib.sha256(f"csrf {token}".encode("utf-8", "surrogatepass")).hexdigest()
