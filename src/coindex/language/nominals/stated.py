"""What a text states about the person of a name: the pronouns that they use, or that they are
non-binary.
"""

from __future__ import annotations

from coindex.core.annotation import Mention
from coindex.core.document import Document, Token
from coindex.language import lexicon
from coindex.language.nominals.pronouns import (
    Declaration,
    announced,
    declaration,
    listed,
    may_declare,
)


def stated_pronouns(document: Document, mention: Mention) -> Declaration | None:
    """The pronouns that a text states with a name, if it does."""
    if not may_declare(document):
        return None
    return declaration(document, (mention.minimum or mention.span).end) or _used(document, mention)


def is_nonbinary(document: Document, mention: Mention) -> bool:
    """Whether a text says so of the person of a name: *Ash is non-binary*."""
    attached = document.tokens[(mention.minimum or mention.span).end : mention.end]
    words = lexicon.words(document.language, "people", "nonbinary")
    predicate = _predicate(document, mention)
    return any(token.form.lower() in words for token in (*attached, *predicate))


def _predicate(document: Document, mention: Mention) -> tuple[Token, ...]:
    """The word of which a mention is the subject, if there is one: *Ash is non-binary*."""
    if mention.head is None:
        return ()
    token = document.tokens[mention.head]
    if token.relation != "nsubj" or token.head is None:
        return ()
    # Empty for the root, and where a broken parse points outside the text.
    return document.tokens[token.head : token.head + 1] if token.head >= 0 else ()


def _used(document: Document, mention: Mention) -> Declaration | None:
    """The pronouns that the person of a name uses: *Noa uses they/them pronouns*, *Noa, who uses
    ...*.
    """
    end = (mention.minimum or mention.span).end
    last = end + 3 if _predicate(document, mention) else end
    near = range(end, max(mention.end, last + 1))
    stated = (announced(document, start) or listed(document, start) for start in near)
    return next((one for one in stated if one is not None), None)
