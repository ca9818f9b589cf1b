"""Pronouns with candidate antecedents, each known to be right or wrong: what pair data sets have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Kind, Mention, in_order
from coindex.core.document import Document, Span


class Judged(NamedTuple):
    """A candidate and whether it is what the pronoun refers to."""

    mention: Mention
    right: bool


def pronoun(span: Span) -> Mention:
    return Mention((span,), attributes=(("role", "pronoun"),))


def candidate(span: Span, label: str, kind: Kind = Kind.UNKNOWN) -> Mention:
    return Mention((span,), kind=kind, attributes=(("role", "candidate"), ("candidate", label)))


def judged(document: Document, pronouns: Sequence[Mention], candidates: Sequence[Judged]) -> Annotation:
    """Pronouns and right candidates are one entity; wrong ones, and pronouns that have no right one, are in none."""
    right = [item.mention for item in candidates if item.right]
    entities = (Entity("1", in_order([*pronouns, *right])),) if right else ()
    mentions = in_order([*pronouns, *(item.mention for item in candidates)])
    return Annotation(document.id, mentions=mentions, entities=entities)
