"""Where several annotations of a document disagree: the reading of each source, and that of the
majority.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotation
from coindex.core.document import Document, Span
from coindex.measures.differences import ABSENT, Side, entity_description

MARKED = "marked"
ASPECTS = ("mention", "span", "core", "kind", "reference", "entity", "link", "description")
"""In the order in which they are settled: what an entity is comes after what belongs to it."""
Place = tuple[Span, ...]


class SharedReading(NamedTuple):
    """A reading of a place, and the sources that share it."""

    saying: str
    sources: tuple[str, ...]


class Disagreement(NamedTuple):
    """A place that at least two sources describe differently.

    `aspect` is one of those of `Difference`. `readings` are ordered by the number of their sources,
    then by the order of the sources.
    """

    document: str
    parts: Place
    words: str
    aspect: str
    readings: tuple[SharedReading, ...]

    @property
    def majority(self) -> SharedReading | None:
        """The reading that more than half of the sources share."""
        first = self.readings[0]
        count = sum(len(reading.sources) for reading in self.readings)
        return first if 2 * len(first.sources) > count else None


def disagreements(document: Document, annotations: Mapping[str, Annotation]) -> list[Disagreement]:
    """The disagreements in textual order. Sources that lack a mention count only for the mention
    itself and its bounds.
    """
    sides = {name: Side(document, annotation) for name, annotation in annotations.items()}
    owners: dict[Place, list[str]] = {}
    for name, side in sides.items():
        for parts in side.mentions:
            owners.setdefault(parts, []).append(name)
    listed = [*_of_mentions(document, sides, owners)]
    for parts, names in owners.items():
        if len(names) < 2:
            continue
        having = {name: sides[name] for name in names}
        for aspect, sayings in _sayings(parts, having, owners):
            listed += _unless_unanimous(document, having, parts, aspect, sayings)
    return sorted(listed, key=lambda one: (one.parts, ASPECTS.index(one.aspect)))


def _sayings(
    parts: Place, sides: Mapping[str, Side], owners: Mapping[Place, Sequence[str]]
) -> Iterator[tuple[str, list[str]]]:
    """The readings of a mention that all of the sources have, aspect by aspect."""
    for aspect in ("core", "kind", "reference", "link"):
        yield aspect, [getattr(side, aspect)(side.mentions[parts]) for side in sides.values()]
    earlier = [_earlier(side, parts, set(sides), owners) for side in sides.values()]
    if len({places[-1:] for places in earlier}) > 1:
        # Named by the first mention of the chain: with the nearest one, two sources could seem to
        # agree although they put that one into different chains.
        side = next(iter(sides.values()))
        yield "entity", [side.named(places[0] if places else None) for places in earlier]
    first = next(iter(sides.values())).entities.get(parts)
    if first is not None and first.mentions[0].parts == parts:
        entities = [side.entities.get(parts) for side in sides.values()]
        yield "description", [ABSENT if e is None else entity_description(e) for e in entities]


def _earlier(
    side: Side, parts: Place, known: set[str], owners: Mapping[Place, Sequence[str]]
) -> tuple[Place, ...]:
    """The first and the nearest earlier mention of the same entity that all of these
    sources have.
    """
    entity = side.entities.get(parts)
    before = () if entity is None else entity.mentions[: side.positions[parts]]
    first = next((m.parts for m in before if known.issubset(owners[m.parts])), None)
    if first is None:
        return ()
    return first, next(m.parts for m in reversed(before) if known.issubset(owners[m.parts]))


def _of_mentions(
    document: Document, sides: Mapping[str, Side], owners: Mapping[Place, Sequence[str]]
) -> Iterator[Disagreement]:
    """Mentions that not all sources have; those with the same minimal span count as one, with
    several bounds.
    """
    partial = {parts: names for parts, names in owners.items() if len(names) < len(sides)}
    by_core: dict[Span, list[Place]] = {}
    for parts, names in partial.items():
        core = sides[names[0]].mentions[parts].minimum
        if core is not None:
            by_core.setdefault(core, []).append(parts)
    joined: set[Place] = set()
    for places in by_core.values():
        names = [name for parts in places for name in partial[parts]]
        # A source that has two of them means two mentions, not two bounds of one.
        if len(places) < 2 or len(set(names)) < len(names):
            continue
        joined.update(places)
        of_source = {name: parts for parts in places for name in partial[parts]}
        sayings = [
            side.words(of_source[name]) if name in of_source else ABSENT
            for name, side in sides.items()
        ]
        yield from _unless_unanimous(document, sides, min(places), "span", sayings)
    for parts in partial:
        if parts not in joined:
            sayings = [MARKED if parts in side.mentions else ABSENT for side in sides.values()]
            yield from _unless_unanimous(document, sides, parts, "mention", sayings)


def _unless_unanimous(
    document: Document, sides: Mapping[str, Side], parts: Place, aspect: str, sayings: Iterable[str]
) -> Iterator[Disagreement]:
    sources: dict[str, list[str]] = {}
    for name, saying in zip(sides, sayings, strict=True):
        sources.setdefault(saying, []).append(name)
    if len(sources) > 1:
        readings = sorted(
            (SharedReading(saying, tuple(names)) for saying, names in sources.items()),
            key=lambda reading: -len(reading.sources),
        )
        words = next(iter(sides.values())).words(parts)
        yield Disagreement(document.id, parts, words, aspect, tuple(readings))
