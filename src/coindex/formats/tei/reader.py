"""Reads TEI: the targets of mentions, and stand-off annotation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Attributes,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
)
from coindex.core.annotation import in_order as ordered
from coindex.core.chains import connected
from coindex.core.document import Span
from coindex.core.remedies import leniently
from coindex.formats.markup import XML_ID, XML_LANG, Xml, content, decoded_name, local, member
from coindex.formats.running import joined
from coindex.formats.tei.text import NAMES, POINTERS, TeiText, pointed

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_STRUCTURE = frozenset({"n", "next", "prev", "part", "ana", "from", "to", "target", *POINTERS})
_TYPES = {
    "persName": "person",
    "placeName": "place",
    "orgName": "organisation",
    "geogName": "place",
}
FURTHER = "attribute."


class TeiReading:
    """One TEI element."""

    def __init__(self, source: Xml, root: Element, *, names: bool) -> None:
        self.source, self.root = source, root
        body = next((e for e in root.iter() if local(e) == "text"), root)
        self.text = TeiText(source, body, names=names)
        self.language = body.get(XML_LANG) or root.get(XML_LANG) or ""
        self.structures: dict[str, list[Element]] = {}
        self.entities: dict[str, Element] = {}
        self.referents: dict[str, str] = {}
        for element in root.iter():
            if local(element) == "fs":
                self._structure(element)

    def _structure(self, element: Element) -> None:
        for feature in element:
            if feature.get("name") == "REF" and content(feature).strip():
                self.referents[element.get(XML_ID, "")] = content(feature).strip()
        if element.get("type") == "entity" and element.get(XML_ID):
            self.entities[element.get(XML_ID, "")] = element
        else:
            for id in (pointed(element.get("corresp", "")), element.get(XML_ID, "")):
                self.structures.setdefault(id, []).append(element)

    def result(self, fallback: str) -> Annotated:
        id, meta = self._header(fallback)
        document = self.text.running.document(id, self.language, meta)
        mentions, targets = self._mentions()
        order = ordered(list(mentions.values()))
        links = list(self._links(mentions))
        rank = {id_: number for number, id_ in enumerate(self._keys_in_order(mentions, order))}
        links.sort(key=lambda item: rank[item[0]])
        entities = self._entities(mentions, targets, list(rank), links)
        own = tuple(link for _, _, link in links)
        return Annotated(document, Annotation(id, mentions=order, entities=entities, links=own))

    def _keys_in_order(self, mentions: dict[str, Mention], order: tuple[Mention, ...]) -> list[str]:
        keys = {id(mention): key for key, mention in mentions.items()}
        return [keys[id(mention)] for mention in order]

    def _header(self, fallback: str) -> tuple[str, dict[str, str]]:
        header = next((e for e in self.root.iter() if local(e) == "teiHeader"), None)
        id, meta = self.root.get(XML_ID, ""), dict[str, str]()
        for element in header.iter() if header is not None else ():
            name = local(element)
            if name == "idno" and element.get("type") == "document":
                id = content(element)
            elif name == "note" and element.get("type") == "meta":
                meta[element.get("n", "")] = content(element)
            elif name == "title" and "title" not in meta and content(element).strip():
                meta["title"] = " ".join(content(element).split())
        return id or fallback, meta

    def _mentions(self) -> tuple[dict[str, Mention], dict[str, list[str]]]:
        """Mentions by their xml:id, or a number, and the targets of each."""
        marked: list[tuple[Element, tuple[Span, ...]]] = [
            (item.element, (item.span,)) for item in self.text.marked
        ]
        marked += self._spans()
        continues = _continuations([element for element, _ in marked])
        firsts_of = _firsts(continues)
        pieces: dict[str, list[Span]] = {}
        firsts: dict[str, Element] = {}
        for number, (element, parts) in enumerate(marked):
            key = element.get(XML_ID) or f"?{number}"
            if key in pieces and key not in continues:
                self.source.report(
                    "id occurs twice",
                    element,
                    detail=key,
                    remedy=leniently("keeps both", "give each its own"),
                )
                key = f"?{number}"
            key = firsts_of.get(key, key)
            pieces.setdefault(key, []).extend(parts)
            firsts.setdefault(key, element)
        mentions = {
            key: self._mention(key, firsts[key], joined(parts)) for key, parts in pieces.items()
        }
        return mentions, {key: self._targets(element) for key, element in firsts.items()}

    def _spans(self) -> Iterator[tuple[Element, tuple[Span, ...]]]:
        for element in self.root.iter():
            if local(element) != "span":
                continue
            start, end = element.get("from", ""), element.get("to", "") or element.get("from", "")
            ranges = (
                [(start, end)]
                if start
                else [(target, target) for target in element.get("target", "").split()]
            )
            parts = []
            for first, last in ranges:
                begin, stop = (
                    self.text.places.get(pointed(first)),
                    self.text.places.get(pointed(last)),
                )
                if begin is None or stop is None or stop < begin:
                    self.source.report(
                        "points to a word that does not exist",
                        element,
                        detail=first if begin is None else last,
                        remedy=leniently("drops it", "correct the pointer"),
                    )
                else:
                    parts.append(Span(begin, stop + 1))
            if parts:
                yield element, tuple(parts)

    def _targets(self, element: Element) -> list[str]:
        """The targets; several at once are a group, which is a target of its own."""
        values = [element.get(key, "") for key in POINTERS]
        ana = [pointed(value) for value in element.get("ana", "").split()]
        own = [" ".join(map(pointed, value.split())) for value in values if value.strip()]
        own += [id for id in ana if id in self.entities]
        return own + [self.referents[id] for id in ana if id in self.referents]

    def _mention(self, key: str, element: Element, parts: tuple[Span, ...]) -> Mention:
        name = local(element)
        attributes: list[tuple[str, str]] = []
        if name not in ("rs", "span"):
            attributes.append(("element", name))
        attributes += [
            (str(k), str(v))
            for k, v in element.attrib.items()
            if k not in _STRUCTURE and not str(k).startswith("{")
        ]
        values = self._features(key)
        attributes += [
            (decoded_name(k.removeprefix(FURTHER)), v) for k, v in values if k.startswith(FURTHER)
        ]
        plain = dict(values)
        minimum = self._words(plain.get("minimum", ""))
        head = next((span.start for span in self._words(plain.get("head", ""))), None)
        if head is not None and not any(head in part for part in parts):
            self.source.report(
                "head is not in the mention",
                element,
                detail=plain["head"],
                remedy=leniently("ignores it"),
            )
            head = None
        kind = Kind.NAME if name in NAMES else Kind.UNKNOWN
        return Mention(
            parts,
            head,
            member(Kind, plain.get("kind", kind)),
            Span(minimum[0].start, minimum[-1].end) if minimum else None,
            element.get("n", "" if key.startswith("?") else key),
            member(Reference, plain.get("reference", "")),
            plain.get("subtype", ""),
            tuple(attributes),
        )

    def _features(self, key: str) -> list[tuple[str, str]]:
        return [
            (f.get("name", ""), content(f))
            for fs in self.structures.get(key, ())
            if fs.get("type") in ("mention", "relation")
            for f in fs
        ]

    def _words(self, pointers: str) -> list[Span]:
        places = (self.text.places.get(pointed(pointer)) for pointer in pointers.split())
        return [Span(place, place + 1) for place in places if place is not None]

    def _links(self, mentions: dict[str, Mention]) -> Iterator[tuple[str, list[str], Link]]:
        for element in self.root.iter():
            if local(element) != "relation":
                continue
            active = pointed(element.get("active", ""))
            passive = [pointed(pointer) for pointer in element.get("passive", "").split()]
            if active in mentions and passive and all(id in mentions for id in passive):
                yield (
                    active,
                    passive,
                    self._link(element, mentions[active], tuple(mentions[id] for id in passive)),
                )
                continue
            parent = element.getparent()
            if parent is not None and parent.get("type") == "coreference":
                unknown = [id for id in (active, *passive) if id not in mentions]
                self.source.report(
                    "link to a missing element",
                    element,
                    detail=(unknown or [""])[0],
                    remedy=leniently("drops the link", "correct the pointer"),
                )

    def _link(self, element: Element, anaphor: Mention, antecedents: tuple[Mention, ...]) -> Link:
        name = element.get("name", "")
        known = name in tuple(Relation)
        same = name in ("", "sameAs", "coref", "coreference")
        values = self._features(element.get(XML_ID, "?"))
        return Link(
            anaphor,
            antecedents,
            Relation(name) if known else Relation.IDENTITY if same else Relation.BRIDGING,
            element.get("type", "" if known or same else name),
            element.get("subtype") == "optional",
            tuple(
                (decoded_name(k.removeprefix(FURTHER)), v)
                for k, v in values
                if k.startswith(FURTHER)
            ),
        )

    def _entities(
        self,
        mentions: dict[str, Mention],
        targets: dict[str, list[str]],
        order: list[str],
        links: list[tuple[str, list[str], Link]],
    ) -> tuple[Entity, ...]:
        """The entities: names of targets are nodes beside the mentions; a mention's own id stands
        for the mention.
        """
        pairs: list[tuple[str, str]] = []
        things: dict[str, str] = {}
        for key in order:
            for target in targets[key]:
                # The mark keeps the name of a thing apart from the id of a mention that has the
                # same spelling.
                node = target if target in mentions else f"!{target}"
                things.setdefault(node, target)
                pairs.append((node, key))
        for source, passive, link in links:
            pointed = targets[source] and targets[passive[0]]
            if link.relation is Relation.IDENTITY and len(passive) == 1 and not pointed:
                pairs.append((passive[0], source))
        for name, members in self._chains(mentions):
            things[f"!{name}"] = name
            pairs += [(f"!{name}", member) for member in members]
        nodes = [*order, *(node for node in things if node not in mentions)]
        entities = []
        for group in connected(nodes, pairs):
            members = [key for key in group if key in mentions]
            names = [things[node] for node in group if node in things]
            named = [name for name in names if name not in mentions] or names
            if members and (named or len(members) > 1):
                entities.append(
                    self._entity(
                        named[0] if named else members[0], [mentions[key] for key in members]
                    )
                )
        place = {id: number for number, id in enumerate(self.entities)}
        entities.sort(key=lambda item: place.get(item[0], len(place)))
        return tuple(entity for _, entity in entities)

    def _chains(self, mentions: dict[str, Mention]) -> Iterator[tuple[str, list[str]]]:
        """Chains as in TEI-URS, and plain links between coreferent elements."""
        number = 0
        for element in self.root.iter():
            parent = element.getparent()
            group = parent.get("type", "").lower() if parent is not None else ""
            chain = local(element) == "join" and group != "relation"
            link = local(element) == "link" and ("coref" in group or "anaphor" in group)
            members = [
                id for id in map(pointed, element.get("target", "").split()) if id in mentions
            ]
            if members and (chain or link):
                number += 1
                yield element.get(XML_ID, f"chain{number}"), members

    def _entity(self, name: str, members: list[Mention]) -> tuple[str, Entity]:
        element = self.entities.get(name)
        if element is None:
            kinds = Counter(_type(mention) for mention in members)
            kinds.pop("", None)
            return name, Entity(name, tuple(members), next(iter(kinds), ""))
        values = [(f.get("name", ""), content(f)) for f in element]
        further: Attributes = tuple(
            (decoded_name(k.removeprefix(FURTHER)), v) for k, v in values if k.startswith(FURTHER)
        )
        return name, Entity(
            element.get("n", name), tuple(members), dict(values).get("type", ""), further
        )


def _type(mention: Mention) -> str:
    return mention.attribute("type") or _TYPES.get(mention.attribute("element"), "")


def _continuations(elements: list[Element]) -> dict[str, str]:
    """The preceding fragment of each fragment."""
    before: dict[str, str] = {}
    for element in elements:
        id = element.get(XML_ID, "")
        if id and element.get("prev"):
            before[id] = pointed(element.get("prev", ""))
        if id and element.get("next"):
            before.setdefault(pointed(element.get("next", "")), id)
    known = {element.get(XML_ID, "") for element in elements}
    return {id: other for id, other in before.items() if other in known and other != id}


def _firsts(before: dict[str, str]) -> dict[str, str]:
    """The first fragment for each other one; a cycle of fragments begins at the smallest id."""
    firsts: dict[str, str] = {}
    for start in before:
        path: dict[str, None] = {}
        key = start
        while key in before and key not in firsts and key not in path:
            path[key] = None
            key = before[key]
        first = min(path) if key in path else firsts.get(key, key)
        firsts.update(dict.fromkeys(path, first))
    return firsts
