"""Parts of a key and a response: windows of a long text, and entities of a kind.

Windows are those of Martinelli, Bonomo, Huguet Cabot & Navigli (2025), BookCoref: a response to a
whole book is judged window by window, so that only what happens within a window counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace

from coindex.core.annotation import Annotation, Entity, Link, Mention
from coindex.core.decision import Decision
from coindex.core.protocols import AlignedPair
from coindex.measures.extent import spread_band, words_before
from coindex.measures.pair import Pair


class WindowPair(Pair):
    """A key and a response in one window of a document; `number` is counted from 1."""

    number: int = 0


def windows(pair: Pair, words: int) -> Iterator[WindowPair]:
    """A document in windows of this many words; a mention belongs to that in which it begins.

    A window without mentions is left out.
    """
    before = words_before(pair.document)

    def number(mention: Mention) -> int:
        return before[mention.start] // words + 1

    keys, responses = _cut(pair.key, number), _cut(pair.response, number)
    decisions: dict[int, list[Decision]] = {}
    for decision in pair.decisions:
        decisions.setdefault(number(decision.anaphor), []).append(decision)
    for place in sorted(keys.keys() | responses.keys()):
        part = WindowPair(
            pair.document,
            keys.get(place) or restricted(pair.key, _none),
            responses.get(place) or restricted(pair.response, _none),
            decisions.get(place, []),
            inexact=pair.inexact,
            response_document=pair.response_document,
        )
        part.number = place
        yield part


def _none(_: Mention) -> bool:
    return False


def _cut(annotation: Annotation, number: Callable[[Mention], int]) -> dict[int, Annotation]:
    """The annotation of each window, in one pass: a book has a hundred windows."""
    mentions: dict[int, list[Mention]] = {}
    for mention in annotation.mentions:
        mentions.setdefault(number(mention), []).append(mention)
    entities: dict[int, list[Entity]] = {}
    for entity in annotation.entities:
        groups: dict[int, list[Mention]] = {}
        for mention in entity.mentions:
            groups.setdefault(number(mention), []).append(mention)
        for place, group in groups.items():
            entities.setdefault(place, []).append(entity._replace(mentions=tuple(group)))
    links: dict[int, list[Link]] = {}
    for link in annotation.links:
        places = {number(one) for one in (link.anaphor, *link.antecedents)}
        if len(places) == 1:
            links.setdefault(places.pop(), []).append(link)
    return {
        place: replace(
            annotation,
            mentions=tuple(mentions.get(place, ())),
            entities=tuple(entities.get(place, ())),
            links=tuple(links.get(place, ())),
        )
        for place in mentions.keys() | entities.keys()
    }


def window_name(pair: AlignedPair) -> str:
    """The number of a window, and `whole` for a document that is not cut."""
    return str(pair.number) if isinstance(pair, WindowPair) else "whole"


def by_spread(pair: AlignedPair, view: str) -> dict[str, Pair]:
    """The entities of the key by how far they reach, each band with what the response makes of
    their mentions; mentions that the key does not have are left out.
    """
    partner = pair.counterparts(view)
    bands: dict[str, set[Mention]] = {}
    for entity in pair.key.entities:
        name = spread_band(pair.document, entity)
        bands.setdefault(name, set()).update(entity.mentions)
    return {
        name: Pair(
            pair.document,
            restricted(pair.key, wanted.__contains__),
            restricted(pair.response, _with_partner_in(wanted, partner)),
        )
        for name, wanted in bands.items()
    }


def _with_partner_in(
    wanted: Set[Mention], partner: Mapping[Mention, Mention]
) -> Callable[[Mention], bool]:
    return lambda mention: partner.get(mention) in wanted


def restricted(annotation: Annotation, keep: Callable[[Mention], bool]) -> Annotation:
    """An annotation with some of its mentions; entities without any, and links that lose an end,
    are gone.
    """
    kept: list[Entity] = []
    for entity in annotation.entities:
        mentions = tuple(filter(keep, entity.mentions))
        if mentions:
            kept.append(entity._replace(mentions=mentions))
    return replace(
        annotation,
        mentions=tuple(filter(keep, annotation.mentions)),
        entities=tuple(kept),
        links=tuple(
            link for link in annotation.links if all(map(keep, (link.anaphor, *link.antecedents)))
        ),
    )
