"""Changes of an annotation as the browser sends them; see `coindex.workbench.store.changes`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.workbench.editing.states import (
    MOST,
    Attribute,
    Attributes,
    EntityState,
    Index,
    LinkState,
    MentionState,
)
from coindex.workbench.names import Line
from coindex.workbench.store import changes
from coindex.workbench.strict import Strict

Removed = Annotated[list[Index], Field(max_length=MOST, description="Places before the change.")]


def _pairs(description: str) -> Any:
    return Field(max_length=MOST, description=description)


class MentionChanges(Strict):
    """Changes of mentions; those that `moved` only have another place in the list."""

    removed: Removed = []
    changed: Annotated[
        list[tuple[Index, MentionState]], _pairs("Place before the change, and the new row.")
    ] = []
    moved: Annotated[
        list[tuple[Index, Index]], _pairs("Place before the change, and after it.")
    ] = []
    added: Annotated[
        list[tuple[Index, MentionState]], _pairs("Place after the change, and the row.")
    ] = []


class EntityChange(Strict):
    """What differs in an entity: mentions that `joined`, by places after the
    change, or `left`, by places before it.
    """

    joined: Annotated[list[Index], Field(max_length=MOST)] = []
    left: Annotated[list[Index], Field(max_length=MOST)] = []
    type: Line | None = None
    attributes: Attributes | None = None


class EntityChanges(Strict):
    removed: Removed = []
    changed: Annotated[
        list[tuple[Index, EntityChange]], _pairs("Place before the change, and what differs.")
    ] = []
    added: Annotated[
        list[tuple[Index, EntityState]], _pairs("Place after the change, and the row.")
    ] = []


class LinkChanges(Strict):
    removed: Removed = []
    changed: Annotated[
        list[tuple[Index, LinkState]], _pairs("Place before the change, and the new row.")
    ] = []
    added: Annotated[
        list[tuple[Index, LinkState]], _pairs("Place after the change, and the row.")
    ] = []


class AttributeChanges(Strict):
    removed: Removed = []
    changed: Annotated[
        list[tuple[Index, Attribute]], _pairs("Place before the change, and the new pair.")
    ] = []
    added: Annotated[
        list[tuple[Index, Attribute]], _pairs("Place after the change, and the pair.")
    ] = []


class Change(Strict):
    """What differs from a revision.

    New rows refer to mentions by their places after the change; all others refer to the same
    mentions as before.
    """

    mentions: MentionChanges = MentionChanges()
    entities: EntityChanges = EntityChanges()
    links: LinkChanges = LinkChanges()
    attributes: AttributeChanges = AttributeChanges()

    def check(self, tokens: int) -> None:
        """Raise an error if the change does not fit a document of `tokens` tokens."""
        for place, mention in (*self.mentions.changed, *self.mentions.added):
            if mention.end > tokens:
                raise FormatError(
                    Message(
                        "change: mention {place} ends beyond the {tokens:,} tokens of the document",
                        place=place,
                        tokens=tokens,
                    )
                )

    def stored(self) -> changes.Change:
        """The change without default values."""
        return self.model_dump(mode="json", exclude_defaults=True)


def after(before: changes.State, change: changes.Change) -> changes.State:
    """The state after a change; a FormatError if the change does not fit,
    or the state becomes too large.
    """
    state = changes.apply(before, change)
    crowded = next((name for name, rows in state.items() if len(rows) > MOST), None)
    if crowded is not None:
        raise FormatError(
            Message(
                "change: an annotation has at most {most:,} {crowded}", most=MOST, crowded=crowded
            )
        )
    return state
