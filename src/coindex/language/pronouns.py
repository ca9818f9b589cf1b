"""Pronouns: which words are pronouns, of which kind, and what their form says of their referent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.document import Token
from coindex.language import lexicon

POSSESSIVE_RELATIONS = frozenset({"nmod:poss", "det:poss"})
_RELATIVE_TYPES = frozenset({"Rel", "Int,Rel"})
_KIND_BY_TYPE = {
    "Rel": Kind.RELATIVE,
    "Int": Kind.INTERROGATIVE,
    "Dem": Kind.DEMONSTRATIVE,
    "Rcp": Kind.RECIPROCAL,
    "Ind": Kind.INDEFINITE,
    "Tot": Kind.INDEFINITE,
    "Neg": Kind.INDEFINITE,
}


class Pronoun(NamedTuple):
    """A row of the table; an unknown value is empty. `number` is singular, plural, `they` or `epicene`."""

    kind: Kind
    person: str
    number: str
    gender: str
    animacy: str


@cache
def pronouns(language: str) -> Mapping[str, Pronoun]:
    """The table of a language, by form in lower case."""
    rows = ([field.replace("-", "") for field in row] for row in lexicon.table(language, "pronouns"))
    return {row[0]: Pronoun(Kind(row[1]), *row[2:6]) for row in rows}


@cache
def invented(language: str) -> frozenset[str]:
    """Neopronouns no other word is spelled like; parsers seldom know them as pronouns."""
    return lexicon.words(language, "grammar", "neopronoun")


def pronoun(token: Token, language: str) -> Pronoun | None:
    """The row of a token's form, whatever the parser takes it for."""
    table = pronouns(language)
    return table.get(token.form.lower()) or table.get(token.lemma.lower())


def pronoun_kind(token: Token, language: str) -> Kind:
    """The kind of a token used as a pronoun, `UNKNOWN` if it is none."""
    found = _kind(token.form.lower(), token.upos, token.feature("PronType"), token.deprel, language)
    return Kind.REFLEXIVE if found is Kind.PERSONAL and "Reflex=Yes" in token.feats else found


@cache
def _kind(form: str, upos: str, type_: str, deprel: str, language: str) -> Kind:
    if form in invented(language):
        kind = pronouns(language)[form].kind
        return Kind.POSSESSIVE if deprel in POSSESSIVE_RELATIONS else kind
    if upos not in ("PRON", "DET") or type_ == "Art":
        return Kind.UNKNOWN
    listed = pronouns(language).get(form)
    if (
        deprel in POSSESSIVE_RELATIONS
        and type_ not in _RELATIVE_TYPES
        and not (listed and listed.kind in (Kind.RELATIVE, Kind.INDEFINITE))
    ):
        return Kind.POSSESSIVE
    if type_ == "Emp":
        return Kind.REFLEXIVE
    by_type = _KIND_BY_TYPE.get(type_.partition(",")[0], Kind.UNKNOWN)
    if by_type in (Kind.RELATIVE, Kind.INTERROGATIVE, Kind.RECIPROCAL):
        return by_type
    if listed is not None and listed.kind not in (Kind.INTERROGATIVE, by_type) and type_ not in ("Neg", "Ind"):
        return listed.kind
    return by_type or (listed.kind if listed else Kind.PERSONAL if type_ == "Prs" else Kind.INDEFINITE)
