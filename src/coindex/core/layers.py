"""The layers that a document and its annotation can have, used to report what a format cannot
represent.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from coindex.core.annotation import (
    GOLD,
    Annotated,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
)
from coindex.core.document import Document, Sentence, Token


class Layer(StrEnum):
    """A kind of information that a format may lose."""

    TEXT = "unparsed text"
    TOKENS = "tokens"
    SPACING = "original spacing"
    LANGUAGE = "language of the document"
    BLOCKS = "layout other than paragraphs"
    SENTENCES = "sentence boundaries"
    SENTENCE_NAMES = "sentence names"
    PARAGRAPHS = "paragraph boundaries"
    HEADINGS = "headings"
    SPEAKERS = "speakers"
    META = "document metadata"
    EXTRA = "other values beside the text"
    LEMMAS = "lemmas"
    UPOS = "universal parts of speech"
    XPOS = "language-specific parts of speech"
    FEATS = "morphological features"
    SYNTAX = "dependencies"
    ENHANCED = "enhanced dependencies"
    ARCS = "arc probabilities"
    FRAGMENTS = "fragments"
    MULTIWORDS = "multiword tokens"
    MISC = "other token attributes"
    COMMENTS = "sentence comments"
    EMPTY = "empty tokens"
    EMPTY_FORMS = "forms of empty tokens"
    MENTIONS = "mentions"
    ZEROS = "zero mentions"
    MENTION_NAMES = "mention names"
    HEADS = "mention heads"
    KINDS = "mention kinds"
    MINIMA = "minimal spans"
    DISCONTINUOUS = "discontinuous mentions"
    REFERENCE = "reference status"
    SUBTYPES = "mention subtypes"
    MARKABLES = "mentions in no entity"
    ATTRIBUTES = "mention attributes"
    ENTITIES = "entities"
    ENTITY_NAMES = "entity names"
    TYPES = "entity types"
    ENTITY_ATTRIBUTES = "entity attributes"
    SINGLETONS = "singleton entities"
    LINKS = "links"
    OPTIONAL = "optional links"
    SPLIT = "split antecedents"
    BRIDGING = "bridging links"
    RELATIONS = "appositions, predications and discourse links"
    LINK_SUBTYPES = "link subtypes"
    LINK_ATTRIBUTES = "link attributes"
    SOURCE = "who made the annotation"
    MARKS = "other marks of the format read"


EVERYTHING = frozenset(Layer)
_COUNTED = re.compile(r"[^\W\d_]?\d+")


def present(item: Annotated) -> Counter[Layer]:
    """How often each layer occurs in a document and its annotation."""
    document, annotation = item
    counts = _of_document(document)
    for sentence in document.sentences:
        _add_sentence(counts, sentence)
    counts.update(_of_tokens(document.tokens))
    in_entity = {id(mention) for entity in annotation.entities for mention in entity.mentions}
    for mention in annotation.mentions:
        counts[Layer.MARKABLES] += id(mention) not in in_entity
        counts[Layer.ZEROS] += is_zero(mention, document)
        _add_mention(counts, mention)
    for entity in annotation.entities:
        _add_entity(counts, entity)
    for link in annotation.links:
        _add_link(counts, link)
    counts[Layer.SOURCE] = int(annotation.source != GOLD)
    counts[Layer.MARKS] = len(annotation.attributes)
    return +counts


def is_name(id: str) -> bool:
    """Whether an id is more than a number, with or without a letter before it, that could be
    generated again.
    """
    return bool(id) and _COUNTED.fullmatch(id) is None


def is_zero(mention: Mention, document: Document) -> bool:
    """Whether a mention consists of empty tokens only."""
    tokens = document.tokens
    return tokens[mention.start].empty and all(tokens[index].empty for index in mention.tokens)


def plain_text(document: Document) -> str:
    """The text as it would be with exactly one space between any two words."""
    return " ".join(token.form for token in document.tokens if not token.empty)


def _of_document(document: Document) -> Counter[Layer]:
    counts: Counter[Layer] = Counter()
    unparsed = not document.tokens
    counts[Layer.TEXT] = int(unparsed and bool(document.text.strip()))
    counts[Layer.SPACING] = int(not unparsed and document.text != plain_text(document))
    counts[Layer.LANGUAGE] = int(bool(document.language))
    counts[Layer.BLOCKS] = sum(block.role != "paragraph" for block in document.blocks)
    counts[Layer.SENTENCES] = max(0, len(document.sentences) - 1)
    counts[Layer.META] = len(document.meta)
    counts[Layer.EXTRA] = len(document.extra)
    counts[Layer.ARCS] = sum(map(bool, document.arcs))
    paragraphs = [sentence.paragraph for sentence in document.sentences]
    counts[Layer.PARAGRAPHS] = sum(
        new != old for old, new in zip([0, *paragraphs], paragraphs, strict=False)
    )
    return counts


def _add_sentence(counts: Counter[Layer], sentence: Sentence) -> None:
    counts[Layer.SENTENCE_NAMES] += bool(sentence.id)
    counts[Layer.HEADINGS] += sentence.heading
    counts[Layer.SPEAKERS] += bool(sentence.speaker)
    counts[Layer.COMMENTS] += len(sentence.comments)
    counts[Layer.MULTIWORDS] += len(sentence.multiwords)
    counts[Layer.FRAGMENTS] += len(sentence.fragments)


def _of_tokens(tokens: Sequence[Token]) -> dict[Layer, int]:
    """The layers of tokens, counted field by field: this runs over every token of every document
    that is written.
    """
    if not tokens:
        return {}
    _, _, _, lemmas, upos, xpos, feats, heads, _, deps, misc, empty = zip(*tokens, strict=True)
    return {
        Layer.TOKENS: len(tokens) - sum(empty),
        Layer.EMPTY: sum(empty),
        Layer.EMPTY_FORMS: sum(token.empty and bool(token.form) for token in tokens)
        if any(empty)
        else 0,
        Layer.LEMMAS: sum(map(bool, lemmas)),
        Layer.UPOS: sum(map(bool, upos)),
        Layer.XPOS: sum(map(bool, xpos)),
        Layer.FEATS: sum(map(bool, feats)),
        Layer.SYNTAX: len(tokens) - heads.count(None),
        Layer.ENHANCED: sum(map(bool, deps)),
        Layer.MISC: sum(map(bool, misc)),
    }


def _add_mention(counts: Counter[Layer], mention: Mention) -> None:
    counts[Layer.MENTIONS] += 1
    counts[Layer.MENTION_NAMES] += is_name(mention.id)
    counts[Layer.HEADS] += mention.head is not None
    counts[Layer.KINDS] += mention.kind is not Kind.UNKNOWN
    counts[Layer.MINIMA] += mention.minimum is not None
    counts[Layer.DISCONTINUOUS] += len(mention.parts) > 1
    counts[Layer.REFERENCE] += mention.reference is not Reference.UNMARKED
    counts[Layer.SUBTYPES] += bool(mention.subtype)
    counts[Layer.ATTRIBUTES] += len(mention.attributes)


def _add_entity(counts: Counter[Layer], entity: Entity) -> None:
    counts[Layer.ENTITIES] += 1
    counts[Layer.ENTITY_NAMES] += is_name(entity.id)
    counts[Layer.TYPES] += bool(entity.type)
    counts[Layer.ENTITY_ATTRIBUTES] += len(entity.attributes)
    counts[Layer.SINGLETONS] += entity.singleton


def _add_link(counts: Counter[Layer], link: Link) -> None:
    counts[layer_of(link)] += 1
    counts[Layer.RELATIONS] += link.relation not in (Relation.IDENTITY, Relation.BRIDGING)
    counts[Layer.OPTIONAL] += link.optional
    counts[Layer.LINK_SUBTYPES] += bool(link.subtype)
    counts[Layer.LINK_ATTRIBUTES] += len(link.attributes)


def layer_of(link: Link) -> Layer:
    """Bridging, split antecedent or any other link."""
    if link.relation is Relation.BRIDGING:
        return Layer.BRIDGING
    return Layer.SPLIT if len(link.antecedents) > 1 else Layer.LINKS
