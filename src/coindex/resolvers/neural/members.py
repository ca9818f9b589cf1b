"""Coordinations and their members: *Ann and Bob* are several, *Ann* is one of them.

Both begin with the same word and have the same head, so a model that learns from heads takes one
for the other, and then no *she* can refer to *Ann*.
"""

from __future__ import annotations

from collections.abc import Iterable

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.noun_phrases import conjuncts
from coindex.resolvers.claims import SEVERAL, claims
from coindex.resolvers.entities import Entities, Group

MEMBER = "member"
MEMBER_TERMS: Glossary = {
    MEMBER: "one is a coordination, and the other is a member of it: Ann and Bob, Ann"
}


class Members:
    """The coordinations among some expressions that mean several, unlike *a singer and actress*,
    and the members of each.
    """

    def __init__(self, expressions: Iterable[Expression]) -> None:
        single: dict[int, list[Expression]] = {}
        joint: list[Expression] = []
        for expression in expressions:
            if expression.kind is not Kind.COORDINATION:
                single.setdefault(expression.head, []).append(expression)
            elif claims(expression) & SEVERAL:
                joint.append(expression)
        self._paired: dict[Expression, list[Expression]] = {}
        self._names: dict[Expression, set[str]] = {}
        for coordination in joint:
            for head in conjuncts(coordination.discourse.forest, coordination.head):
                for member in single.get(head, ()):
                    self._paired.setdefault(coordination, []).append(member)
                    self._paired.setdefault(member, []).append(coordination)
                    if member.kind is Kind.NAME:
                        self._names.setdefault(coordination, set()).add(member.name.surname)

    def __contains__(self, expression: Expression) -> bool:
        """Whether it is a coordination or a member of one."""
        return expression in self._paired

    def separate(self, anaphor: Expression, entity: Group, entities: Entities) -> bool:
        """Whether an entity contains a coordination of which the anaphor is a member, or a member,
        here or under the same name, of the anaphor.
        """
        if any(entities.key(other) is entity for other in self._paired.get(anaphor, ())):
            return True
        names = self._names.get(anaphor, set())
        return bool(names) and any(name.surname in names for name in entity.names)
