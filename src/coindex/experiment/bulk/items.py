"""What goes into a job and what comes out of it, document by document."""

from __future__ import annotations

from typing import Any, NamedTuple

from coindex.core.annotation import Annotated


class Unreadable(NamedTuple):
    """Stands in the place of a document that cannot be read, or of
    all that follow it in its source.
    """

    reason: str


class Item(NamedTuple):
    """A document, the line of JSON that holds one, or why there is none.

    `place` is the number of its `source` among those of the job, `number` its own within the
    source: its line, row, or how many documents into it.
    """

    place: int
    source: str
    number: int
    given: Annotated | str | Unreadable


class ItemResult(NamedTuple):
    """The result of an item: `made`, in the style of the job, or the
    `reason` why nothing was made.
    """

    item: tuple[int, str, int]
    id: str
    made: Any = None
    reason: str = ""
    words: int = 0
