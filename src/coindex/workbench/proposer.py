"""The resolver that a request names, which may be the tuned one of its project."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core import spec
from coindex.workbench.editing.parses import checked_resolver
from coindex.workbench.problems import Refused
from coindex.workbench.services import Services

TUNED = "tuned"
"""What requests call the resolver that was tuned to their project."""


class Named(NamedTuple):
    """A component string, and the name of the source that stores what it does."""

    resolver: str
    source: str


def named_resolver(services: Services, project: int, asked: str) -> Named:
    """The resolver that a request names, in its shortest spelling."""
    if asked != TUNED:
        resolver = checked_resolver(asked)
        return Named(resolver, resolver)
    proposer = services.store.proposers.find(project)
    if proposer is None:
        raise Refused(404, "no tuned resolver is switched on in this project")
    name = spec.read(proposer.resolver).name
    return Named(proposer.resolver, f"{name} with the weights of run {proposer.run}")
