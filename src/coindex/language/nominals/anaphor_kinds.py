"""The names of kinds of anaphors in SUPAR's files (Ferrández, Peral & Luján-Mora 2002)."""

from __future__ import annotations

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document

KINDS = {
    "persRefl": Kind.REFLEXIVE,
    "persIt": Kind.PERSONAL,
    "persNoRefl": Kind.PERSONAL,
    "zero": Kind.ZERO,
}
"""Our kinds by the names in the files; every other kind has our name there."""


def supar_kind(document: Document, mention: Mention, kind: Kind) -> str:
    """`persRefl`, `persIt` (*it* alone), `persNoRefl` or `zero`;
    other kinds by our name for them.
    """
    if kind is Kind.PERSONAL:
        return "persIt" if document.tokens[mention.start].form.lower() == "it" else "persNoRefl"
    return next((name for name, known in KINDS.items() if known is kind), str(kind))
