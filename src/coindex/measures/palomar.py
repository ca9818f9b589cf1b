"""The types of Spanish anaphors that Palomar et al. distinguish.

M. Palomar et al., "An algorithm for anaphora resolution in Spanish texts", Computational
Linguistics 27(4), 2001.
"""

from __future__ import annotations

from coindex.core.annotation import Kind, Mention, Reference
from coindex.core.document import Document
from coindex.language.lexicon import words
from coindex.measures.selection import kind_of, person_of

TYPES = {
    "CPPR": "clitics",
    "RPR": "reflexives",
    "OPR": "zeros",
    "PPRinPP": "strong pronouns in a PP",
    "DPRinPP": "demonstratives in a PP",
    "PPRnotPP": "strong pronouns elsewhere",
    "DPRnotPP": "demonstratives elsewhere",
    "POSS": "possessives",
    "DD": "definite descriptions",
}
"""Possessives and descriptions are not in the paper's table; reciprocals count as reflexives."""


def type_of(document: Document, mention: Mention) -> str:
    """One of `TYPES`, or the empty string for any other mention; first and second persons have
    none.

    Only languages that distinguish clitics from strong pronouns have these types.
    """
    if not _words(document, "clitic") or mention.reference is Reference.NONREFERENTIAL:
        return ""
    kind = kind_of(document, mention)
    token = document.tokens[mention.head if mention.head is not None else mention.start]
    if kind is Kind.NOMINAL:
        return "DD" if _definite(document, mention) else ""
    if kind is Kind.ZERO:
        return "OPR" if person_of(token, document.language) == "3" else ""
    # First and second persons have none of the types.
    if person_of(token, document.language) != "3":
        return ""
    if kind in (Kind.REFLEXIVE, Kind.RECIPROCAL):
        return "RPR"
    if kind is Kind.POSSESSIVE:
        return "POSS"
    inside = "inPP" if _before(document, mention) in _words(document, "preposition") else "notPP"
    if kind is Kind.DEMONSTRATIVE:
        return f"DPR{inside}"
    form = token.form.lower()
    if kind is Kind.PERSONAL and form in _words(document, "clitic"):
        return "CPPR"
    return f"PPR{inside}" if kind is Kind.PERSONAL and form in _words(document, "strong") else ""


def _definite(document: Document, mention: Mention) -> bool:
    """Whether it has an article or demonstrative, including an article contracted with the
    preposition: *del barco*.
    """
    first = document.tokens[mention.start].form.lower()
    known = _words(document, "definite") | _words(document, "demonstrative")
    return (first in known and mention.end - mention.start > 1) or _before(
        document, mention
    ) in _words(document, "article_before")


def _before(document: Document, mention: Mention) -> str:
    """The preceding word, in lower case."""
    place = mention.start - 1
    while place >= 0 and document.tokens[place].empty:
        place -= 1
    return document.tokens[place].form.lower() if place >= 0 else ""


def _words(document: Document, name: str) -> frozenset[str]:
    return words(document.language, "grammar", name)
