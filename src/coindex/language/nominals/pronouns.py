"""Pronouns: which words are pronouns, their kinds, and the features that their forms imply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span, Token
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.languages import get_language

POSSESSIVE_RELATIONS = frozenset({"nmod:poss", "det:poss"})
_TAGS = frozenset({"PRON", "DET"})
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

_LONGEST_DECLARATION = 12
"""In tokens: *(xe/xem/xyr/xyrs/xemself)*."""
_JOINING = frozenset({"CCONJ", "PUNCT", "SYM"})
"""What stands between the pronouns of a list."""


class Pronoun(NamedTuple):
    """A row of the table; an unknown value is empty. `number` is singular, plural, `they` or
    `epicene`.

    There may be several genders, `masculine/neuter`.
    """

    kind: Kind
    person: str
    number: str
    gender: str
    animacy: str


@cache
def pronouns(language: str) -> Mapping[str, Pronoun]:
    """The table of a language, by form in lower case; of a form with several rows, the first."""
    rows: dict[str, Pronoun] = {}
    for form, row in _rows(language):
        rows.setdefault(form, row)
    return rows


@cache
def _possessives(language: str) -> Mapping[str, Pronoun]:
    """Forms that are possessive before a noun and something else elsewhere: *ihr*."""
    known = pronouns(language)
    return {
        form: row
        for form, row in _rows(language)
        if row.kind is Kind.POSSESSIVE and known[form] is not row
    }


@cache
def _rows(language: str) -> tuple[tuple[str, Pronoun], ...]:
    rows = (
        ["" if field == "-" else field for field in row]
        for row in lexicon.table(language, "pronouns")
    )
    return tuple((row[0], Pronoun(Kind(row[1]), *row[2:6])) for row in rows)


@cache
def paradigms(language: str) -> Mapping[str, int]:
    """The forms of neopronouns, each with the number of its paradigm: *xem* belongs to *xe*."""
    rows = sorted(lexicon.words(language, "grammar", "paradigm"))
    return {form: number for number, row in enumerate(rows) for form in row.split("/")}


@cache
def invented(language: str) -> frozenset[str]:
    """Neopronouns that are spelled like no other word; parsers seldom recognise them as
    pronouns.
    """
    return lexicon.words(language, "grammar", "neopronoun")


def pronoun(token: Token, language: str) -> Pronoun | None:
    """The row of a token's form, regardless of the parser's analysis."""
    form = token.form.lower()
    if "Poss=Yes" in token.feats and (row := _possessives(language).get(form)):
        return row
    table, lemma = pronouns(language), token.lemma.lower()
    if form != lemma and lemma in table and table[lemma].gender == "other" and form in table:
        return table[lemma]._replace(kind=table[form].kind)  # the *em* of *ey*, not that of *they*
    return table.get(form) or table.get(lemma)


class Declaration(NamedTuple):
    """The pronouns that a person uses, in parentheses after the name; `form` is the
    first of them.
    """

    form: str
    span: Span
    forms: tuple[str, ...] = ()


def declaration(document: Document, start: int) -> Declaration | None:
    """The declaration that begins at a token: *(they/them)*, *(xe/xem/xyr)*, *(pronouns: ze,
    hir)*.
    """
    tokens = document.tokens
    if start >= len(tokens) or tokens[start].form not in "([":
        return None
    known = pronouns(document.language)
    titled = lexicon.words(document.language, "grammar", "pronoun")
    forms: list[str] = []
    for index in range(start + 1, min(start + _LONGEST_DECLARATION, len(tokens))):
        form = tokens[index].form.lower()
        if form in (")", "]"):
            span = Span(start, index + 1)
            return Declaration(forms[0], span, tuple(forms)) if len(forms) > 1 else None
        for part in form.split("/"):
            if part in known and known[part].person == "3":
                forms.append(part)
            elif part not in ("", ",", ":") and part not in titled:
                return None
    return None


def announced(document: Document, start: int) -> Declaration | None:
    """The declaration in words that begins at a token: *they/them pronouns*."""
    tokens, known = document.tokens, pronouns(document.language)
    forms: list[str] = []
    for index in range(start, min(start + _LONGEST_DECLARATION, len(tokens))):
        form = tokens[index].form.lower()
        if form in lexicon.words(document.language, "grammar", "pronoun"):
            span = Span(start, index + 1)
            return Declaration(forms[0], span, tuple(forms)) if len(forms) > 1 else None
        for part in form.split("/"):
            if part in known and known[part].person == "3":
                forms.append(part)
            elif part:
                return None
    return None


def listed(document: Document, start: int) -> Declaration | None:
    """The declaration that begins at a token, as a list: *who goes by fae and faer*, *whose
    pronouns are xe and xem*.
    """
    tokens, known = document.tokens, pronouns(document.language)
    before = " ".join(token.form.lower() for token in tokens[max(0, start - 2) : start])
    if before not in lexicon.words(document.language, "grammar", "stating"):
        return None
    forms: list[str] = []
    end = start
    for index in range(start, min(start + _LONGEST_DECLARATION, len(tokens))):
        form = tokens[index].form.lower()
        if form in known and known[form].person == "3":
            forms.append(form)
            end = index + 1
        elif tokens[index].upos not in _JOINING:
            break
    return Declaration(forms[0], Span(start, end), tuple(forms)) if len(forms) > 1 else None


@by_identity(4)
def may_declare(document: Document) -> bool:
    """Whether a text may state pronouns; hardly any does."""
    lists = (lexicon.words(document.language, "grammar", name) for name in ("stating", "pronoun"))
    return "/" in document.text or any(words in document.text for one in lists for words in one)


def declarations(document: Document) -> tuple[Declaration, ...]:
    """All declarations of a document, in textual order."""
    if not may_declare(document):
        return ()
    known = pronouns(document.language)
    declared = (
        declaration(document, index) or announced(document, index) or listed(document, index)
        for index, token in enumerate(document.tokens)
        if index and _may_declare(token.form.lower(), known)
    )
    return tuple(one for one in declared if one is not None)


def _may_declare(form: str, known: Mapping[str, Pronoun]) -> bool:
    """Whether a declaration may begin with this form: hardly any other word needs a closer look."""
    return form in known or "/" in form or form in "(["


def in_declarations(document: Document) -> frozenset[int]:
    """The tokens of all declarations: pronouns that are mentioned there, not used."""
    return frozenset(index for one in declarations(document) for index in range(*one.span))


def pronoun_kind(token: Token, language: str) -> Kind:
    """The kind of a token used as a pronoun; `UNKNOWN` if it is not one."""
    if (
        token.upos not in _TAGS
        and "PronType=Rcp" not in token.feats
        and token.form.lower() not in invented(language)
    ):
        return Kind.UNKNOWN  # most words are asked about, and hardly any needs a closer look
    type_ = token.feature("PronType")
    if type_ == "Rcp":
        return Kind.RECIPROCAL  # whatever the parser's analysis of *one* in *one another*
    if "Rel" in type_ and (tags := get_language(language).relative_tags):
        type_ = "Rel" if token.xpos in tags else type_.removesuffix(",Rel")
    kind = _kind(token.form.lower(), token.upos, type_, token.deprel, language)
    return Kind.REFLEXIVE if kind is Kind.PERSONAL and "Reflex=Yes" in token.feats else kind


@cache
def _kind(form: str, upos: str, type_: str, deprel: str, language: str) -> Kind:
    if form in invented(language):
        kind = pronouns(language)[form].kind
        return Kind.POSSESSIVE if deprel in POSSESSIVE_RELATIONS else kind
    if upos not in _TAGS or type_ == "Art":
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
        # A free relative is a noun phrase of its own: its clause has no other head.
        free = by_type is Kind.RELATIVE and listed and listed.kind is Kind.INDEFINITE
        return Kind.INDEFINITE if free else by_type
    if (
        listed is not None
        and listed.kind not in (Kind.INTERROGATIVE, by_type)
        and type_ not in ("Neg", "Ind")
    ):
        return listed.kind
    return by_type or (
        listed.kind if listed else Kind.PERSONAL if type_ == "Prs" else Kind.INDEFINITE
    )
