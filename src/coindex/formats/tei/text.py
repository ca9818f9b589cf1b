"""The text of a TEI document: words, sentences, paragraphs, and the elements that are mentions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from coindex.core.document import ROOT, UPOS, Multiword, Span
from coindex.core.remedies import leniently
from coindex.formats.markup import XML_ID, XML_SPACE, Xml, content, local, walk
from coindex.formats.running import Running, XmlFlow

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

NAMES = frozenset(
    {"name", "persName", "placeName", "orgName", "geogName", "objectName", "eventName"}
)
POINTERS = ("ref", "corresp", "sameAs", "copyOf", "key")
_PARAGRAPHS = frozenset({"p", "ab", "head", "lg", "item", "u", "stage", "div"})
_BLOCKS = _PARAGRAPHS | {"l", "list", "sp", "speaker", "body", "quote"}
_SKIPPED = frozenset(
    {
        "teiHeader",
        "standOff",
        "note",
        "fw",
        "figDesc",
        "spanGrp",
        "linkGrp",
        "joinGrp",
        "listRelation",
        "listPerson",
    }
    | {"listPlace", "listOrg", "interpGrp", "fs", "span", "interp"}
)
_ALTERNATIVES = frozenset({"corr", "reg", "expan"})
_NO_MENTIONS = frozenset({"g", "idno", "ptr", "language", "graphic"})


@dataclass
class MarkedElement:
    """An element that is a mention, and its tokens."""

    element: Element
    span: Span


class TeiText:
    """The text, read when the object is created."""

    def __init__(self, source: Xml, root: Element, *, names: bool) -> None:
        self.source, self.names = source, names
        self.running = Running()
        self.places: dict[str, int] = {}
        self.marked: list[MarkedElement] = []
        self._open: list[int] = []
        self._speakers: list[str] = []
        self._headings = 0
        self._walk(root)
        self._dependencies(root)

    def _walk(self, root: Element) -> None:
        flow = XmlFlow(self.running, preserve=_preserved(root))
        steps = walk(root)
        for event, element in steps:
            if event == "end":
                self._end(element, flow)
                if element is not root and element.tail:
                    flow.text(element.tail)
            elif event == "start" and self._start(element, flow):
                steps.send(True)
            elif event == "start" and element.text:
                flow.text(element.text)

    def _start(self, element: Element, flow: XmlFlow) -> bool:
        """Process a start tag; returns whether to skip the content."""
        name = local(element)
        if name in ("w", "pc"):
            self._mark(element)
            self._word(element)
            return True
        if name in _SKIPPED or (name in _ALTERNATIVES and _in_choice(element)):
            return True
        if name in _BLOCKS:
            flow.line()
        if name in _PARAGRAPHS:
            self.running.paragraph()
        if name == "lb" and element.get("break") != "no":
            flow.text("" if flow.preserve else " ")
        # A depth instead of a flag, since a head may stand within a head.
        self._headings += name == "head"
        if element.get("who") and name in ("u", "sp", "said", "q"):
            self._speakers.append(unquote(element.get("who", "").removeprefix("#")))
        if name == "s":
            self.running.begin_sentence(
                id=element.get("n", element.get(XML_ID, "")),
                speaker=self._speakers[-1] if self._speakers else "",
                heading=bool(self._headings) or element.get("type") == "heading",
            )
        self._mark(element)
        return False

    def _mark(self, element: Element) -> None:
        if self.is_mention(element):
            self._open.append(self.running.words())

    def _end(self, element: Element, flow: XmlFlow) -> None:
        name = local(element)
        if self.is_mention(element):
            span = Span(self._open.pop(), self.running.words())
            if span.length:
                self.marked.append(MarkedElement(element, span))
            else:
                self.source.report(
                    "mention without words", element, remedy=leniently("leaves it out", "remove it")
                )
        if name in _SKIPPED:
            return
        self._headings -= name == "head"
        if element.get("who") and name in ("u", "sp", "said", "q"):
            self._speakers.pop()
        if name == "s":
            self.running.end_sentence()
        if name in _PARAGRAPHS:
            self.running.paragraph()
        if name in _BLOCKS:
            flow.line()

    def is_mention(self, element: Element) -> bool:
        name = local(element)
        if name in _SKIPPED or name in _NO_MENTIONS:
            return False
        if element.get("ref"):
            return True
        if name == "rs" or name in NAMES:
            return self.names or any(element.get(key) for key in (*POINTERS, XML_ID, "prev"))
        pointing = any(element.get(key) for key in POINTERS)
        return name == "seg" and (
            pointing or element.get("type", "").lower() in ("mention", "coref", "markable")
        )

    def _word(self, element: Element) -> None:
        inner = [child for child in element.iter() if child is not element and local(child) == "w"]
        outer = content(element)
        if not inner:
            self._token(element, outer, element.get("norm", ""))
            return
        forms = [child.get("norm", "") or content(child).strip() for child in inner]
        outer = (
            outer.strip()
            if not any(content(child).strip() for child in inner)
            else (element.text or "").strip()
        )
        spelled = "".join(forms) == outer
        first = self.running.words()
        for number, (child, form) in enumerate(zip(inner, forms, strict=True)):
            self._token(child, form if spelled else "" if number else outer, form)
        count = len(self.running.tokens)
        if count > first:
            self.running.multiword(
                Multiword(Span(first, count), outer, element.get("msd", ""), element.get("n", ""))
            )
            self.source.enter(self.places, element.get(XML_ID, ""), first, element)

    def _token(self, element: Element, own: str, form: str) -> None:
        fields = word_fields(element)
        index = self.running.word(own, form=form, empty=element.get("type") == "empty", **fields)
        if index is None:
            self.source.report(
                "word without text", element, remedy=leniently("leaves it out", "remove it")
            )
        else:
            self.source.enter(self.places, element.get(XML_ID, ""), index, element)

    def _dependencies(self, root: Element) -> None:
        tokens = self.running.tokens
        for group in root.iter():
            if local(group) != "linkGrp" or "syn" not in group.get("type", "").lower():
                continue
            for link in group:
                head, _, dependent = link.get("target", "").partition(" ")
                index = self.places.get(pointed(dependent))
                if index is None:
                    self.source.report(
                        "dependency of a word that does not exist",
                        link,
                        detail=dependent,
                        remedy=leniently("drops the dependency"),
                    )
                    continue
                label = link.get("ana", "").partition(":")[2] or link.get("ana", "")
                tokens[index] = tokens[index]._replace(
                    head=self.places.get(pointed(head), ROOT),
                    deprel=unquote(label.replace("_", ":")),
                )


def word_fields(element: Element) -> dict[str, Any]:
    """`pos` is the language's tag, or the universal one where only that is given;
    `msd` may begin with `UPosTag=`.
    """
    pos, msd = element.get("pos", ""), element.get("msd", "")
    first, _, rest = msd.partition("|")
    if first.startswith("UPosTag="):
        upos, xpos, feats = first[8:].replace("_", ""), pos, rest
    elif pos in UPOS:
        upos, xpos, feats = pos, "", msd
    else:
        upos, xpos, feats = "", pos, msd
    return {"lemma": element.get("lemma", ""), "upos": upos, "xpos": xpos, "feats": feats}


def pointed(pointer: str) -> str:
    """The id in `#id`, `file.xml#id` or `prefix:id`; other addresses as they are."""
    pointer = pointer.strip()
    if "#" in pointer:
        return pointer.rpartition("#")[2]
    prefix, colon, name = pointer.partition(":")
    return name if colon and prefix.isidentifier() and not name.startswith("/") else pointer


def _preserved(element: Element) -> bool:
    return any(e.get(XML_SPACE) == "preserve" for e in (element, *element.iterancestors()))


def _in_choice(element: Element) -> bool:
    parent = element.getparent()
    return parent is not None and local(parent) == "choice"
