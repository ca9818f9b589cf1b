"""The verb to which a zero pronoun belongs, wherever annotators or parsers place it: *∅ no la vio*,
*no la ∅ vio*.
"""

from __future__ import annotations

from coindex.core.document import Document, Token
from coindex.language.lexicon import words
from coindex.language.syntax.roles import VERBAL

_SKIPPED_TAGS = frozenset({"ADV", "PART"})
_PERSONAL = frozenset({"aux", "cop"})


def verb_from(document: Document, index: int) -> int:
    """The first word from `index` on after negation, clitics and adverbs; `index` itself if the
    sentence has none.

    Parts of speech decide if the document has them; otherwise the word lists of its language.
    """
    end = document.sentence_of(index).span.end if document.sentences else len(document.tokens)
    place = index
    while place < end and (
        document.tokens[place].empty or _skipped(document.tokens[place], document.language)
    ):
        place += 1
    return place if place < end else index


def _skipped(token: Token, language: str) -> bool:
    form = token.form.lower()
    if token.upos in VERBAL:
        return False
    lists = (("grammar", "clitic"), ("verbs", "clitic"), ("grammar", "preverbal"))
    return token.upos in _SKIPPED_TAGS or any(form in words(language, *name) for name in lists)


def verb_of_zero(document: Document, zero: int) -> int | None:
    """The finite verb on which an empty token depends, by its enhanced dependencies and the parse,
    or `None`.
    """
    number = document.tokens[zero].deps.partition(":")[0]
    if not number.isdecimal() or not document.sentences:
        return None
    span = document.sentence_of(zero).span
    numbered = [index for index in range(*span) if not document.tokens[index].empty]
    if not 0 < int(number) <= len(numbered):
        return None
    head = numbered[int(number) - 1]
    tokens = document.tokens
    group = [
        i
        for i in numbered
        if i == head or (tokens[i].head == head and tokens[i].relation in _PERSONAL)
    ]
    return next((index for index in group if is_finite_form(tokens[index])), None)


def is_finite_form(token: Token) -> bool:
    """Whether the parse analyses it as a verb with a personal ending."""
    return token.upos in VERBAL and (
        token.feature("VerbForm") == "Fin" or bool(token.feature("Mood"))
    )
