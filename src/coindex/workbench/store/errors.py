"""Errors of the store."""

from __future__ import annotations

from coindex.core.errors import CoindexError


class NotStored(CoindexError):  # noqa: N818 - not always an error
    """Nothing has this name or number."""


class Taken(CoindexError):  # noqa: N818
    """The name is taken, or the current state does not allow the change."""


class Damaged(CoindexError):  # noqa: N818
    """Stored data is not what was written."""


class Conflict(CoindexError):  # noqa: N818
    """Another save came first: `head` is the newest revision,
    which is not the base of this save.
    """

    def __init__(self, head: int | None, base: int | None) -> None:
        super().__init__(head, base)
        self.head, self.base = head, base

    def __str__(self) -> str:
        newest = "there is none yet" if self.head is None else f"the newest is revision {self.head}"
        based = "on none" if self.base is None else f"on revision {self.base}"
        return f"not saved: it was based {based}, but {newest}"
