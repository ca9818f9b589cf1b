"""The annotation of a document by one source: mentions, entities, links. Gold, system and human
annotations have the same type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, starmap
from typing import NamedTuple

from coindex.core.document import Document, Span


class Kind(StrEnum):
    """What sort of expression a mention is."""

    UNKNOWN = ""
    NAME = "name"
    NOMINAL = "nominal"
    COORDINATION = "coordination"
    PERSONAL = "personal"
    POSSESSIVE = "possessive"
    REFLEXIVE = "reflexive"
    RECIPROCAL = "reciprocal"
    RELATIVE = "relative"
    DEMONSTRATIVE = "demonstrative"
    INTERROGATIVE = "interrogative"
    INDEFINITE = "indefinite"
    ZERO = "zero"
    VERBAL = "verbal"

    @property
    def pronominal(self) -> bool:
        return self in _PRONOMINAL


_PRONOMINAL = frozenset(
    {
        Kind.PERSONAL,
        Kind.POSSESSIVE,
        Kind.REFLEXIVE,
        Kind.RECIPROCAL,
        Kind.RELATIVE,
        Kind.DEMONSTRATIVE,
        Kind.INTERROGATIVE,
        Kind.INDEFINITE,
        Kind.ZERO,
    }
)


class Reference(StrEnum):
    """How a mention refers; `UNMARKED` where the source does not say."""

    UNMARKED = ""
    ANAPHORIC = "anaphoric"
    CATAPHORIC = "cataphoric"
    EXOPHORIC = "exophoric"
    OTHER = "other"
    NONREFERENTIAL = "nonreferential"


class Relation(StrEnum):
    """How the anaphor of a link is related to its antecedents."""

    IDENTITY = "identity"
    APPOSITION = "apposition"
    PREDICATION = "predication"
    BRIDGING = "bridging"
    DISCOURSE = "discourse"


Attributes = tuple[tuple[str, str], ...]
"""Properties that a format has and the model does not, in order, so that they can be written back.
"""


DEIXIS, DEIXIS_PART = "deixis", "deixis_part_of"
"""Attributes of mentions of discourse deixis that are annotated apart from identity: the name of
their entity, and of the entities that they are one of several antecedents of, with commas.
"""


class Mention(NamedTuple):
    """A referring expression, or one marked as not referring.

    Several `parts` make a discontinuous mention; a zero pronoun is a mention of an empty token.
    `minimum` is the smallest span that still counts as the mention; `subtype` refines `reference`
    (for a pleonastic *it*: extraposition, cleft ...).
    """

    parts: tuple[Span, ...]
    head: int | None = None
    kind: Kind = Kind.UNKNOWN
    minimum: Span | None = None
    id: str = ""
    reference: Reference = Reference.UNMARKED
    subtype: str = ""
    attributes: Attributes = ()

    def __hash__(self) -> int:
        """The hash of the tokens alone: mentions are looked up often, and few share
        their tokens.
        """
        return hash(self.parts)

    def __repr__(self) -> str:
        """Short, since documents hold thousands: the tokens, and the kind if it is known."""
        tokens = "+".join(f"{start}:{end}" for start, end in self.parts)
        return f"<Mention {tokens}{f' {self.kind}' if self.kind else ''}>"

    @property
    def start(self) -> int:
        return self.parts[0].start

    @property
    def end(self) -> int:
        return self.parts[-1].end

    @property
    def span(self) -> Span:
        """The span from the first token to the last, including gaps."""
        return Span(self.parts[0].start, self.parts[-1].end)

    @property
    def tokens(self) -> tuple[int, ...]:
        parts = self.parts
        if len(parts) == 1:
            start, end = parts[0]
            return tuple(range(start, end))
        return tuple(chain.from_iterable(starmap(range, parts)))

    def attribute(self, name: str) -> str:
        """Return the value of an attribute, or the empty string."""
        if not self.attributes:
            return ""
        return next((value for key, value in self.attributes if key == name), "")

    def text(self, document: Document) -> str:
        """Return the words of the mention as they stand in the text."""
        return " ".join(document.surface(part) for part in self.parts)


class Link(NamedTuple):
    """An anaphor and the mentions it is related to; several antecedents are a split antecedent."""

    anaphor: Mention
    antecedents: tuple[Mention, ...]
    relation: Relation = Relation.IDENTITY
    subtype: str = ""
    optional: bool = False
    attributes: Attributes = ()


class Entity(NamedTuple):
    """Mentions of one thing, in textual order."""

    id: str
    mentions: tuple[Mention, ...]
    type: str = ""
    attributes: Attributes = ()

    def __repr__(self) -> str:
        tokens = ", ".join(repr(mention)[1:-1].partition(" ")[2] for mention in self.mentions[:3])
        more = " ..." if len(self.mentions) > 3 else ""
        of_type = f" ({self.type})" if self.type else ""
        return f"<Entity {self.id!r}{of_type}: mentions {len(self.mentions)}: {tokens}{more}>"

    @property
    def singleton(self) -> bool:
        return len(self.mentions) == 1


class Source(NamedTuple):
    """The origin of an annotation: `role` is gold, system or human."""

    name: str = "gold"
    role: str = "gold"


GOLD = Source()


@dataclass(frozen=True, slots=True, repr=False)
class Annotation:
    """The mentions, entities and links of one source.

    `mentions` holds every mention, including those in no entity; two mentions may have the same
    span.
    """

    document: str
    source: Source = GOLD
    mentions: tuple[Mention, ...] = ()
    entities: tuple[Entity, ...] = ()
    links: tuple[Link, ...] = ()
    attributes: Attributes = ()

    def __repr__(self) -> str:
        counted = (
            f"mentions {len(self.mentions)}, entities {len(self.entities)}, links {len(self.links)}"
        )
        return f"<Annotation of {self.document!r} by {self.source.name}: {counted}>"

    def only_mentions(self) -> Annotation:
        """Return the same mentions without entities and links: the input of a resolver."""
        return Annotation(self.document, self.source, self.mentions)

    def entity_of(self) -> Mapping[Mention, Entity]:
        """Return the entity of each mention, the first if it is in two."""
        return {
            mention: entity for entity in reversed(self.entities) for mention in entity.mentions
        }

    def from_source(self, source: Source) -> Annotation:
        """Return the same annotation with another source."""
        return replace(self, source=source)

    def with_mentions(self, new: Mapping[Mention, Mention]) -> Annotation:
        """Return the same annotation with each mention replaced by its new one.

        Links to a mention without a new one are left out.
        """
        return replace(
            self,
            mentions=tuple(new[mention] for mention in self.mentions),
            entities=tuple(
                e._replace(mentions=tuple(new[m] for m in e.mentions)) for e in self.entities
            ),
            links=tuple(
                link._replace(
                    anaphor=new[link.anaphor], antecedents=tuple(new[m] for m in link.antecedents)
                )
                for link in self.links
                if link.anaphor in new and all(m in new for m in link.antecedents)
            ),
        )


class Annotated(NamedTuple):
    """A document and its annotation by one source: what readers yield and writers take."""

    document: Document
    annotation: Annotation


def in_order(
    mentions: Iterator[Mention] | tuple[Mention, ...] | list[Mention],
) -> tuple[Mention, ...]:
    """Mentions sorted by start, longer ones first."""
    return tuple(sorted(mentions, key=_place))


def _place(mention: Mention) -> tuple[int, int, tuple[Span, ...], str]:
    parts = mention.parts
    return parts[0][0], -parts[-1][1], parts, mention.id
