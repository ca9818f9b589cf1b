"""What the fields that a file's `# global.Entity` names cannot represent."""

from __future__ import annotations

from collections import Counter

from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import Document
from coindex.core.layers import Layer, is_name, layer_of, present
from coindex.formats.conllu.draft import PARTED
from coindex.formats.conllu.entities import APPENDED, KEPT_EMPTY
from coindex.formats.conllu.fields import HEADER
from coindex.formats.conllu.writer import (
    between_entities,
    entity_names,
    header_of,
    links_in_other,
    tells_language,
)

_IN_OTHER = (
    Layer.KINDS,
    Layer.REFERENCE,
    Layer.SUBTYPES,
    Layer.MARKABLES,
    Layer.LINKS,
    Layer.OPTIONAL,
    Layer.RELATIONS,
)


def losses(item: Annotated) -> Counter[Layer]:
    annotation = item.annotation
    header = header_of(item.document) or HEADER
    lost = _of_links(annotation)
    if "other" not in header:
        counts = present(item)
        lost.update({layer: counts[layer] - lost[layer] for layer in _IN_OTHER})
    for mention in annotation.mentions:
        _add(lost, mention, header)
    pairs = zip(annotation.entities, entity_names(annotation), strict=True)
    lost[Layer.ENTITY_NAMES] = sum(
        is_name(entity.id) and entity.id != name for entity, name in pairs
    )
    lost[Layer.TYPES] = (
        sum(bool(entity.type) for entity in annotation.entities) if "etype" not in header else 0
    )
    lost[Layer.LANGUAGE] = int(bool(item.document.language) and not tells_language(item.document))
    lost[Layer.SPACING] = int(
        bool(item.document.tokens) and _respaced(item.document) != item.document.text
    )
    lost[Layer.MARKS] = sum(mark not in (KEPT_EMPTY, APPENDED) for mark in annotation.attributes)
    return lost


def _of_links(annotation: Annotation) -> Counter[Layer]:
    """Links that are lost: `other` holds one link with one antecedent for each anaphor; other links
    are written between entities.
    """
    lost: Counter[Layer] = Counter()
    written = {id(link) for link in links_in_other(annotation.links).values()}
    grouped = {id(mention) for entity in annotation.entities for mention in entity.mentions}
    for link in annotation.links:
        kind = layer_of(link)
        if id(link) in written:
            lost[Layer.LINK_SUBTYPES] += bool(link.subtype)
            continue
        lost[kind] += kind is Layer.LINKS or not between_entities(link, grouped)
        lost[Layer.LINK_SUBTYPES] += bool(link.subtype) and kind is not Layer.BRIDGING
        lost[Layer.OPTIONAL] += link.optional
    return lost


def _add(lost: Counter[Layer], mention: Mention, header: tuple[str, ...]) -> None:
    minimum = mention.minimum is not None and "minspan" in header
    lost[Layer.HEADS] += mention.head is not None and "head" not in header and not minimum
    lost[Layer.MINIMA] += mention.minimum is not None and not minimum and "other" not in header
    lost[Layer.ATTRIBUTES] += sum(name not in header for name, _ in mention.attributes)


def _respaced(document: Document) -> str:
    """The text as the format can represent it: words with at most one space between
    them, paragraphs with a blank line.
    """
    pieces: list[str] = []
    paragraph, position = 0, 0
    for sentence in document.sentences:
        wholes = {multiword.span.start: multiword for multiword in sentence.multiwords}
        inside = sentence.span.start
        parted = bool(pieces) and sentence.paragraph != paragraph
        paragraph = sentence.paragraph
        for index in range(*sentence.span):
            token = document.tokens[index]
            if token.empty or index < inside:
                continue
            whole = wholes.get(index)
            if pieces:
                pieces.append(PARTED if parted else "" if token.start == position else " ")
            parted = False
            pieces.append(whole.form if whole else token.form)
            inside = whole.span.end if whole else index + 1
            position = document.tokens[inside - 1].end
    return "".join(pieces)
