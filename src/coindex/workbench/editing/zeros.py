"""Zero pronouns that annotators insert, and the pronouns that could replace them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Span, Token, features
from coindex.language.lexicon import table
from coindex.language.nominals.agreement import Gender
from coindex.language.nominals.features import features_of
from coindex.language.zeros.zeros import pronoun_for, subject_place

_VERBS = frozenset({"VERB", "AUX"})
_AGREEING = ("Number", "Person")
_KINDS = {"NOUN": Kind.NOMINAL, "PROPN": Kind.NAME}
_GENDERS = {Gender.MASCULINE: "Masc", Gender.FEMININE: "Fem"}


def zero_before(verb: Token, deps: str = "") -> Token:
    """The empty token of a zero pronoun that an annotator inserts before a
    verb, with the verb's features.
    """
    agreement = {name: verb.feature(name) for name in _AGREEING} if verb.upos in _VERBS else {}
    feats = "|".join(f"{name}={value}" for name, value in agreement.items() if value)
    return Token(verb.start, verb.start, "", upos="PRON", feats=feats, deps=deps, empty=True)


def agreeing(document: Document) -> Document:
    """The document with the verb's person and number on zero pronouns without their own.

    Documents stored by earlier versions and many treebanks have such zero pronouns.
    """
    tokens = document.tokens
    if not any(token.empty and not token.feature("Person") for token in tokens):
        return document
    return replace(document, tokens=tuple(_agreeing(tokens, index) for index in range(len(tokens))))


def _agreeing(tokens: Sequence[Token], index: int) -> Token:
    token = tokens[index]
    if not token.empty or token.feature("Person"):
        return token
    verb = next((other for other in tokens[index:] if not other.empty), token)
    agreement = {**features(zero_before(verb).feats), **features(token.feats)}
    return token._replace(
        feats="|".join(f"{name}={value}" for name, value in sorted(agreement.items()))
    )


def pronouns(document: Document) -> dict[str, Any] | None:
    """What a page needs to name zero pronouns while their chains change; `None` if the
    language has no such pronouns.

    `pronouns` has the masculine and the feminine one for empty tokens and for verbs that may get a
    zero pronoun, `Masc` and `Fem` are the tokens that tell the gender of a chain. `places` has the
    token before which a zero pronoun is shown if that is not its own: *∅ se lo dio*.
    """
    if not table(document.language, "subjects"):
        return None
    columns: dict[str, Any] = {"pronouns": {}, "Masc": [], "Fem": [], "places": {}}
    for index, token in enumerate(agreeing(document).tokens):
        zero = token if token.empty else zero_before(token)
        named = [
            pronoun_for(zero, document.language, feminine=feminine) for feminine in (False, True)
        ]
        if all(named):
            columns["pronouns"][index] = named
            if (place := _shown_before(document, index)) != index:
                columns["places"][index] = place
        if gender := "" if token.empty else _gender(document, index):
            columns[gender].append(index)
    return columns


def _shown_before(document: Document, index: int) -> int:
    """The first word of the verb's clitics and negation; the token itself if it has none."""
    first = subject_place(document, index)
    return next((i for i in range(first, index) if not document.tokens[i].empty), index)


def _gender(document: Document, index: int) -> str:
    """Gender of a noun or name from the lexicon, else of the form; a possessive
    does not show the possessor's.
    """
    token = document.tokens[index]
    if token.upos in _KINDS:
        alone = Mention((Span(index, index + 1),), index, _KINDS[token.upos])
        return _GENDERS.get(features_of(document, alone).gender, "")
    gender = (
        token.feature("Gender")
        if token.upos in ("PRON", "DET") and token.feature("Poss") != "Yes"
        else ""
    )
    return gender if gender in _GENDERS.values() else ""
