"""Browsers that have signed in to an account before; guesses by others do not delay them."""

from __future__ import annotations

import hashlib
import hmac
import secrets

COOKIE = "coindex_device"
DAYS = 365
"""For which a browser is known."""


def new_device(name: str, stored: str) -> str:
    """The cookie of a browser that has signed in; a new password invalidates it."""
    id = secrets.token_hex(16)
    return f"{id}.{_proof(name, id, stored)}"


def device_of(cookie: str, name: str, stored: str) -> str:
    """The id of a browser that belongs to the account; empty if it does
    not or the account does not exist.
    """
    id, _, proof = cookie.partition(".")
    right = bool(stored) and hmac.compare_digest(
        proof.encode("utf-8", "replace"), _proof(name, id, stored).encode()
    )
    return id if right else ""


def _proof(name: str, id: str, stored: str) -> str:
    key, message = stored.encode(), f"device {id} {name}".encode("utf-8", "surrogatepass")
    return hmac.new(key, message, hashlib.sha256).hexdigest()
