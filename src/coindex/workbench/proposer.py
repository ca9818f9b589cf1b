"""The resolver that a request names, which may be the tuned one of its project."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core import spec
from coindex.core.messages import Message
from coindex.pipeline.pipeline import RESOLVER
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


def bundled(resolver: str) -> str:
    """The resolver with the bundled model, which is quick enough for proposals; one that names
    another size is refused.
    """
    read = spec.read(resolver)
    if dict(read.named).get("size") == "large":
        raise Refused(
            422,
            Message(
                "{resolver} is too slow for proposals, which come from the bundled model: leave "
                "out its size",
                resolver=resolver,
            ),
        )
    return str(read.with_named("size", "small")) if read.name == RESOLVER else resolver
