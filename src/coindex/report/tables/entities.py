"""The entities of a document as a table: name, type, gender, counts."""

from __future__ import annotations

from collections import Counter

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document
from coindex.core.messages import Message, messages
from coindex.pipeline.entity_names import entity_name
from coindex.report.table import Cell, Table

COLUMNS = messages(
    "document",
    "entity",
    "name",
    "type",
    "gender",
    "mentions",
    "names",
    "nominals",
    "pronouns",
    "first sentence",
)


def entity_table(document: Document, entities: tuple[Entity, ...]) -> Table:
    return Table(COLUMNS, [_row(document, entity) for entity in entities])


def _row(document: Document, entity: Entity) -> tuple[Cell, ...]:
    kinds = Counter(_group(mention) for mention in entity.mentions)
    first = document.sentence_index(entity.mentions[0].start) + 1
    counts = (len(entity.mentions), kinds["name"], kinds["nominal"], kinds["pronoun"], first)
    return (
        document.id,
        entity.id,
        entity_name(document, entity),
        entity.type,
        gender(document, entity),
        *counts,
    )


def _group(mention: Mention) -> str:
    return (
        "name" if mention.kind is Kind.NAME else "pronoun" if mention.kind.pronominal else "nominal"
    )


def gender(document: Document, entity: Entity) -> str:
    """What the entity's pronouns say; empty where they do not."""
    heads = (
        document.tokens[mention.start] for mention in entity.mentions if mention.kind.pronominal
    )
    genders = Counter(token.feature("Gender") for token in heads if token.feature("Gender"))
    names = {"Fem": "feminine", "Masc": "masculine", "Neut": "neuter"}
    name = names.get(genders.most_common(1)[0][0], "") if genders else ""
    return Message(name) if name else ""
