"""Genders of annotators' mentions, which may have neither heads nor a parse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.agreement import Animacy, Gender
from coindex.language.nominals.features import features_of
from coindex.workbench.editing.states import MentionState

_NAMES = {Gender.MASCULINE: "Masc", Gender.FEMININE: "Fem", Gender.NEUTER: "Neut"}


def genders(document: Document, mentions: Iterable[MentionState]) -> list[str]:
    """`Masc`, `Fem` or `Neut` for each mention; things and animals of unknown sex are `Neut`,
    and whatever has no known gender is the empty string.
    """
    readable = _with_lemmas(document)
    return [_gender(readable, mention) for mention in mentions]


def _with_lemmas(document: Document) -> Document:
    """The document with lemmas: the lexicon lists nouns by lemma; in an unparsed text the form
    serves as lemma.
    """
    if any(token.lemma for token in document.tokens):
        return document
    tokens = tuple(token._replace(lemma=token.form) for token in document.tokens)
    return replace(document, tokens=tokens)


def _gender(document: Document, state: MentionState) -> str:
    if state.zero is not None:
        return ""
    parts = tuple(Span(*part) for part in state.parts)
    head = _head(document, parts) if state.head is None else state.head
    mention = Mention(
        parts, head, state.kind or Kind.NOMINAL, state.minimum and Span(*state.minimum)
    )
    features = features_of(document, mention)
    if features.gender in _NAMES:
        return _NAMES[features.gender]
    return "Neut" if features.animacy == Animacy.INANIMATE else ""


def _head(document: Document, parts: tuple[Span, ...]) -> int:
    """The word that depends on none of the others; the last one of an unparsed text."""
    words = [index for part in parts for index in range(*part)]
    inside = set(words)
    heads = [index for index in words if document.tokens[index].head not in (None, *inside)]
    return heads[0] if heads else words[-1]
