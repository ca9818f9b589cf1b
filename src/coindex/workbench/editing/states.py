"""An annotation as the browser edits it: a list of mentions, and entities and
links that refer to them by index.

Indices are those of the document's tokens, which nobody changes. A zero pronoun that the document
has no empty token for has no parts; `zero` is the token it precedes, the verb it depends on.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, model_validator

from coindex.core.annotation import Kind, Reference, Relation
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.workbench.names import Line, Prose
from coindex.workbench.store.changes import flaw
from coindex.workbench.store.revisions import RevisionCounts
from coindex.workbench.strict import Strict

MOST = 200_000
"""Mentions, entities or links of one document."""

Index = Annotated[int, Field(ge=0, le=2**31 - 1)]
Attribute = tuple[Line, Prose]
Attributes = Annotated[list[Attribute], Field(max_length=200)]


class _Fixed(Strict):
    model_config = ConfigDict(frozen=True)


class MentionState(_Fixed):
    """`parts` are half-open spans of tokens in textual order;
    several make a discontinuous mention.
    """

    id: Line = ""
    parts: Annotated[list[tuple[Index, Index]], Field(max_length=1_000)] = []
    zero: Index | None = None
    head: Index | None = None
    kind: Kind = Kind.UNKNOWN
    minimum: tuple[Index, Index] | None = None
    reference: Reference = Reference.UNMARKED
    subtype: Line = ""
    attributes: Attributes = []

    @model_validator(mode="after")
    def _sound(self) -> Self:
        if (self.zero is None) == (not self.parts):
            raise ValueError(
                "a mention has either parts or, as a zero pronoun, the token it precedes"
            )
        if any(start >= end for start, end in self.parts):
            raise ValueError("each part ends after it starts")
        if any(left[1] > right[0] for left, right in pairwise(self.parts)):
            raise ValueError("parts follow each other and do not overlap")
        if self.head is not None and not any(start <= self.head < end for start, end in self.parts):
            raise ValueError("the head is outside the mention")
        if self.minimum is not None and not any(
            start <= self.minimum[0] < self.minimum[1] <= end for start, end in self.parts
        ):
            raise ValueError("the minimum is outside the mention")
        return self

    @property
    def start(self) -> int:
        return self.zero if self.zero is not None else self.parts[0][0]

    @property
    def end(self) -> int:
        """The token after its last one."""
        return self.zero + 1 if self.zero is not None else self.parts[-1][1]


class EntityState(_Fixed):
    id: Line
    mentions: Annotated[list[Index], Field(min_length=1, max_length=MOST)]
    type: Line = ""
    attributes: Attributes = []


class LinkState(_Fixed):
    """Several antecedents are a split antecedent."""

    anaphor: Index
    antecedents: Annotated[list[Index], Field(min_length=1, max_length=1_000)]
    relation: Relation = Relation.IDENTITY
    subtype: Line = ""
    optional: bool = False
    attributes: Attributes = []


class State(_Fixed):
    """The annotation of a document by one source; comments are attributes called `comment`."""

    mentions: Annotated[list[MentionState], Field(max_length=MOST)] = []
    entities: Annotated[list[EntityState], Field(max_length=MOST)] = []
    links: Annotated[list[LinkState], Field(max_length=MOST)] = []
    attributes: Attributes = []

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        named = [number for entity in self.entities for number in entity.mentions]
        linked = [number for link in self.links for number in (link.anaphor, *link.antecedents)]
        wrong = flaw(len(self.mentions), named, linked, [entity.id for entity in self.entities])
        if wrong:
            raise ValueError(wrong)
        return self

    def check(self, tokens: int) -> None:
        """Raise an error if the state does not fit a document of `tokens` tokens."""
        beyond = next(
            (place for place, mention in enumerate(self.mentions) if mention.end > tokens), None
        )
        if beyond is not None:
            raise FormatError(
                Message(
                    "mentions[{beyond}] ends beyond the {tokens:,} tokens of the document",
                    beyond=beyond,
                    tokens=tokens,
                )
            )

    def counts(self) -> RevisionCounts:
        return counted(self.stored())

    def stored(self) -> dict[str, Any]:
        """The state without default values."""
        return self.model_dump(mode="json", exclude_defaults=True)


def counted(state: dict[str, Any]) -> RevisionCounts:
    """Counts of a stored state for lists of revisions."""
    mentions, entities, links = (state.get(name, []) for name in ("mentions", "entities", "links"))
    chained = {
        place for entity in entities if len(entity["mentions"]) > 1 for place in entity["mentions"]
    }
    linked = {link["anaphor"] for link in links}
    waiting = sum(
        ("zero" in mention or mention.get("kind") in _PRONOMINAL)
        and "reference" not in mention
        and place not in chained
        and place not in linked
        for place, mention in enumerate(mentions)
    )
    return RevisionCounts(len(mentions), len(entities), len(links), waiting)


_PRONOMINAL = frozenset(str(kind) for kind in Kind if kind.pronominal)
