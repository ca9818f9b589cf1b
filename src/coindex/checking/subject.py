"""A document and its annotation as checks see them: each view is computed when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from coindex.core.annotation import Annotated, Entity, Mention, Reference
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.language.nominals.agreement import Features
from coindex.language.nominals.features import features_of
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.shallow import readable
from coindex.language.syntax.tree import forest

Parts = tuple[Span, ...]


class ChainMember(NamedTuple):
    """A mention of a chain, as the parse completes it: with head, kind and features.

    `type` is its own entity type, where the annotation gives it one that differs from its chain's.
    """

    mention: Mention
    features: Features
    type: str = ""


class CheckedChain(NamedTuple):
    entity: Entity
    members: tuple[ChainMember, ...]


class Subject:
    """`item` is what was read. `parse` gives the same with a parse, and `decide` what a resolver
    makes of its mentions; both are called only if a check needs them.
    """

    def __init__(
        self,
        item: Annotated,
        parse: Callable[[Annotated], Annotated],
        decide: Callable[[Annotated], Sequence[Decision]],
    ) -> None:
        self.document, self.annotation = item
        self._item, self._parse, self._decide = item, parse, decide

    @cached_property
    def parsed(self) -> Annotated:
        """The document with a parse, and the annotation on its tokens."""
        return self._parse(self._item)

    @cached_property
    def parse(self) -> Document:
        return readable(self.parsed.document)

    @cached_property
    def chains(self) -> tuple[CheckedChain, ...]:
        """The entities of the parsed document with completed mentions; what does not refer is
        left out. Minimal spans are those of the parse: those of a key may lack the title of a name.
        """
        trees, document = forest(self.parse), self.parse
        chains = []
        for entity in self.parsed.annotation.entities:
            members = []
            for one in filter(refers, entity.mentions):
                whole = completed(trees, one._replace(minimum=None))
                type = one.attribute("etype")
                members.append(ChainMember(whole, features_of(document, whole), type))
            chains.append(CheckedChain(entity, tuple(members)))
        return tuple(chains)

    @cached_property
    def decisions(self) -> Sequence[Decision]:
        """What a resolver decides about the mentions of the annotation."""
        return self._decide(self.parsed)

    @cached_property
    def owners(self) -> Mapping[Parts, Entity]:
        """The entity of the parsed document that a mention of these tokens belongs to."""
        return {
            mention.parts: entity
            for entity in self.parsed.annotation.entities
            for mention in entity.mentions
        }


def refers(mention: Mention) -> bool:
    """Whether nothing marks the mention as not referring."""
    return mention.reference is not Reference.NONREFERENTIAL
