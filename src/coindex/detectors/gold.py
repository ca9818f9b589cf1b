"""The mentions of a key without its chains, as a resolver gets them on annotated input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coindex.core.annotation import Annotation, Kind, Mention, Reference, Source, in_order
from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.core.messages import Message
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.shallow import readable
from coindex.language.syntax.tree import forest


@dataclass(frozen=True, slots=True)
class Gold:
    """Needs the key, from which it takes the mentions that refer: what the key
    marks as pleonastic is not given.

    Heads, kinds and minima that the key lacks come from the parse.
    """

    verbal: bool = True
    """Whether mentions headed by a verb, events and facts, are taken, too."""
    singletons: bool = True
    """Whether mentions that the key puts into no entity with another one are taken, too."""

    def detect(self, document: Document) -> Annotation:
        raise MissingLayer(
            Message("detector gold needs the key of document {document!r}", document=document.id)
        )

    def detect_from_key(self, document: Document, key: Annotation) -> Annotation:
        """The mentions of a key, each with head, kind and minimal span, without anything about
        reference.
        """
        parse = forest(readable(document))
        chosen = key.mentions if self.singletons else _in_chains(key)
        referring = (
            mention for mention in chosen if mention.reference is not Reference.NONREFERENTIAL
        )
        mentions = [completed(parse, mention) for mention in referring]
        kept = [mention for mention in mentions if self.verbal or mention.kind is not Kind.VERBAL]
        return Annotation(key.document, Source("gold", "system"), in_order(kept))


def _in_chains(key: Annotation) -> Iterator[Mention]:
    return (
        mention for entity in key.entities if not entity.singleton for mention in entity.mentions
    )
