"""Whether an annotation follows its scheme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from coindex.core.annotation import Relation
from coindex.core.errors import suggestion
from coindex.workbench.store.scheme.values import Scheme

SPLIT = "split"
"""The subtype of identity with several antecedents, which every scheme allows."""


class Violation(NamedTuple):
    """What is wrong about a mention, entity or link.

    `place` names it in the same way in every state: by the tokens of its mention. `missing`:
    something that is required is not there yet.
    """

    place: str
    message: str
    missing: bool = False


def violations(scheme: Scheme, state: Mapping[str, Any]) -> Iterator[Violation]:
    """Values of a stored state that the scheme does not have, and required ones that it lacks."""
    mentions = state.get("mentions", [])
    yield from _of_entities(scheme, state, mentions)
    yield from _of_mentions(scheme, mentions)
    allowed = {(one.relation, one.subtype) for one in scheme.relations}
    for link in state.get("links", []) if allowed else ():
        relation = str(link.get("relation", Relation.IDENTITY))
        subtype = link.get("subtype", "")
        plain = relation == Relation.IDENTITY and subtype in ("", SPLIT)
        if not plain and (relation, subtype) not in allowed:
            name = f"{relation} {subtype}".strip()
            known = [f"{one[0]} {one[1]}".strip() for one in allowed]
            yield Violation(
                place_of(mentions[link["anaphor"]]),
                f"the scheme has no relation {name!r}; {suggestion(name, sorted(known))}",
            )


def _of_entities(
    scheme: Scheme, state: Mapping[str, Any], mentions: list[Any]
) -> Iterator[Violation]:
    types = [one.name for one in scheme.types]
    for entity in state.get("entities", []):
        type = entity.get("type", "")
        first = mentions[entity["mentions"][0]]
        if type and types and type not in types:
            message = f"the scheme has no entity type {type!r}; {suggestion(type, types)}"
            yield Violation(place_of(first), message)
        elif not type and scheme.type_required:
            yield Violation(place_of(first), "its entity has no type", missing=True)


def _of_mentions(scheme: Scheme, mentions: list[Any]) -> Iterator[Violation]:
    for mention in mentions:
        kind = mention.get("kind", "")
        if scheme.kind_required and not kind:
            yield Violation(place_of(mention), "it has no kind", missing=True)
        attributes = dict(mention.get("attributes", []))
        for attribute in scheme.attributes:
            value = attributes.get(attribute.name, "")
            if value and attribute.values and value not in attribute.values:
                yield Violation(
                    place_of(mention),
                    f"{attribute.name} cannot be {value!r}; {suggestion(value, attribute.values)}",
                )
            wanted = attribute.required and (not attribute.kinds or kind in attribute.kinds)
            if not value and wanted:
                yield Violation(place_of(mention), f"{attribute.name} is missing", missing=True)


def place_of(mention: Mapping[str, Any]) -> str:
    """The tokens of a mention of a stored state, in one word: `0-2+5-6`, or `∅4` for a zero."""
    zero = mention.get("zero")
    if zero is not None:
        return f"∅{zero}"
    return "+".join(f"{start}-{end}" for start, end in mention["parts"])
