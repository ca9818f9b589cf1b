"""Zero pronouns, written as words."""

from __future__ import annotations

from coindex.core.annotation import Entity
from coindex.core.document import Document, Token
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Gender
from coindex.language.nominals.features import features_of
from coindex.language.zeros.zeros import pronoun_for


def zero_words(document: Document, entity: Entity, zero: int) -> str:
    """`∅ ella`: a zero pronoun and the pronoun that could replace it, by its form and
    its entity.
    """
    genders = (
        features_of(document, mention).gender
        for mention in entity.mentions
        if not document.tokens[mention.start].empty
    )
    gender = next(filter(None, genders), 0)
    spelled = pronoun_for(
        document.tokens[zero], document.language, feminine=gender == Gender.FEMININE
    )
    return f"∅ {spelled}".rstrip()


def chain_names(document: Document, entity: Entity) -> list[str]:
    """The mentions of an entity in words."""
    return [
        " ".join(mention.text(document).split()) or zero_words(document, entity, mention.start)
        for mention in entity.mentions
    ]


def subject_place(document: Document, zero: int) -> int:
    """The first token of the verb's clitics and negation, before which its subject would be
    said: *no la ∅ ha visto* is *ella no la ha visto*.
    """
    if not document.language or not document.sentences:
        return zero
    language, tokens = get_language(document.language), document.tokens
    clitics = language.words("grammar", "clitic") | language.words("verbs", "clitic")
    passed = clitics | language.words("rewriting", "behind_subject")
    first, start = zero, document.sentence_of(zero).span.start
    while first > start and _passes(tokens[first - 1], passed):
        first -= 1
    return first


def _passes(token: Token, passed: frozenset[str]) -> bool:
    return token.empty or (
        token.form.lower() in passed and token.upos in ("PRON", "ADV", "PART", "INTJ")
    )
