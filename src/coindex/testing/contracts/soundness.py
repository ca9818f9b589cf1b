"""What every component and every document must satisfy."""

from __future__ import annotations

import pickle
from typing import Any

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.errors import CoindexError


def check_component(component: Any) -> None:
    """The component is complete, frozen, picklable, and can be rebuilt from its own string."""
    text = registry.spec_of(component)
    family, name = registry.name_of(component)
    _check_contract(family, name, component)
    assert registry.build(family, text) == component, f"{text} does not build the same component"
    assert pickle.loads(pickle.dumps(component)) == component, f"{text} does not survive pickling"  # noqa: S301
    assert hash(component) == hash(registry.build(family, text)), f"{text} is not hashable by value"


def _check_contract(family: str, name: str, component: object) -> None:
    try:
        registry.check_contract(family, name, component)
    except CoindexError as error:
        raise AssertionError(str(error)) from error


def check_annotated(item: Annotated) -> None:
    """A document and its annotation are consistent."""
    document, annotation = item
    check_document(document)
    count = len(document.tokens)
    known = {id(mention) for mention in annotation.mentions}
    assert annotation.document == document.id, "the annotation is of another document"
    for mention in annotation.mentions:
        assert mention.parts, "a mention without tokens"
        last = 0
        for part in mention.parts:
            assert last <= part.start < part.end <= count, (
                f"mention {mention} is not inside its document"
            )
            last = part.end
        assert mention.head is None or mention.head in mention.tokens, (
            f"head outside mention {mention}"
        )
    for entity in annotation.entities:
        assert entity.mentions, f"entity {entity.id} is empty"
        assert all(id(mention) in known for mention in entity.mentions), (
            f"entity {entity.id} has unlisted mentions"
        )
    for link in annotation.links:
        assert id(link.anaphor) in known and link.antecedents, "a link from or to nowhere"
        assert all(id(mention) in known for mention in link.antecedents), (
            "a link to an unlisted mention"
        )


def check_document(document: Document) -> None:
    """Offsets are in order and inside the text, sentences cover the tokens, heads exist."""
    position = 0
    for index, token in enumerate(document.tokens):
        assert 0 <= token.start <= token.end <= len(document.text), (
            f"token {index} is outside the text"
        )
        assert (
            token.empty
            or token.start >= position
            or token.start == position
            or _shared(document, index)
        ), "tokens overlap"
        assert token.head is None or -1 <= token.head < len(document.tokens), (
            f"token {index} has no such head"
        )
        position = max(position, token.start)
    end = 0
    for sentence in document.sentences:
        assert sentence.span.start == end < sentence.span.end, "sentences do not cover the tokens"
        end = sentence.span.end
    assert end == len(document.tokens), "tokens after the last sentence"


def _shared(document: Document, index: int) -> bool:
    """Words of one multiword token may share its characters."""
    sentence = document.sentence_of(index)
    return any(index in multiword.span for multiword in sentence.multiwords)
