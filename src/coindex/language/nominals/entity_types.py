"""The type of an entity that a resolver gave none, from its names and what stands around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.core.annotation import Annotation, Entity, Kind
from coindex.core.document import Document
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.names import acronym, nation_of
from coindex.language.nominals.nouns import is_first_name

PERSON, PLACE, ORGANIZATION = "person", "place", "organization"
_SURE = 0.7
"""A mention that is animate with at least this certainty makes its entity a person."""


def typed(
    document: Document, annotation: Annotation, entities: Sequence[Entity]
) -> tuple[Entity, ...]:
    """The entities of an annotation, with the types that words show if the annotation has none: the
    parser of Spanish gives none.
    """
    if any(entity.type for entity in annotation.entities):
        return tuple(entities)
    types = _types(document, annotation)
    return tuple(entity._replace(type=types.get(entity.id, "")) for entity in entities)


@by_identity(1)
def _types(document: Document, annotation: Annotation) -> Mapping[str, str]:
    """The type of each entity that is mentioned more than once, by its id."""
    chains = [entity for entity in annotation.entities if not entity.singleton]
    mentions = tuple(mention for entity in chains for mention in entity.mentions)
    spoken = Discourse(document, Annotation(document.id, annotation.source, mentions))
    found = {expression.mention: expression for expression in spoken.expressions}
    return {
        entity.id: entity_type_of("", [found[one] for one in entity.mentions if one in found])
        or _of_nouns([found[one] for one in entity.mentions if one in found])
        for entity in chains
    }


def entity_type_of(type: str, members: Sequence[Expression]) -> str:
    """The given type; without one, *person*, *place* or *organization* as the names
    suggest, else nothing.
    """
    if type:
        return type
    names = [one for one in members if one.kind is Kind.NAME and one.name.words]
    for guess in map(_of_name, names):
        if guess:
            return guess
    # *UN* beside *United Nations*: people are not shortened to the initials of several words.
    long = [one for one in names if len(one.name.words) > 1]
    if any(acronym(one.name, other.name) for one in names for other in long):
        return ORGANIZATION
    if any(
        one.features.animacy == Animacy.ANIMATE and one.features.animacy_certainty >= _SURE
        for one in members
    ):
        return PERSON
    return PLACE if any(map(_is_location, names)) else ""


def _of_name(expression: Expression) -> str:
    name, code = expression.name, expression.discourse.document.language
    if name.titles:
        return PERSON
    institutions = lexicon.words(code, "grammar", "organization")
    suffixed = expression.discourse.document.words(expression.mention.span)
    if any(token.form.lower() in institutions for token in suffixed):
        return ORGANIZATION
    if nation_of(" ".join(name.spelled), code):
        return PLACE
    return PERSON if is_first_name(name, code) else ""


def _of_nouns(members: Sequence[Expression]) -> str:
    """*The city* makes its entity a place, and *the company* one with a name an organization."""
    nouns = {one.lemma for one in members if one.kind is Kind.NOMINAL}
    if not nouns:
        return ""
    code = members[0].discourse.document.language
    if nouns & lexicon.words(code, "nouns", "place"):
        return PLACE
    named = any(one.kind is Kind.NAME for one in members)
    return ORGANIZATION if named and nouns & lexicon.words(code, "nouns", "collective") else ""


def _is_location(expression: Expression) -> bool:
    """*In Toledo*."""
    language = get_language(expression.discourse.document.language)
    return expression.preposition in language.words("syntax", "locative")
