"""Who may write which source: annotators their own, adjudicators also the adjudication."""

from __future__ import annotations

from coindex.core import registry
from coindex.core.messages import Message
from coindex.workbench.problems import Refused
from coindex.workbench.security.visitor import ADJUDICATION, LOCAL, Visitor
from coindex.workbench.services import Services
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.revisions import StoredSource


def writable(source: StoredSource, visitor: Visitor) -> bool:
    if source.kind == "adjudication":
        return visitor.at_least("adjudicator")
    return visitor.owns(source)


def correctable(source: StoredSource, visitor: Visitor) -> bool:
    """Whether the visitor may correct the source, which is another person's."""
    return source.kind == "annotator" and visitor.at_least("adjudicator")


def source_to_write(
    services: Services, project: int, name: str, visitor: Visitor, *, correct: bool = False
) -> StoredSource:
    """The source to write, created on first use; annotators write their own,
    adjudicators also the adjudication, and others' to `correct` them.
    """
    existing = next(
        (one for one in services.store.revisions.sources(project) if one.name == name), None
    )
    if existing is None:
        if name == visitor.name:
            return services.store.revisions.source(project, name, "annotator", member=visitor.id)
        if name == ADJUDICATION and visitor.at_least("adjudicator"):
            return services.store.revisions.source(project, name, "adjudication")
        raise NotStored(
            Message(
                "this project has no source {name!r}; yours is called {visitor!r}",
                name=name,
                visitor=visitor.name,
            )
        )
    if not visitor.reads(existing):
        raise NotStored(Message("this project has no source {name!r}", name=name))
    if not writable(existing, visitor) and not (correct and correctable(existing, visitor)):
        raise Refused(
            403,
            Message(
                "you cannot change {name!r}; your own source is {visitor!r}",
                name=name,
                visitor=visitor.name,
            ),
        )
    return existing


def source_to_import(services: Services, project: int, name: str, visitor: Visitor) -> StoredSource:
    """The source to import into: your own, the adjudication, or, for
    adjudicators, one with an unused name.
    """
    if name in (visitor.name, ADJUDICATION) or not visitor.at_least("adjudicator"):
        return source_to_write(services, project, name, visitor)
    if is_member(services, name):
        raise Refused(
            409, Message("{name!r} is a member; only members write their own source", name=name)
        )
    if is_resolver(name):
        raise Refused(409, Message("{name!r} is a resolver; choose another name", name=name))
    return services.store.revisions.source(project, name, "import")


def is_member(services: Services, name: str) -> bool:
    """Whether a source has the name of a member, or of the only user of a server without them."""
    return name == LOCAL or name in {member.name for member in services.store.members.all()}


def is_resolver(name: str) -> bool:
    """Whether a source is called after a resolver."""
    return name.partition("(")[0].partition(" ")[0] in registry.names("resolvers")
