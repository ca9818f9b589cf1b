"""People of different names: a model scores pairs of mentions, so *Charles* may follow a *he* that
is *Nathan*.
"""

from __future__ import annotations

from collections.abc import Mapping

from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.names import Name, formal_names
from coindex.resolvers.entities import Group

_STEM = 2
"""How many equal first letters may mean forms of one name: *Eliza*, *Elsie*."""
_EITHER = 0.03
PEOPLE = frozenset({"", "PER", "person", "animal"})
"""Types of mentions that are people, or may be."""


def strangers(name: Expression, entity: Group) -> bool:
    """Whether an entity has names, and none of them shares a word with this one."""
    if not entity.names:
        return False
    words = frozenset(name.name.words)
    return all(words.isdisjoint(other.words) for other in entity.names)


def other_people(one: Group, other: Group, language: str) -> bool:
    """Whether both entities have first names, and none of one is like one of the other: *Walter*
    and *Gunnar*, but not *Liz* and *Betty*, nor *Mr Darcy* and *Fitzwilliam*, nor *the King* and
    *Charles*.
    """
    if not one.names or not other.names:
        return False
    known = lexicon.first_names(language)
    names = one.names | other.names
    ranks = lexicon.words(language, "people", "title")
    if not all(_first_name(name, known) and name.given not in ranks for name in names):
        return False
    return not any(_alike(left, right, language) for left in one.names for right in other.names)


def _first_name(name: Name, known: Mapping[str, float]) -> bool:
    """Whether it begins with a name of men or of women only: *Miller* and *Sawyer*, of either, are
    surnames, too.
    """
    share = known.get(name.given, 0.5)
    return not _EITHER < share < 1 - _EITHER and (len(name.words) > 1 or not name.titles)


def _alike(left: Name, right: Name, language: str) -> bool:
    if not {*left.words}.isdisjoint(right.words) or left.given[:_STEM] == right.given[:_STEM]:
        return True
    formal = [formal_names(name.given, language) | {name.given} for name in (left, right)]
    return not formal[0].isdisjoint(formal[1])
