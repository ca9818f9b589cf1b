"""Resolvers in groups, so that a form shows which to choose and which are there to compare with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

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


class ResolverGroup(NamedTuple):
    """`name` is a key of `GROUPS`, or `others`; templates put it into words."""

    name: str
    resolvers: list[Component]


def grouped_resolvers(resolvers: Iterable[Component]) -> list[ResolverGroup]:
    """The groups that have resolvers; what others have added comes last."""
    left = {one.name: one for one in resolvers}
    groups = [
        ResolverGroup(name, [left.pop(one) for one in names if one in left])
        for name, names in GROUPS.items()
    ]
    groups.append(ResolverGroup(OTHERS, list(left.values())))
    return [group for group in groups if group.resolvers]
