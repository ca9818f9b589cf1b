"""Agreement in languages with grammatical gender: no pronoun is in an entity that it
contradicts.
"""

from __future__ import annotations

from typing import NamedTuple

from coindex.language.agreement import UNKNOWN, Features, Gender, clash
from coindex.language.discourse import Expression
from coindex.resolvers.entities import Group
from coindex.resolvers.neural.deciding import Deciding


class _Voiced(NamedTuple):
    """The agreement features of a mention: *eso* can refer to anything, and person counts only
    within one voice.
    """

    features: Features
    voice: object
    pronominal: bool


class AgreementVeto:
    """A veto: the feature in which a pronoun contradicts a member of an entity, or a noun or name
    one of its pronouns. Nouns may differ from each other: *la víctima*, *el hombre*.
    """

    def __init__(self, deciding: Deciding) -> None:
        self._entities = deciding.entities
        self._known: dict[Group, tuple[int, frozenset[_Voiced]]] = {}

    def __call__(self, anaphor: Expression, candidate: Expression) -> str:
        mine = _voiced(anaphor)
        for other in self._of(self._entities.of(candidate)):
            if mine.pronominal or other.pronominal:
                reason = clash(mine.features, other.features, persons=mine.voice == other.voice)
                if reason:
                    return reason
        return ""

    def _of(self, entity: Group) -> frozenset[_Voiced]:
        """The different features of its members; most members of a long chain have the same."""
        size, known = self._known.get(entity, (0, frozenset()))
        if size != entity.size:
            known = frozenset(map(_voiced, entity))
            self._known[entity] = entity.size, known
        return known


def _voiced(expression: Expression) -> _Voiced:
    features = expression.features
    plain = features._replace(
        gender=features.gender & ~Gender.NEUTER, animacy=UNKNOWN, animacy_certainty=0.0
    )
    return _Voiced(plain, expression.voice, expression.pronominal)
