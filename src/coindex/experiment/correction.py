"""SUPAR's second mode: errors are corrected during resolution, so that no error leads to another.

Ferrández, Peral & Luján-Mora. A corrected anaphor still counts as wrong; the gain in success over
the plain mode is what errors cost later decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from coindex.core import registry
from coindex.core.annotation import Annotation, Mention, Source
from coindex.core.chains import resolved
from coindex.core.document import Document
from coindex.core.protocols import Correct, Resolver
from coindex.measures.pair import Pair
from coindex.measures.purposes import SUCCESS
from coindex.pipeline.pipeline import decided


class Correction:
    """The antecedent that a resolver should continue with, for its `correct`: its own proposal, if
    the key has both in one entity.

    Otherwise it is the nearest earlier mention of the anaphor's entity that the resolver was given,
    or none if the entity begins with the anaphor. Nothing is known about mentions that are not in
    the key, and they are not corrected.
    """

    def __init__(
        self, document: Document, mentions: Annotation, key: Annotation, *, view: str = "head"
    ) -> None:
        self._known = Pair(document, key, mentions).counterparts(view)
        self._entity = {
            mention: entity.id for entity in key.entities for mention in entity.mentions
        }
        given = {known: mention for mention, known in self._known.items()}
        self._antecedents: dict[Mention, Mention] = {}
        for entity in key.entities:
            latest: Mention | None = None
            for known in entity.mentions:
                if latest is not None:
                    self._antecedents[known] = latest
                latest = given.get(known, latest)

    def __call__(self, anaphor: Mention, antecedent: Mention | None) -> Mention | None:
        known = self._known.get(anaphor)
        if known is None or self._together(known, antecedent):
            return antecedent
        return self._antecedents.get(known)

    def _together(self, known: Mention, antecedent: Mention | None) -> bool:
        other = None if antecedent is None else self._known.get(antecedent)
        entity = self._entity.get(known)
        return (
            other is not None
            and other != known
            and entity is not None
            and entity == self._entity.get(other)
        )


class Modes(NamedTuple):
    """One document resolved in both modes, each a key and a
    response with the decisions behind it.
    """

    plain: Pair
    corrected: Pair


def both_modes(
    resolver: Resolver, document: Document, mentions: Annotation, key: Annotation
) -> Modes:
    """Resolve a document as it is, and again with every error corrected before the next anaphor."""
    correction = Correction(document, mentions, key)
    plain, corrected = (
        _pair(resolver, document, mentions, key, correct) for correct in (None, correction)
    )
    return Modes(plain, corrected)


def _pair(
    resolver: Resolver,
    document: Document,
    mentions: Annotation,
    key: Annotation,
    correct: Correct | None,
) -> Pair:
    decisions = decided(resolver, document, mentions, key, correct=correct)
    source = Source(registry.spec_of(resolver), "system")
    return Pair(document, key, resolved(document, mentions, decisions, source=source), decisions)


class Successes(NamedTuple):
    """A measure in both modes; `None` if there was nothing to resolve."""

    plain: float | None
    corrected: float | None


def successes(documents: Iterable[Modes], measure: str = SUCCESS, *, value: str = "") -> Successes:
    """Both modes over a whole corpus; by default, the proportion of third-person pronouns of the
    key that are resolved correctly.

    `value` names a value of the measure other than its headline.
    """
    built = registry.build("measures", measure)
    totals: list[list[float]] = [[], []]
    for modes in documents:
        for total, pair in zip(totals, modes, strict=True):
            counts = built.counts(pair)
            total[:] = [a + b for a, b in zip(total, counts, strict=True)] if total else counts
    scores = (built.score(tuple(total)) if total else None for total in totals)
    return Successes(
        *(None if score is None else getattr(score, value or built.headline) for score in scores)
    )
