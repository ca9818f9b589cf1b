"""Passes over the first and second person: who speaks, and who is spoken to."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.language.agreement import Number, Person
from coindex.resolvers.discourse import Expression
from coindex.resolvers.sieve.scene import Proposal, Scene


def speakers(scene: Scene) -> Iterator[Proposal]:
    """*I*, *we* and *you* of the same speaker."""
    sentences = scene.discourse.document.sentences
    latest: dict[tuple[str, str], Expression] = {}
    for expression in scene.discourse.pronouns:
        role = role_of(expression)
        if not role:
            continue
        key = role, sentences[expression.sentence].speaker
        earlier = latest.get(key)
        if scene.open(expression):
            yield Proposal(expression, earlier)
        latest[key] = expression


def role_of(expression: Expression) -> str:
    features = expression.features
    if features.person == Person.FIRST:
        return "we" if features.number == Number.PLURAL else "I"
    return "you" if features.person == Person.SECOND else ""
