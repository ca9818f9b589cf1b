"""People of different names: a model scores pairs of mentions, so *Charles* may follow a *he* that
is *Nathan*.
"""

from __future__ import annotations

from coindex.core.annotation import Kind
from coindex.language.discourse import Expression
from coindex.resolvers.entities import Group

PEOPLE = frozenset({"", "PER", "person", "animal"})
"""Types of mentions that are people, or may be."""


def strangers(name: Expression, entity: Group | Expression) -> bool:
    """Whether an entity has names, and none of them shares a word with this one."""
    if isinstance(entity, Group):
        names = entity.names
    else:
        names = frozenset([entity.name] if entity.kind is Kind.NAME else [])
    words = frozenset(name.name.words)
    return bool(names) and all(words.isdisjoint(other.words) for other in names)
