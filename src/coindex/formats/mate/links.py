"""The links of a MATE file: anaphor, anchors, and objects of the visible situation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from coindex.core.annotation import Attributes, Link, Mention, Relation
from coindex.core.remedies import leniently
from coindex.formats.markup import Xml, content, decoded_name, local

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

LINK = frozenset({"type", "href", "relation", "subtype", "optional", "anchors", "implied"})


class Links:
    """Several anchors are alternatives, of which the first is taken, unless `anchors="all"` marks
    them as one sum.

    A mention linked to an object of the situation (`ue`) keeps that as an attribute, and corefers
    with others linked to it.
    """

    def __init__(self, source: Xml, mentions: Mapping[str, Mention], types: str) -> None:
        self.source = source
        self.types = types.split()
        self.universe = {
            e.get("id", ""): content(e) for e in source.root.iter() if local(e) == "ue"
        }
        self.anchored = dict(mentions)
        self.pairs: list[tuple[str, str]] = []
        self._links: list[tuple[str, tuple[str, ...], Element, tuple[str, ...]]] = []
        for element in source.root.iter():
            if local(element) == "link" and self._wanted(element):
                self._read(element)

    def links(self, order: list[str]) -> tuple[Link, ...]:
        """The links, in the order of their anaphors."""
        rank = {name: number for number, name in enumerate(order)}
        links = sorted(self._links, key=lambda link: rank[link[0]])
        return tuple(self._link(*link) for link in links)

    def _wanted(self, element: Element) -> bool:
        return "all" in self.types or element.get("type", "ident") in self.types

    def _read(self, element: Element) -> None:
        source = _target(element)
        anchors = [_target(child) for child in element if local(child) == "anchor"]
        unknown = [
            id for id in (source, *anchors) if id not in self.anchored and id not in self.universe
        ]
        if unknown or not anchors or source not in self.anchored:
            self.source.report(
                "link to a missing element",
                element,
                detail=(unknown or [source])[0],
                remedy=leniently("drops the link", "correct the reference"),
            )
            return
        identity = element.get("type", "ident") == "ident"
        summed = element.get("anchors") == "all"
        # Several anchors are a sum or alternatives; of alternatives the first counts.
        taken = anchors if summed else anchors[:1]
        if identity and len(taken) == 1:
            self.pairs.append((taken[0], source))
        # An implied link joins chains, and is no link of the annotation.
        if element.get("implied") == "yes":
            return
        if taken[0] in self.universe:
            mention = self.anchored[source]
            self.anchored[source] = mention._replace(
                attributes=(*mention.attributes, ("ue", taken[0]))
            )
        elif all(id in self.anchored for id in taken):
            self._links.append(
                (source, tuple(taken), element, () if summed else tuple(anchors[1:]))
            )

    def _link(
        self, source: str, taken: tuple[str, ...], element: Element, others: tuple[str, ...]
    ) -> Link:
        kind = element.get("type", "ident")
        relation = element.get("relation", "")
        more: Attributes = tuple(
            (decoded_name(str(key)), str(value))
            for key, value in element.attrib.items()
            if str(key) not in LINK
        )
        if kind != "ident":
            subtype = "" if kind == "bridge" else kind
            relation = Relation.BRIDGING
        else:
            subtype = element.get("subtype", "")
        return Link(
            self.anchored[source],
            tuple(self.anchored[id] for id in taken),
            Relation(relation) if relation in tuple(Relation) else Relation.IDENTITY,
            subtype,
            element.get("optional") == "yes",
            (*more, ("anchors", " ".join(others))) if others else more,
        )


def _target(element: Element) -> str:
    """The id in `#id(de_2)`, or in the simpler `#de_2`."""
    name = element.get("href", "").rpartition("#")[2]
    return name[3:-1] if name.startswith("id(") and name.endswith(")") else name
