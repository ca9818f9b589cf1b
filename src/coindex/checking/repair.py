"""Repairs that lose nothing of what an annotation says: what is stated twice is stated once."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from coindex.checking.structure import repeated_members, says_nothing_new, statement
from coindex.core.annotation import Annotation, Link, Mention


def repaired(annotation: Annotation) -> Annotation:
    """The annotation without relations and mentions that repeat earlier ones; the same object, if
    it has none.
    """
    annotation = _without_repeated_mentions(annotation)
    first: dict[Hashable, Link] = {}
    for link in annotation.links:
        first.setdefault(statement(link), link)
    if len(first) == len(annotation.links):
        return annotation
    return replace(annotation, links=tuple(first.values()))


def _without_repeated_mentions(annotation: Annotation) -> Annotation:
    """Mentions are compared by identity: a repeated one may equal the one that stays, or be it."""
    instead: dict[int, Mention] = {
        id(again): first
        for _, first, again in repeated_members(annotation)
        if says_nothing_new(first, again)
    }
    if not instead:
        return annotation

    def linked(link: Link) -> Link:
        ends = (instead.get(id(one), one) for one in link.antecedents)
        anaphor = instead.get(id(link.anaphor), link.anaphor)
        return link._replace(anaphor=anaphor, antecedents=tuple(dict.fromkeys(ends)))

    def once(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
        kept = {id(one): one for one in (instead.get(id(one), one) for one in mentions)}
        return tuple(kept.values())

    return replace(
        annotation,
        mentions=once(annotation.mentions),
        entities=tuple(one._replace(mentions=once(one.mentions)) for one in annotation.entities),
        links=tuple(map(linked, annotation.links)),
    )
