"""Words in CRAC's formats for LLMs: without spaces, zeros as `##` and their form."""

from __future__ import annotations

from collections.abc import Mapping

from coindex.core.annotation import Annotated, Mention
from coindex.core.document import Document, Span, Token
from coindex.core.layers import Layer
from coindex.formats.building import Builder

ZERO = "##"
NOTHING = "_"
"""Stands for a missing form."""
CARRIED = frozenset(
    {
        Layer.TOKENS,
        Layer.EMPTY,
        Layer.EMPTY_FORMS,
        Layer.MENTIONS,
        Layer.ZEROS,
        Layer.ENTITIES,
        Layer.SINGLETONS,
    }
)


def word(token: Token) -> str:
    """A token as one piece without spaces."""
    form = NOTHING.join(token.form.split())
    if token.empty:
        return ZERO + (form if form != NOTHING else "")
    return form or NOTHING


def add(builder: Builder, word: str) -> int:
    """Add a word, or a zero, to a document and return its index."""
    if not word.startswith(ZERO):
        return builder.word(word)
    form = word.removeprefix(ZERO)
    return builder.empty(form if form != NOTHING else "")


def changed(document: Document) -> Mapping[Layer, int]:
    """The forms that change when they are read again."""
    empty = [token for token in document.tokens if token.empty]
    words = (token for token in document.tokens if not token.empty)
    return {
        Layer.TOKENS: sum(
            word(token) != token.form or token.form.startswith(ZERO) for token in words
        ),
        Layer.EMPTY_FORMS: sum(word(token) != ZERO + token.form for token in empty),
    }


def part(mention: Mention) -> Span:
    """The part that contains the head, as in the task's own converter; else the first."""
    parts = mention.parts
    head = mention.head
    return next((one for one in parts if head is not None and head in one), parts[0])


def losses(item: Annotated, blind: bool) -> dict[Layer, int]:
    """What is lost of a document in addition to whole layers; without marks, its annotation."""
    lost = dict(changed(item.document))
    if blind:
        lost[Layer.MENTIONS] = len(item.annotation.mentions)
        lost[Layer.ENTITIES] = len(item.annotation.entities)
    return lost
