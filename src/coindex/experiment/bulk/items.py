"""The inputs and results of a job, document by document."""

from __future__ import annotations

from typing import Any, NamedTuple

from coindex.core.annotation import Annotated


class Unreadable(NamedTuple):
    """Represents a document that cannot be read, or all that follow it in its source."""

    reason: str


class Item(NamedTuple):
    """A document, the line of JSON that contains one, or the reason why there is none.

    `place` is the number of its `source` among those of the job, `number` its own within the
    source: its line, row, or position among the documents.
    """

    place: int
    source: str
    number: int
    given: Annotated | str | Unreadable


class ItemResult(NamedTuple):
    """The result of an item: `output`, in the style of the job, or the
    `reason` why there is no output. `size` is the number of bytes of its line, if it is one.
    """

    item: tuple[int, str, int]
    id: str
    output: Any = None
    reason: str = ""
    words: int = 0
    size: int = 0
