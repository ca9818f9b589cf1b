"""Counts the rarer kinds of anaphora that make an annotated document difficult, from annotation and
parse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from coindex.core.annotation import Annotation, Entity, Kind, Mention, Reference, Relation
from coindex.core.document import Document
from coindex.language.languages import get_language
from coindex.language.nominals.pronouns import invented, pronoun
from coindex.language.speech.quotation_marks import quoted
from coindex.measures.palomar import TYPES, type_of
from coindex.measures.selection import kind_of

FAR = 5
"""The number of sentences from which a link counts as long-distance."""


def census(document: Document, annotation: Annotation) -> Counter[str]:
    """How often each phenomenon occurs; the document should be parsed, for sentences and quotation
    marks.
    """
    counts: Counter[str] = Counter()
    entity_of = annotation.entity_of()
    counts["mentions"] = len(annotation.mentions)
    counts["entities"] = len(annotation.entities)
    counts["singletons"] = sum(entity.singleton for entity in annotation.entities)
    counts["quotations"] = len(quoted(document))
    for mention in annotation.mentions:
        counts.update(_of_mention(document, mention, entity_of.get(mention)))
    for entity in annotation.entities:
        counts.update(_of_entity(document, entity))
    for link in annotation.links:
        counts[f"link: {link.subtype or link.relation.value}"] += 1
        counts["ambiguous (optional) links"] += link.optional
        counts["split antecedents"] += len(link.antecedents) > 1
    anaphors = {link.anaphor for link in annotation.links if link.relation is Relation.DISCOURSE}
    counts["event anaphors"] = len(anaphors)
    return +counts


def _of_mention(document: Document, mention: Mention, entity: Entity | None) -> Iterator[str]:
    # What does not refer is in no other category.
    if mention.reference is Reference.NONREFERENTIAL:
        yield f"pleonastic: {mention.subtype or 'unknown'}"
        yield "pleonastic it" if mention.subtype != "existential" else "pleonastic there"
        return
    kind = kind_of(document, mention)
    yield f"kind: {kind.value}"
    yield from (f"attribute: {name}" for name, _ in mention.attributes)
    if mention.reference is not Reference.UNMARKED:
        yield mention.reference.value
    language = get_language(document.language)
    if own := type_of(document, mention):
        yield f"{language.name}: {TYPES[own]}"
    form = document.tokens[mention.start].form.lower()
    nominal = kind is Kind.NOMINAL and mention.end - mention.start > 1
    earlier = entity is not None and any(other.start < mention.start for other in entity.mentions)
    if nominal and form in language.words("census", "demonstrative"):
        yield "demonstrative noun phrases"
    if nominal and earlier and form in language.words("census", "definite"):
        yield "anaphoric definite descriptions"
    if kind.pronominal and _third(document, mention):
        yield "third-person pronouns"
        if earlier and mention.reference is not Reference.CATAPHORIC:
            yield "third-person anaphors"
        if (
            form in language.words("census", "they")
            and entity is not None
            and ("number", "singular") in entity.attributes
        ):
            yield "singular they"
        if form in invented(document.language) or form in language.words("census", "neopronoun"):
            yield "neopronouns"


def _third(document: Document, mention: Mention) -> bool:
    token = document.tokens[mention.start]
    row = pronoun(token, document.language)
    personal = (Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE)
    zero = token.empty and "Person=3" in token.feats
    return zero or (
        mention.end - mention.start == 1
        and row is not None
        and row.person == "3"
        and row.kind in personal
    )


def _of_entity(document: Document, entity: Entity) -> Iterator[str]:
    if entity.type:
        yield f"type: {entity.type}"
    if ("gender", "open") in entity.attributes and ("number", "singular") in entity.attributes:
        yield "persons of open gender"
    names = {
        " ".join(document.surface(mention.minimum or mention.span).lower().split())
        for mention in entity.mentions
        if mention.kind is Kind.NAME
    }
    if len(names) > 1:
        yield "entities with name variants"
    for before, mention in zip(entity.mentions, entity.mentions[1:], strict=False):
        if document.sentence_index(mention.start) - document.sentence_index(before.start) >= FAR:
            yield "long-distance links"
