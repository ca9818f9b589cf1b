"""FoLiA 2 (van Gompel & Reynaert 2013): words in sentences in paragraphs, and chains of coreference
that point to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.problems import Problems
from coindex.formats.exchange.layers import Layers
from coindex.formats.markup import Xml, content, local, own_files, xml
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_SPACE = "http://ilk.uvt.nl/folia"
_IN = f"{{{_SPACE}}}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_SUPERSEDED = ("original", "suggestion")
"""What corrections replace something with, or propose."""


@dataclass(frozen=True)
class Folia:
    """One document a file. Words inside corrections count as they are corrected; the head of a
    coreference link is the first word of its `hd`.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".folia.xml", ".folia")

    def recognise(self, file: File) -> float:
        if _SPACE in file.sample():
            return 0.95
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "FoLiA"):
            yield _reading(xml(file, problems), file.id)


def _reading(source: Xml, name: str) -> Annotated:
    root = source.root
    language = root.findtext(f"{_IN}metadata/{_IN}meta[@id='language']") or ""
    layers = Layers(source, root.get(_ID) or name, language)
    pieces: list[str] = []
    length = sentence = paragraph = 0
    for number, element in enumerate(root.iter(f"{_IN}p", f"{_IN}s", f"{_IN}w")):
        kind = local(element)
        # A container comes before its words, so that the numbers are those of the one that a word
        # is in.
        sentence += kind == "s"
        paragraph += kind == "p"
        if kind != "w" or any(local(one) in _SUPERSEDED for one in element.iterancestors()):
            continue
        id, form = element.get(_ID) or f"w{number}", _form(element)
        layers.add_word(element, id, form, key=(paragraph, sentence), start=length)
        layers.paragraphs.append(max(0, paragraph - 1))
        pieces.append(form + ("" if element.get("space") == "no" else " "))
        length += len(pieces[-1])
        for tag, field in (("lemma", "lemma"), ("pos", "xpos")):
            value = element.find(f"{_IN}{tag}")
            if value is not None:
                layers.describe(id, **{field: value.get("class") or ""})
    layers.text = "".join(pieces).rstrip()
    for number, chain in enumerate(root.iter(f"{_IN}coreferencechain"), 1):
        called = str(number)
        layers.types[called] = chain.get("class") or ""
        for link in chain.iterfind(f"{_IN}coreferencelink"):
            ids = [one.get("id") or "" for one in link.iter(f"{_IN}wref")]
            head = link.find(f"{_IN}hd/{_IN}wref")
            layers.add_mention(link, called, ids, head="" if head is None else head.get("id") or "")
    return layers.result()


def _form(word: Element) -> str:
    """The current text of a word: elements of the class `current`, which need not be named."""
    for text in word.iterfind(f"{_IN}t"):
        if text.get("class") in (None, "current"):
            return content(text)
    inside = word.find(f"{_IN}correction/{_IN}new/{_IN}t")
    return content(inside) if inside is not None else "_"
