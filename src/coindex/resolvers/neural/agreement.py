"""Agreement in languages with grammatical gender: no pronoun is in an entity that it
contradicts.
"""

from __future__ import annotations

from typing import NamedTuple

from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import UNKNOWN, Features, Gender, Person, clash
from coindex.resolvers.co_arguments import co_arguments
from coindex.resolvers.entities import Entities, Group
from coindex.resolvers.entity_constraints import OTHER_PERSON, greeted
from coindex.resolvers.neural.deciding import Forbids, other_people
from coindex.resolvers.neural.rules import is_called


class _Voiced(NamedTuple):
    """The agreement features of a mention: *eso* can refer to anything, and person counts only
    within one voice.
    """

    features: Features
    voice: object
    pronominal: bool


class _Known(NamedTuple):
    """The different features of the members of an entity when it had this size, and those of its
    pronouns alone; most members of a long chain have the same.
    """

    size: int
    members: frozenset[_Voiced]
    pronouns: tuple[_Voiced, ...]


class AgreementVeto:
    """A veto: the feature in which a pronoun contradicts a member of an entity, or a noun or name
    one of its pronouns. Nouns may differ from each other: *la víctima*, *el hombre*. Subject and
    clitic of one verb are apart, and so are people with different names.
    """

    def __init__(self, entities: Entities, language: str) -> None:
        self._entities, self._language = entities, language
        self._voiced: dict[Expression, _Voiced] = {}
        self._known: dict[Group, _Known] = {}

    def __call__(self, anaphor: Expression) -> Forbids:
        features, voice, pronominal = self._of(anaphor)
        joined = self._entities.of(anaphor)

        def forbids(candidate: Expression, entity: Group) -> str:
            known = self._known.get(entity)
            if known is None or known.size != entity.size:
                known = self._known[entity] = self._read(entity)
            for other in known.members if pronominal else known.pronouns:
                if reason := clash(features, other.features, persons=voice == other.voice):
                    return reason
            if joined.called and other_people(joined, entity, self._language):
                return OTHER_PERSON
            return co_arguments(joined, entity, self._language)

        return forbids

    def _of(self, expression: Expression) -> _Voiced:
        voiced = self._voiced.get(expression)
        if voiced is None:
            voiced = self._voiced[expression] = _voiced(expression)
        return voiced

    def _read(self, entity: Group) -> _Known:
        members = frozenset(map(self._of, entity))
        pronouns = tuple(member for member in members if member.pronominal)
        return _Known(entity.size, members, pronouns)


def _voiced(expression: Expression) -> _Voiced:
    features = expression.features
    # *Tienes una fisura, Miguel*: who is called by name is *tú*, though others call him *él*.
    called = not expression.pronominal and (is_called(expression) or greeted(expression))
    plain = features._replace(
        person=Person.SECOND | Person.THIRD if called else features.person,
        gender=features.gender & ~Gender.NEUTER,
        animacy=UNKNOWN,
        animacy_certainty=0.0,
    )
    return _Voiced(plain, expression.voice, expression.pronominal)
