"""Reads COREF elements as MUC-7 defines them: elements that point to each other become mentions,
entities and links.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

from coindex.core.annotation import Annotation, Attributes, Link, Mention, in_order
from coindex.core.chains import connected, entities
from coindex.core.document import Document, Span
from coindex.core.remedies import leniently
from coindex.formats.markup import decoded_name
from coindex.formats.running import joined
from coindex.formats.sgml import SgmlPage, Tag

RESERVED = frozenset({"ID", "REF", "TYPE", "MIN", "STATUS", "CONT", "DISTINCT"})


@dataclass
class Coref:
    """A complete COREF element."""

    tag: Tag
    parts: list[Span]
    id: str
    bare: bool = False


@dataclass
class Corefs:
    """The COREF elements of a document as they open and close.

    `CONT` continues an element that another one interrupts; `DISTINCT` separates elements of the
    same extent, which are otherwise one mention. Both are our extensions.
    """

    page: SgmlPage
    done: list[Coref] = field(default_factory=list)
    _open: list[tuple[Tag, int]] = field(default_factory=list)
    _by_id: dict[str, Coref] = field(default_factory=dict)

    def open(self, tag: Tag, token: int) -> None:
        self._open.append((tag, token))

    def close(self, name: str, token: int, at: int) -> None:
        if not self._open or self._open[-1][0].name != name:
            self.page.report(
                "end tag without start tag",
                at,
                detail=f"</{name}>",
                remedy=leniently("ignores it", "remove it"),
            )
            return
        tag, start = self._open.pop()
        if start == token:
            self.page.report(
                "element without words",
                tag.start,
                detail=_label(tag),
                remedy=leniently("leaves it out", "remove it"),
            )
        elif tag.attribute("CONT"):
            self._continue(tag, Span(start, token))
        elif (
            tag.name == "COREF"
            or tag.attribute("DISTINCT")
            or not self._just_done(Span(start, token))
        ):
            self._finish(tag, Span(start, token))

    def _just_done(self, span: Span) -> bool:
        return bool(self.done) and self.done[-1].parts == [span]

    def _finish(self, tag: Tag, span: Span) -> None:
        id = tag.attribute("ID")
        bare = tag.name != "COREF"
        if not id and not bare:
            self.page.report(
                "COREF element without ID",
                tag.start,
                remedy=leniently("keeps it without links to it", "give it one"),
            )
        elif id and id in self._by_id:
            self.page.report(
                "ID occurs twice",
                tag.start,
                detail=repr(id),
                remedy=leniently("uses the first for references", "give each element its own"),
            )
            id = ""
        if (
            self._just_done(span)
            and self.done[-1].bare
            and not self.done[-1].tag.attribute("DISTINCT")
        ):
            self._by_id.pop(self.done.pop().id, None)
        coref = Coref(tag, [span], id, bare)
        self.done.append(coref)
        if id:
            self._by_id[id] = coref

    def _continue(self, tag: Tag, span: Span) -> None:
        coref = self._by_id.get(tag.attribute("CONT"))
        if coref is None:
            self.page.report(
                "continues an element that does not exist",
                tag.start,
                detail=repr(tag.attribute("CONT")),
                remedy=leniently("leaves it out", "correct CONT"),
            )
        elif coref.parts[-1].end < span.start:
            coref.parts.append(span)
        else:
            coref.parts[-2:] = joined([*coref.parts[-2:], span])

    def annotation(self, document: Document) -> Annotation:
        for tag, _ in self._open:
            self.page.report(
                "element is not closed",
                tag.start,
                detail=_label(tag),
                remedy=leniently("leaves the element out", "add the end tag"),
            )
        groups = self._mentions()
        finder = _Minima(document)
        mentions = [self._mention(group[0], finder) for group in groups]
        place = {
            coref.id: index for index, group in enumerate(groups) for coref in group if coref.id
        }
        links = [
            link
            for index, group in enumerate(groups)
            for coref in group
            for link in self._links(coref, index, place)
        ]
        return _annotation(document, mentions, links, [group[0].bare for group in groups])

    def _mentions(self) -> list[list[Coref]]:
        """The elements that form each mention."""
        groups: dict[object, list[Coref]] = {}
        for number, coref in enumerate(self.done):
            alone = coref.bare or coref.tag.attribute("DISTINCT")
            groups.setdefault(number if alone else tuple(coref.parts), []).append(coref)
        return list(groups.values())

    def _mention(self, coref: Coref, finder: _Minima) -> Mention:
        minimum = None
        wanted = coref.tag.attribute("MIN")
        whole = Span(coref.parts[0].start, coref.parts[-1].end)
        if wanted:
            minimum = finder.find(wanted, whole)
            if minimum is None:
                self.page.report(
                    "MIN is not in the mention",
                    coref.tag.start,
                    detail=repr(wanted),
                    remedy=leniently("ignores it", "write words of the mention"),
                )
        keep = _kept(coref.tag)
        return Mention(
            tuple(coref.parts),
            minimum=None if minimum == whole else minimum,
            id=coref.id,
            attributes=keep,
        )

    def _links(
        self, coref: Coref, index: int, place: dict[str, int]
    ) -> Iterable[tuple[int, int, bool]]:
        reference, kind = coref.tag.attribute("REF"), coref.tag.attribute("TYPE")
        if not reference:
            return
        if kind and kind.upper() != "IDENT":
            self.page.report(
                "TYPE is not IDENT",
                coref.tag.start,
                detail=repr(kind),
                remedy=leniently(
                    "keeps it as an attribute and does not link", "only IDENT is defined"
                ),
            )
            return
        target = place.get(reference)
        if target is None or reference == coref.id:
            self.page.report(
                "REF to an unknown ID" if target is None else "REF to itself",
                coref.tag.start,
                detail=repr(reference),
                remedy=leniently("drops the link", "correct REF"),
            )
        elif target != index:
            yield index, target, coref.tag.attribute("STATUS").upper() == "OPT"


def _kept(tag: Tag) -> Attributes:
    """The attributes that the model cannot represent otherwise."""
    linked = bool(tag.attribute("REF"))
    keep = []
    for name, value in tag.attributes:
        plain = name.upper()
        known = plain in RESERVED
        if plain == "TYPE":
            known = linked and value.upper() == "IDENT"
        elif plain == "STATUS":
            known = linked and value.upper() == "OPT"
        if not known:
            keep.append((decoded_name(name), value))
    return tuple(keep)


def _annotation(
    document: Document,
    mentions: list[Mention],
    links: list[tuple[int, int, bool]],
    bare: list[bool],
) -> Annotation:
    ranked = in_order(mentions)
    rank = {id(mention): number for number, mention in enumerate(ranked)}
    order = sorted(range(len(mentions)), key=lambda index: rank[id(mentions[index])])
    chains = connected(order, ((target, source) for source, target, _ in links))
    named = [
        (mentions[chain[0]].id or f"m{chain[0] + 1}", mentions[index])
        for chain in chains
        if not (len(chain) == 1 and bare[chain[0]])
        for index in chain
    ]
    return Annotation(
        document.id,
        mentions=ranked,
        entities=entities(named),
        links=tuple(
            Link(mentions[source], (mentions[target],), optional=optional)
            for source, target, optional in sorted(
                links, key=lambda link: rank[id(mentions[link[0]])]
            )
        ),
    )


class _Minima:
    """Finds the words of a MIN string, ignoring white space."""

    TRIED = 50

    def __init__(self, document: Document) -> None:
        self._words = [document.text[token.start : token.end] for token in document.tokens]
        self._places: dict[str, list[int]] = {}
        for index, word in enumerate(self._words):
            self._places.setdefault(word, []).append(index)

    def find(self, wanted: str, span: Span) -> Span | None:
        for alternative in wanted.split("|"):
            letters = "".join(alternative.split())
            spellings = (
                self._spelled(letters, start, span.end) for start in self._starts(letters, span)
            )
            minimum = next((whole for whole in spellings if whole), None)
            if minimum:
                return minimum
        return None

    def _starts(self, letters: str, span: Span) -> list[int]:
        """The first few words of a mention that may begin the string: enough for any
        realistic one.
        """
        starts: list[int] = []
        for length in range(1, min(len(letters), self.TRIED) + 1):
            places = self._places.get(letters[:length], ())
            first = bisect_left(places, span.start)
            starts += [place for place in places[first : first + self.TRIED] if place < span.end]
        return sorted(starts)[: self.TRIED]

    def _spelled(self, letters: str, start: int, end: int) -> Span | None:
        done = 0
        for index in range(start, end):
            word = "".join(self._words[index].split())
            if not letters.startswith(word, done):
                return None
            done += len(word)
            if done == len(letters):
                return Span(start, index + 1)
        return None


def _label(tag: Tag) -> str:
    id = tag.attribute("ID")
    return f"{tag.name} {id}" if id else tag.name
