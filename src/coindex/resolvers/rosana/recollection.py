"""The candidates of nominal anaphors: names by their words, common nouns by lemma, in the text read
so far.

Only the last mention of each form of an entity counts, since others would score less; and a word
gives no more than the last few of them, however long the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.names import Variant, name_words, variant
from coindex.resolvers.entities import Entities
from coindex.resolvers.name_clustering import Bearer

KEPT = 20
"""How many mentions of different entities are found for a word."""
_PARTIAL = frozenset(
    {Variant.SAME, Variant.SURNAME, Variant.GIVEN, Variant.CONTAINED, Variant.ACRONYM}
)
_COMMON = frozenset({Kind.NOMINAL, Kind.INDEFINITE})


class Recollection:
    """The expressions read so far, in textual order; entities may grow in the meantime."""

    def __init__(
        self,
        entities: Entities,
        bearers: Mapping[Expression, Bearer] | None = None,
        *,
        surnames_suffice: bool = False,
    ) -> None:
        self._entities, self._bearers = entities, bearers or {}
        self._surnames_suffice = surnames_suffice
        self._borne: dict[int, list[Expression]] = {}
        self._nouns: dict[str, list[Expression]] = {}
        self._names: dict[str, list[Expression]] = {}

    def read(self, expression: Expression) -> None:
        if expression.kind in _COMMON:
            self._nouns.setdefault(expression.lemma, []).append(expression)
        for word in _telling(expression):
            self._names.setdefault(word, []).append(expression)
        if expression in self._bearers:
            self._borne.setdefault(self._bearers[expression].number, []).append(expression)

    def recurrences(self, anaphor: Expression) -> Iterator[tuple[Expression, bool]]:
        """Common nouns with the same head lemma, nearest first, and
        whether their number is the same.
        """
        number = anaphor.features.number
        for candidate in self._last(self._nouns.get(anaphor.lemma)):
            other = candidate.features.number
            yield candidate, not number or not other or bool(number & other)

    def namesakes(self, anaphor: Expression) -> Iterator[tuple[Expression, bool]]:
        """Names that share a word, nearest first, and whether they match: people by surname, others
        completely; by their bearers, where these are known.
        """
        bearer = self._bearers.get(anaphor)
        if bearer is not None:
            yield from ((one, True) for one in self._last(self._borne.get(bearer.number)))
            return
        language = anaphor.discourse.document.language
        sharing = {
            one.number: one
            for word in _telling(anaphor)
            for one in self._last(self._names.get(word))
        }
        for number in sorted(sharing, reverse=True):
            candidate = sharing[number]
            person = _person(anaphor) or _person(candidate)
            alike = variant(anaphor.name, candidate.name, person=person, language=language)
            surname = person and anaphor.name.surname == candidate.name.surname
            yield candidate, alike in _PARTIAL or (self._surnames_suffice and surname)

    def _last(self, held: list[Expression] | None) -> list[Expression]:
        """The mentions, nearest first; the oldest beyond the limit are dropped."""
        if held is None or len(held) == 1:
            return held or []
        latest: dict[object, Expression] = {}
        for expression in reversed(held):
            form = (
                expression.name.words
                if expression.kind is Kind.NAME
                else expression.features.number
            )
            latest.setdefault((self._entities.key(expression), form), expression)
            if len(latest) == KEPT:
                break
        last = list(latest.values())
        held[:] = reversed(last)
        return last


def _telling(expression: Expression) -> list[str]:
    """The words of a name without particles; empty for other expressions."""
    if expression.kind is not Kind.NAME:
        return []
    particles = name_words(expression.discourse.document.language, "particle")
    return [word for word in dict.fromkeys(expression.name.words) if word not in particles]


def _person(expression: Expression) -> bool:
    return expression.features.animacy == Animacy.ANIMATE
