"""The stored contents of revisions: full states at intervals, and changes in between."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from coindex.core.errors import FormatError
from coindex.workbench.store.changes import LISTS, Change, difference, replay
from coindex.workbench.store.errors import Damaged
from coindex.workbench.store.payloads import (
    Payload,
    checked,
    checksum_of,
    compressed,
    dumped,
    packed_text,
    unpacked_text,
)

DEEPEST = 50
"""Number of changes between two full states; more would save little
space and take longer to read.
"""
SMALL = 4
"""A change is stored if the state is this many times as long."""


class Packed(NamedTuple):
    """The stored content of a revision; `depth` is the number of
    changes since the last full state.
    """

    content: bytes
    checksum: str
    depth: int


def stored(text: str, change: Change | None, parent: int) -> Packed:
    """Pack a state, given as JSON text; `change` leads to it from the
    previous revision, of depth `parent`.
    """
    if change is not None and parent < DEEPEST:
        change_text = dumped(change)
        if SMALL * len(change_text) <= len(text):
            return Packed(compressed(change_text), checksum_of(text), parent + 1)
    return Packed(*packed_text(text), 0)


def restored(rows: Sequence[Payload]) -> str:
    """The JSON text of a state from the last full state and all changes since, oldest first."""
    first, *later = rows
    if not later:
        return first.text()
    state = json.loads(unpacked_text(first.content))
    try:
        for row in later:
            state = replay(state, json.loads(unpacked_text(row.content)))
    except (FormatError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(
            "an entry of the database cannot be read: a change does not fit; restore a backup"
        ) from error
    return checked(dumped(state), rows[-1].checksum)


def change_between(before: Any, after: Any, text: str) -> Change | None:
    """The change from one value to another, given as JSON text; `None` if a
    change cannot express it exactly.
    """
    if not (_is_state(before) and _is_state(after)):
        return None
    change = difference(before, after)
    return (
        change
        if SMALL * len(dumped(change)) <= len(text) and dumped(replay(before, change)) == text
        else None
    )


def _is_state(value: Any) -> bool:
    return isinstance(value, dict) and all(
        name in LISTS and isinstance(rows, list) for name, rows in value.items()
    )
