"""What the store refuses, and why."""

from __future__ import annotations

from coindex.core.errors import CoindexError


class NotStored(CoindexError):  # noqa: N818 - not always an error
    """There is nothing of that name or number."""


class Taken(CoindexError):  # noqa: N818
    """Another one has that name already, or the state of things does not allow it."""


class Damaged(CoindexError):  # noqa: N818
    """What was read back is not what was written."""


class Conflict(CoindexError):  # noqa: N818
    """Somebody saved in the meantime: `head` is the newest revision, which is not the one this save was based on."""

    def __init__(self, head: int | None, base: int | None) -> None:
        super().__init__(head, base)
        self.head, self.base = head, base

    def __str__(self) -> str:
        newest = "there is none yet" if self.head is None else f"the newest is revision {self.head}"
        based = "on none" if self.base is None else f"on revision {self.base}"
        return f"not saved: it was based {based}, but {newest}"
