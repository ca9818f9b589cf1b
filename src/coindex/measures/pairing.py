"""Finds the response of each key document while both are read, and notes what is unusual about
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation, Mention, Relation
from coindex.core.errors import AlignmentError
from coindex.core.messages import Message
from coindex.core.remedies import Action, doing
from coindex.measures.pair import Pair, all_mentions
from coindex.measures.projection import project

LISTED = 3
"""How many documents without a counterpart one error names."""
MISSING = ("error", "empty")
ONE_SIDED = "documents on one side only"
NOTHING = "documents without entities in key and response (they add nothing)"


class Notes(NamedTuple):
    """What is unusual but can be scored, counted while documents are paired."""

    key: Counter[str]
    response: Counter[str]

    @classmethod
    def empty(cls) -> Notes:
        return cls(Counter(), Counter())


def paired(
    keys: Iterable[Annotated],
    responses: Iterable[Annotated],
    *,
    missing: str = "error",
    zeros: str = "dependent",
    notes: Notes | None = None,
    paths: tuple[str, str] = ("", ""),
) -> Iterator[Pair]:
    """Key and response by document id, in the order of the keys if both come in the same order.

    A document on one side only is an error; with `missing="empty"`, it counts as one in which
    nothing was found. `paths` are those of key and response, for error messages.
    """
    notes = notes or Notes.empty()
    matched = _matched(keys, responses)
    for key, response in matched:
        if key is not None and response is not None:
            yield _laid_over(key, response, zeros, notes, paths)
            continue
        present = key or response
        assert present is not None
        if missing == "error":
            # Documents on one side only come last: what follows has no counterpart either.
            others = [right if key else left for left, right in matched]
            unmatched = [one.document.id for one in others if one is not None]
            raise _alone(present.document.id, in_key=key is not None, others=unmatched)
        notes.response[ONE_SIDED] += 1
        nothing = present._replace(annotation=Annotation(present.document.id))
        yield _laid_over(key or nothing, response or nothing, zeros, notes, paths)


def _alone(id: str, *, in_key: bool, others: Sequence[str]) -> AlignmentError:
    """The error for a document on one side only; `others` are those on the other side only."""
    side, other = ("key", "response") if in_key else ("response", "key")
    what = Message(
        "document {id!r} is in the {side} but not in the {other}", id=id, side=side, other=other
    )
    if others:
        listed = ", ".join(map(repr, others[:LISTED])) + (", ..." if len(others) > LISTED else "")
        what = Message(
            "document {id!r} is in the {side} but not in the {other}, which has {listed}",
            id=id,
            side=side,
            other=other,
            listed=listed,
        )
    return AlignmentError(
        what,
        remedy=doing(
            Action.MISSING_IS_EMPTY,
            "documents are paired by their names, which must be the same" if others else "",
            effect="counts it as one in which nothing was found",
        ),
    )


def _matched(
    keys: Iterable[Annotated], responses: Iterable[Annotated]
) -> Iterator[tuple[Annotated | None, Annotated | None]]:
    """The pairs: both sides advance together as long as their ids agree; a document that comes
    early waits.
    """
    waiting_keys: dict[str, Annotated] = {}
    waiting_responses: dict[str, Annotated] = {}
    key_stream, response_stream = iter(keys), iter(responses)
    while True:
        key, response = next(key_stream, None), next(response_stream, None)
        if key is None and response is None:
            break
        if key is not None and response is not None and key.document.id == response.document.id:
            yield key, response
            continue
        if response is not None:
            waiting_responses[response.document.id] = response
        if key is not None:
            waiting_keys[key.document.id] = key
        # Either of the two may complete a pair whose other half has been waiting.
        for id in [item.document.id for item in (key, response) if item is not None]:
            if id in waiting_keys and id in waiting_responses:
                yield waiting_keys.pop(id), waiting_responses.pop(id)
    yield from ((key, None) for key in waiting_keys.values())
    yield from ((None, response) for response in waiting_responses.values())


def _laid_over(
    key: Annotated, response: Annotated, zeros: str, notes: Notes, paths: tuple[str, str]
) -> Pair:
    notes.key.update(
        {
            Message("{what} in the key", what=Message(what)): n
            for what, n in oddities(key.annotation).items()
        }
    )
    notes.response.update(
        {
            Message("{what} in the response", what=Message(what)): n
            for what, n in oddities(response.annotation).items()
        }
    )
    if not key.annotation.entities and not response.annotation.entities:
        notes.response[NOTHING] += 1
    try:
        projected = project(
            response.annotation, response.document, key.document, zeros=zeros, by_place=True
        )
    except AlignmentError as error:
        if not any(paths):
            raise
        raise AlignmentError(
            Message(
                "{key}, {response}: {what}", key=paths[0], response=paths[1], what=error.what()
            ),
            remedy=error.remedy,
        ) from error
    inside = len(projected.inexact) - projected.lost
    if inside:
        notes.response["response mentions that begin or end inside a token of the key"] += inside
    if projected.differing:
        notes.response["words that differ from those of the key (aligned by place)"] += (
            projected.differing
        )
    if projected.lost:
        notes.response["response zeros without a counterpart"] += projected.lost
    return Pair.projected(key, projected, response.document)


def oddities(annotation: Annotation) -> Counter[str]:
    """What measures have to interpret or leave out, counted."""
    owners: dict[object, set[str]] = {}
    counts: Counter[str] = Counter()
    for entity in annotation.entities:
        for mention in entity.mentions:
            seen = owners.setdefault(mention.parts, set())
            counts["duplicate mentions (the first counts)"] += entity.id in seen
            counts["spans in two entities (the first counts)"] += bool(seen - {entity.id})
            seen.add(entity.id)
    for link in annotation.links:
        counts["bridging links (only Bridging scores them)"] += link.relation is Relation.BRIDGING
        counts["split antecedents (only SplitAntecedents and Resolution score them)"] += (
            link.relation is not Relation.BRIDGING and len(link.antecedents) > 1
        )
    counts["crossing mentions"] = crossing(all_mentions(annotation))
    return +counts


def crossing(mentions: Iterable[Mention]) -> int:
    """How many mentions end inside another one that began later; gaps of discontinuous mentions do
    not count.
    """
    count = 0
    inside: list[int] = []
    for start, minus_end in sorted({(m.start, -m.end) for m in mentions if len(m.parts) == 1}):
        while inside and inside[-1] <= start:
            inside.pop()
        if inside and -minus_end > inside[-1]:
            count += 1
        else:
            inside.append(-minus_end)
    return count
