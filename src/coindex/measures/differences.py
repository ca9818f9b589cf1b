"""Where two annotations of a document differ, as a list for an adjudicator to work through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Link, Mention, Reference, Relation
from coindex.core.document import Document, Span
from coindex.core.protocols import AlignedPair
from coindex.measures.pair import all_mentions

ABSENT = "-"
NEW = "new entity"


class Difference(NamedTuple):
    """One difference between two annotations about the tokens `parts`.

    `aspect`: *mention* (one has it), *span* (same core, other bounds), *core*, *kind*, *reference*,
    *entity* (another nearest antecedent), *link* (relation, option, split antecedents) or
    *description* (of an entity, at its first mention). `first` and `second` are the values on each
    side.
    """

    document: str
    parts: tuple[Span, ...]
    words: str
    aspect: str
    first: str
    second: str


def differences(pair: AlignedPair) -> list[Difference]:
    """The differences in textual order; the key is the first side, the response the second."""
    first, second = Side(pair.document, pair.key), Side(pair.document, pair.response)
    listed = [*_of_mentions(first, second)]
    shared = [parts for parts in first.mentions if parts in second.mentions]
    for aspect in ("core", "kind", "reference", "link"):
        for parts in shared:
            says = [getattr(side, aspect)(side.mentions[parts]) for side in (first, second)]
            listed += _unless_equal(first, parts, aspect, *says)
    nearest = [side.antecedents(set(shared)) for side in (first, second)]
    for parts in shared:
        listed += _unless_equal(
            first,
            parts,
            "entity",
            *(first.named(antecedents.get(parts)) for antecedents in nearest),
        )
    listed += _of_descriptions(first, second)
    return sorted(listed, key=lambda difference: (difference.parts, difference.aspect))


class Side:
    """One annotation, with look-up of its mentions by their tokens."""

    def __init__(self, document: Document, annotation: Annotation) -> None:
        self.document, self.annotation = document, annotation
        self.mentions = {mention.parts: mention for mention in all_mentions(annotation)}
        self.entities: dict[tuple[Span, ...], Entity] = {
            mention.parts: entity for entity in annotation.entities for mention in entity.mentions
        }
        self.positions = {
            mention.parts: number
            for entity in annotation.entities
            for number, mention in enumerate(entity.mentions)
        }
        self._links: dict[tuple[Span, ...], list[Link]] = {}
        for link in annotation.links:
            self._links.setdefault(link.anaphor.parts, []).append(link)

    def words(self, parts: tuple[Span, ...]) -> str:
        return " ".join(" ".join(self.document.surface(part) for part in parts).split())

    def named(self, parts: tuple[Span, ...] | None) -> str:
        return NEW if parts is None else f"{self.words(parts) or '∅'} @{parts[0].start}"

    def core(self, mention: Mention) -> str:
        return ABSENT if mention.minimum is None else self.words((mention.minimum,))

    def kind(self, mention: Mention) -> str:
        return mention.kind.value or ABSENT

    def reference(self, mention: Mention) -> str:
        flags = sorted(name for name, _ in mention.attributes)
        parts = [mention.reference.value, mention.subtype, *flags]
        return " ".join(word for word in parts if word) or ABSENT

    def link(self, mention: Mention) -> str:
        return "; ".join(sorted(map(self._wording, self._links.get(mention.parts, ())))) or ABSENT

    def _wording(self, link: Link) -> str:
        plain = link.relation is Relation.IDENTITY and not link.subtype
        words = [] if plain else [link.subtype or link.relation.value]
        if len(link.antecedents) > 1 or link.relation is Relation.BRIDGING:
            words.append(
                " + ".join(self.words(antecedent.parts) for antecedent in link.antecedents)
            )
        return " ".join([*words, *(["optional"] if link.optional else [])])

    def antecedents(
        self, shared: set[tuple[Span, ...]]
    ) -> Mapping[tuple[Span, ...], tuple[Span, ...]]:
        """For each shared mention the nearest earlier shared mention of its entity."""
        antecedents: dict[tuple[Span, ...], tuple[Span, ...]] = {}
        for entity in self.annotation.entities:
            known = [mention.parts for mention in entity.mentions if mention.parts in shared]
            antecedents.update(zip(known[1:], known, strict=False))
        return antecedents


def _unless_equal(
    side: Side, parts: tuple[Span, ...], aspect: str, first: str, second: str
) -> Iterator[Difference]:
    if first != second:
        yield Difference(side.document.id, parts, side.words(parts), aspect, first, second)


def _of_mentions(first: Side, second: Side) -> Iterator[Difference]:
    only_first = {parts: m for parts, m in first.mentions.items() if parts not in second.mentions}
    only_second = {parts: m for parts, m in second.mentions.items() if parts not in first.mentions}
    by_core = {
        _core(mention): parts
        for parts, mention in only_second.items()
        if mention.minimum is not None
    }
    for parts, mention in only_first.items():
        other = by_core.pop(_core(mention), None) if mention.minimum is not None else None
        if other is not None:
            yield Difference(
                first.document.id,
                parts,
                first.words(parts),
                "span",
                first.words(parts),
                first.words(other),
            )
            del only_second[other]
        else:
            yield Difference(
                first.document.id,
                parts,
                first.words(parts),
                "mention",
                _stand(first, mention),
                ABSENT,
            )
    for parts, mention in only_second.items():
        yield Difference(
            first.document.id, parts, first.words(parts), "mention", ABSENT, _stand(second, mention)
        )


def _core(mention: Mention) -> Span | None:
    return mention.minimum


def _stand(side: Side, mention: Mention) -> str:
    if mention.reference is Reference.NONREFERENTIAL:
        return side.reference(mention)
    entity = side.entities.get(mention.parts)
    return "in no entity" if entity is None else entity.id


def _of_descriptions(first: Side, second: Side) -> Iterator[Difference]:
    """Differences in the types and attributes of entities; each entity is compared with the one on
    the other side that shares most mentions with it.
    """
    for entity in first.annotation.entities:
        shared = Counter(
            second.entities[mention.parts].id
            for mention in entity.mentions
            if mention.parts in second.entities
        )
        if not shared:
            continue
        best = shared.most_common(1)[0][0]
        other = next(candidate for candidate in second.annotation.entities if candidate.id == best)
        parts = entity.mentions[0].parts
        yield from _unless_equal(
            first, parts, "description", entity_description(entity), entity_description(other)
        )


def entity_description(entity: Entity) -> str:
    return (
        " ".join(word for word in (entity.type, *(value for _, value in entity.attributes)) if word)
        or ABSENT
    )
