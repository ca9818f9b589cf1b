"""The names of mentions: their words, or for a zero pronoun the one that could replace it."""

from __future__ import annotations

from functools import cached_property

from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.shallow import readable
from coindex.language.syntax.tree import Forest, forest
from coindex.language.zeros.zeros import zero_words


class MentionNames:
    """The mentions of one annotation in words; a zero pronoun as `∅ ella`, by its entity."""

    def __init__(self, document: Document, annotation: Annotation) -> None:
        self._document = document
        self._entity = {
            mention.parts: entity for entity in annotation.entities for mention in entity.mentions
        }

    def __getitem__(self, mention: Mention) -> str:
        return words(self._document, mention.parts) or self._zero(mention)

    def _zero(self, mention: Mention) -> str:
        """The words for a zero pronoun; heads, which determine genders and which annotators leave
        out, come from the parse.
        """
        entity = self._entity.get(mention.parts, Entity("", (mention,)))
        whole = entity._replace(
            mentions=tuple(completed(self._parse, one) for one in entity.mentions)
        )
        return zero_words(self._document, whole, mention.start)

    @cached_property
    def _parse(self) -> Forest:
        return forest(readable(self._document))


def words(document: Document, parts: tuple[Span, ...]) -> str:
    return " ".join(" ".join(document.surface(part) for part in parts).split())
