"""Words in CRAC's formats for LLMs: without spaces, zeros as `##` and their form."""

from __future__ import annotations

from coindex.core.annotation import Mention
from coindex.core.document import Span, Token
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


def part(mention: Mention) -> Span:
    """The part that contains the head, as in the task's own converter; else the first."""
    parts = mention.parts
    head = mention.head
    return next((one for one in parts if head is not None and head in one), parts[0])
