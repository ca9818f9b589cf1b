"""What a document and its annotation can hold, layer by layer: used to say what a format cannot carry."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from coindex.core.annotation import Annotated, Kind, Reference, Relation
from coindex.core.document import Document


class Layer(StrEnum):
    """One thing a format may lose."""

    SPACING = "original spacing"
    SENTENCES = "sentence boundaries"
    PARAGRAPHS = "paragraph boundaries"
    HEADINGS = "headings"
    SPEAKERS = "speakers"
    META = "document metadata"
    LEMMAS = "lemmas"
    TAGS = "parts of speech and features"
    SYNTAX = "dependencies"
    ENHANCED = "enhanced dependencies"
    ARCS = "arc probabilities"
    FRAGMENTS = "fragments"
    MULTIWORDS = "multiword tokens"
    MISC = "other token attributes"
    COMMENTS = "sentence comments"
    EMPTY = "empty tokens"
    HEADS = "mention heads"
    KINDS = "mention kinds"
    MINIMA = "minimal spans"
    DISCONTINUOUS = "discontinuous mentions"
    REFERENCE = "reference status"
    MARKABLES = "mentions in no entity"
    ATTRIBUTES = "mention attributes"
    TYPES = "entity types"
    SINGLETONS = "singleton entities"
    LINKS = "links"
    OPTIONAL = "optional links"
    SPLIT = "split antecedents"
    BRIDGING = "bridging links"


EVERYTHING = frozenset(Layer)


def present(item: Annotated) -> Counter[Layer]:
    """How often each layer occurs in a document and its annotation."""
    counts = _of_document(item.document)
    counts.update(_of_annotation(item))
    return +counts


def _of_document(document: Document) -> Counter[Layer]:
    counts: Counter[Layer] = Counter()
    counts[Layer.SPACING] = int(document.text != plain_text(document))
    counts[Layer.SENTENCES] = max(0, len(document.sentences) - 1)
    counts[Layer.META] = len(document.meta)
    counts[Layer.ARCS] = sum(map(bool, document.arcs))
    paragraph = 0
    for sentence in document.sentences:
        counts[Layer.PARAGRAPHS] += sentence.paragraph != paragraph
        paragraph = sentence.paragraph
        counts[Layer.HEADINGS] += sentence.heading
        counts[Layer.SPEAKERS] += bool(sentence.speaker)
        counts[Layer.COMMENTS] += len(sentence.comments)
        counts[Layer.MULTIWORDS] += len(sentence.multiwords)
        counts[Layer.FRAGMENTS] += len(sentence.fragments)
    for token in document.tokens:
        counts[Layer.LEMMAS] += bool(token.lemma)
        counts[Layer.TAGS] += bool(token.upos or token.xpos or token.feats)
        counts[Layer.SYNTAX] += token.head is not None
        counts[Layer.ENHANCED] += bool(token.deps)
        counts[Layer.MISC] += bool(token.misc)
        counts[Layer.EMPTY] += token.empty
    return counts


def plain_text(document: Document) -> str:
    """What the text would be if every two words were parted by one space."""
    return " ".join(token.form for token in document.tokens if not token.empty)


def _of_annotation(item: Annotated) -> Counter[Layer]:
    annotation = item.annotation
    counts: Counter[Layer] = Counter()
    in_entity = {id(mention) for entity in annotation.entities for mention in entity.mentions}
    for mention in annotation.mentions:
        counts[Layer.HEADS] += mention.head is not None
        counts[Layer.KINDS] += mention.kind is not Kind.UNKNOWN
        counts[Layer.MINIMA] += mention.minimum is not None
        counts[Layer.DISCONTINUOUS] += len(mention.parts) > 1
        counts[Layer.REFERENCE] += mention.reference is not Reference.UNMARKED
        counts[Layer.MARKABLES] += id(mention) not in in_entity
        counts[Layer.ATTRIBUTES] += len(mention.attributes)
    for entity in annotation.entities:
        counts[Layer.TYPES] += bool(entity.type)
        counts[Layer.SINGLETONS] += entity.singleton
    for link in annotation.links:
        bridging = link.relation is Relation.BRIDGING
        split = len(link.antecedents) > 1 and not bridging
        counts[Layer.BRIDGING] += bridging
        counts[Layer.SPLIT] += split
        counts[Layer.LINKS] += not bridging and not split
        counts[Layer.OPTIONAL] += link.optional
    return counts
