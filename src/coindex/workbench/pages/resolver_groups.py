"""Resolvers as forms offer them: by the names that people know them by, in groups, the usual ones
first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from coindex.interface.translation import say
from coindex.report.titles import PUBLISHED, titled
from coindex.workbench.api.components import Component

OTHERS = "others"
GROUPS = {
    "usual": ("auto", "hybrid", "neural", "sieve"),
    "factors": ("rosana", "supar", "rap", "kennedy_boguraev", "mars", "mitkov", "cogniac"),
    "salience": ("hobbs", "bfp", "lrc", "slist"),
    "special": ("bridging", "vote"),
    "baselines": ("recent", "subject", "random", "singletons", "one", "oracle"),
}
"""Names of resolvers by group, in the order in which they are offered."""


class OfferedResolver(NamedTuple):
    """A resolver with its title."""

    name: str
    title: str
    summary: str
    adjustable: bool


class ResolverGroup(NamedTuple):
    """`name` is a key of `GROUPS`, or `others`; templates put it into words."""

    name: str
    resolvers: list[OfferedResolver]


class Preset(NamedTuple):
    """Resolvers that are chosen together."""

    label: str
    resolvers: Sequence[str]


def grouped_resolvers(resolvers: Iterable[Component]) -> list[ResolverGroup]:
    """The groups that have resolvers; what others have added comes last."""
    left = {
        one.name: OfferedResolver(
            one.name, titled(one.name), re.sub("[`*]", "", one.summary), bool(one.parameters)
        )
        for one in resolvers
    }
    groups = [
        ResolverGroup(name, [left.pop(one) for one in names if one in left])
        for name, names in GROUPS.items()
    ]
    groups.append(ResolverGroup(OTHERS, list(left.values())))
    return [group for group in groups if group.resolvers]


def presets(
    groups: Iterable[ResolverGroup], distinct: Collection[str], quick: Collection[str]
) -> list[Preset]:
    """Choices of resolvers for a comparison, the most usual first; `distinct` are those of which
    none repeats another.
    """
    known = {group.name: [one.name for one in group.resolvers] for group in groups}
    every = [name for names in known.values() for name in names]
    published = [one for one in every if one in PUBLISHED]
    learned = [one for one in ("hybrid", "neural", "sieve", "recent") if one in every]
    return [
        Preset(say("Every resolver, and baselines"), [one for one in every if one in distinct]),
        Preset(say("A first look: a baseline and two that give reasons"), list(quick)),
        Preset(say("The published algorithms"), published),
        Preset(say("Learned and rule-based, and a baseline"), learned),
    ]
