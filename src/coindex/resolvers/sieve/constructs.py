"""Passes over constructions that say by themselves that two phrases are one."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.resolvers.discourse import Expression
from coindex.resolvers.sieve.scene import Proposal, Scene


def apposition(scene: Scene) -> Iterator[Proposal]:
    for later, earlier in sorted(scene.discourse.appositions.items(), key=lambda pair: pair[0].number):
        if later.number > earlier.number and not scene.clash(later, earlier, persons=False):
            yield Proposal(later, earlier)


def copula(scene: Scene) -> Iterator[Proposal]:
    for predicate, subject in sorted(scene.discourse.copulas.items(), key=lambda pair: pair[0].number):
        if (
            predicate.number > subject.number
            and _identifies(predicate)
            and not scene.clash(predicate, subject, persons=False)
        ):
            yield Proposal(predicate, subject)


def _identifies(predicate: Expression) -> bool:
    return predicate.kind in (Kind.NOMINAL, Kind.NAME)


def reflexive(scene: Scene) -> Iterator[Proposal]:
    for pronoun, subject in sorted(scene.discourse.reflexives.items(), key=lambda pair: pair[0].number):
        if not scene.clash(pronoun, subject):
            yield Proposal(pronoun, subject)


def relative(scene: Scene) -> Iterator[Proposal]:
    for pronoun, head in sorted(scene.discourse.relatives.items(), key=lambda pair: pair[0].number):
        yield Proposal(pronoun, head)
