"""Zero pronouns, written as words."""

from __future__ import annotations

from coindex.core.annotation import Entity
from coindex.core.document import Document
from coindex.language.agreement import Gender
from coindex.language.features import features_of
from coindex.language.zeros import pronoun_for


def zero_words(document: Document, entity: Entity, zero: int) -> str:
    """`∅ ella`: a zero pronoun and the pronoun that could replace it, by its form and
    its entity.
    """
    said = (
        features_of(document, mention).gender
        for mention in entity.mentions
        if not document.tokens[mention.start].empty
    )
    gender = next(filter(None, said), 0)
    spelled = pronoun_for(
        document.tokens[zero], document.language, feminine=gender == Gender.FEMININE
    )
    return f"∅ {spelled}".rstrip()


def chain_names(document: Document, entity: Entity) -> list[str]:
    """The mentions of an entity in words."""
    return [
        " ".join(mention.text(document).split()) or zero_words(document, entity, mention.start)
        for mention in entity.mentions
    ]
