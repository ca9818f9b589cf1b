"""From the lines of an `.ann` file to mentions, entities and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
    in_order,
)
from coindex.core.chains import connected
from coindex.core.document import Document, Span
from coindex.core.remedies import leniently
from coindex.formats.brat.lines import Bound, LineScan, Related, decoded, encoded
from coindex.formats.building import TokenOffsets, from_text
from coindex.formats.standoff import disjoint, spells

DEFAULT_TYPE = "Mention"
SPLIT = "Split"
APART = "Apart"
_RELATIONS = {
    "appos": Relation.APPOSITION,
    "apposition": Relation.APPOSITION,
    "cop": Relation.PREDICATION,
    "copula": Relation.PREDICATION,
    "predication": Relation.PREDICATION,
    "bridge": Relation.BRIDGING,
    "bridging": Relation.BRIDGING,
    "discourse": Relation.DISCOURSE,
}
_KINDS = {str(kind): kind for kind in Kind if kind}
_REFERENCES = {str(reference): reference for reference in Reference if reference}


class BratOptions(Protocol):
    """The options of the format that the reader needs."""

    @property
    def coreference(self) -> tuple[str, ...]: ...
    @property
    def mentions(self) -> tuple[str, ...]: ...
    @property
    def singletons(self) -> bool: ...
    @property
    def language(self) -> str: ...


def annotated(scan: LineScan, text: str, options: BratOptions, name: str) -> Annotated:
    """The document with the annotation of these lines."""
    wanted = options.mentions
    chosen = [bound for bound in scan.bound.values() if not wanted or decoded(bound.type) in wanted]
    fitting = [bound for bound in chosen if _fits(bound, text, scan)]
    cuts = [end for bound in fitting for place in bound.places for end in place]
    document = from_text(name, text, cuts, language=options.language)
    return Annotated(document, _Reading(scan, document, options).annotation(fitting))


def _fits(bound: Bound, text: str, scan: LineScan) -> bool:
    if not all(start < end <= len(text) for start, end in bound.places):
        remedy = leniently("leaves it out", "check that this is the right text")
        scan.report("offsets outside the text", bound.line, bound.id, remedy=remedy)
        return False
    if bound.text.strip() and not spells(text, bound.places, bound.text):
        remedy = leniently("uses the offsets", "check that this is the right text")
        scan.report(
            "text differs from the text under the offsets", bound.line, bound.id, remedy=remedy
        )
    return True


class _Reading:
    """The state of one document; annotations are referred to by id until everything has
    been read.
    """

    def __init__(self, scan: LineScan, document: Document, options: BratOptions) -> None:
        self.scan, self.document, self.options = scan, document, options
        self.same = {name.lower() for name in options.coreference}
        self.parts: dict[str, tuple[Span, ...]] = {}
        self.raw: list[tuple[str, str]] = []
        self.pairs: list[tuple[str, str]] = []

    def annotation(self, bounds: Sequence[Bound]) -> Annotation:
        self._place(bounds)
        self._keep_unchosen()
        related = list(self._related())
        self._equivalences()
        order = sorted(
            self.parts, key=lambda name: (self.parts[name][0].start, -self.parts[name][-1].end)
        )
        groups = [
            group
            for group in connected(order, self.pairs)
            if len(group) > 1 or self._alone(group[0])
        ]
        types = self._types(groups)
        mentions = {name: self._mention(name, types) for name in self.parts}
        entities = [
            Entity(str(number), in_order([mentions[name] for name in group]), types[group[0]][1])
            for number, group in enumerate(groups, 1)
        ]
        links = tuple(self._links(related, mentions))
        raw = (*self.raw, *self.scan.rest)
        every = in_order(list(mentions.values()))
        return Annotation(
            self.document.id, mentions=every, entities=tuple(entities), links=links, attributes=raw
        )

    def _place(self, bounds: Sequence[Bound]) -> None:
        offsets = TokenOffsets(self.document)
        for bound in bounds:
            spans = [offsets.span(*place) for place in bound.places]
            parts = disjoint(span for span in spans if span is not None)
            if parts:
                self.parts[bound.id] = parts
            else:
                self.scan.report("no word under the offsets", bound.line, bound.id)

    def _keep_unchosen(self) -> None:
        for bound in self.scan.bound.values():
            if self.options.mentions and decoded(bound.type) not in self.options.mentions:
                places = ";".join(f"{start} {end}" for start, end in bound.places)
                self.raw.append((bound.id, f"{bound.type} {places}\t{bound.text}"))

    def _related(self) -> Iterator[tuple[Related, Relation]]:
        """The relations that are links; identity joins the mentions at both ends."""
        for related in self.scan.relations.values():
            kind = decoded(related.type).removeprefix(SPLIT).lower()
            relation = Relation.IDENTITY if kind in self.same else _RELATIONS.get(kind)
            ends = (related.source, related.target)
            missing = [end for end in ends if end not in self.scan.ids]
            if missing:
                self.scan.report("relation to an unknown annotation", related.line, missing[0])
            elif relation is None or not all(end in self.parts for end in ends):
                self._keep(related)
            else:
                if relation is Relation.IDENTITY and not self._apart(related):
                    self.pairs.append(ends)
                yield related, relation

    def _apart(self, related: Related) -> bool:
        marked = (name for name, _ in self.scan.attributes.get(related.id, ()))
        return related.type.startswith(SPLIT) or APART in marked

    def _keep(self, related: Related) -> None:
        self.raw.append((related.id, f"{related.type} Arg1:{related.source} Arg2:{related.target}"))
        for name, value in self.scan.attributes.get(related.id, ()):
            self.raw.append(("A", f"{encoded(name)} {related.id} {encoded(value)}".rstrip()))

    def _equivalences(self) -> None:
        for kind, members, line in self.scan.equivalences:
            known = [name for name in members if name in self.parts]
            if kind.lower() not in self.same:
                self.raw.append(("*", f"{kind} {' '.join(members)}"))
                continue
            if len(known) < len(members):
                unknown = next(name for name in members if name not in self.parts)
                self.scan.report("equivalence with an unknown annotation", line, unknown)
            self.pairs += [(known[0], name) for name in known[1:]]

    def _alone(self, name: str) -> bool:
        return self.options.singletons or ("Singleton", "") in self.scan.attributes.get(name, ())

    def _types(self, groups: list[list[str]]) -> dict[str, tuple[str, str]]:
        """For each mention its own type, if it differs from that of its entity, and the type of its
        entity.
        """
        own = {name: decoded(self.scan.bound[name].type) for name in self.parts}
        types = {name: ("" if kind == DEFAULT_TYPE else kind, "") for name, kind in own.items()}
        for group in groups:
            kinds = {own[name] for name in group}
            shared = "" if len(kinds) > 1 or kinds == {DEFAULT_TYPE} else own[group[0]]
            types |= {name: (own[name] if len(kinds) > 1 else "", shared) for name in group}
        return types

    def _mention(self, name: str, types: dict[str, tuple[str, str]]) -> Mention:
        kind, reference, subtype = Kind.UNKNOWN, Reference.UNMARKED, ""
        attributes = [("type", types[name][0])] if types[name][0] else []
        for key, value in self.scan.attributes.get(name, ()):
            if key == "Kind" and value in _KINDS:
                kind = _KINDS[value]
            elif key == "Reference" and value in _REFERENCES:
                reference = _REFERENCES[value]
            elif key == "Subtype":
                subtype = value
            elif (key, value) != ("Singleton", ""):
                attributes.append((key, value))
        return Mention(
            self.parts[name], None, kind, None, name, reference, subtype, tuple(attributes)
        )

    def _links(
        self, related: list[tuple[Related, Relation]], mentions: dict[str, Mention]
    ) -> Iterator[Link]:
        """The links; adjacent relations of one anaphor called `Split...` are one link."""
        waiting: list[tuple[Related, Relation]] = []
        for item in related:
            first = waiting[0][0] if waiting else None
            joined = first and first.type.startswith(SPLIT) and first[1:3] == item[0][1:3]
            if waiting and not joined:
                yield self._link(waiting, mentions)
                waiting = []
            waiting.append(item)
        if waiting:
            yield self._link(waiting, mentions)

    def _link(self, group: list[tuple[Related, Relation]], mentions: dict[str, Mention]) -> Link:
        first, relation = group[0]
        attributes = self.scan.attributes.get(first.id, [])
        return Link(
            mentions[first.source],
            tuple(mentions[related.target] for related, _ in group),
            relation,
            next((value for name, value in attributes if name == "Subtype"), ""),
            ("Optional", "") in attributes,
            tuple(pair for pair in attributes if pair[0] not in ("Subtype", "Optional", APART)),
        )
