"""Word documents (Office Open XML) as running text: paragraphs, headings, lists and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.formats.flowing import Flow, name_of
from coindex.formats.packages import Package
from coindex.formats.standoff import own
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_DOCUMENT = "word/document.xml"
_DROPPED = frozenset(
    {
        "del",
        "movefrom",
        "instrtext",
        "deltext",
        "ppr",
        "rpr",
        "sectpr",
        "fallback",
        "txbxcontent",
        "",
    }
)
_HEADING = re.compile(r"heading|title|überschrift|titre|titolo|título|kop", re.IGNORECASE)
_CONTENTS = re.compile(r"^toc|contents", re.IGNORECASE)
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "nobreakhyphen": "-", "softhyphen": ""}


@dataclass(frozen=True, slots=True)
class Docx:
    """One document per file, not parsed. Tracked deletions, codes of fields, notes
    and page headers are left out.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".docx",)
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        return (
            0.9
            if sample.startswith("PK") and (file.suffix == ".docx" or "word/document.xml" in sample)
            else 0.0
        )

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, files.with_suffix(*self.suffixes)):
            package = Package(file)
            root = package.xml(_DOCUMENT)
            if root is None:
                raise package.broken(
                    Message("no {document}, so it is not a Word document", document=_DOCUMENT)
                )
            flow = Flow()
            _pour(root, flow, _style_names(package))
            yield flow.annotated(file, problems, language=self.language)


def _style_names(package: Package) -> dict[str, str]:
    """The names of paragraph styles by id; ids depend on the language of Word, names of built-in
    styles do not.
    """
    root = package.xml("word/styles.xml")
    if root is None:
        return {}
    names = {}
    for style in root.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        names[style.get(f"{_W}styleId") or ""] = "" if name is None else name.get(f"{_W}val") or ""
    return names


def _pour(root: Element, flow: Flow, styles: dict[str, str]) -> None:
    """Add the text below an element, without recursion."""
    tables = 0
    stack: list[tuple[Element, bool]] = [(root, False)]
    while stack:
        element, leaving = stack.pop()
        name = name_of(element)
        if leaving:
            tables -= name == "tbl"
            _leave(name, flow, tables)
            continue
        if name in _DROPPED:
            continue
        if name == "p" and not tables:
            flow.block(_role(element, styles))
        elif name == "tbl":
            if not tables:
                flow.block("table")
            tables += 1
        elif name == "t":
            flow.text(element.text or "", kept=True)
        elif name in _CHARACTERS:
            flow.text(_CHARACTERS[name], kept=True)
        stack.append((element, True))
        stack.extend((child, False) for child in reversed(element))


def _leave(name: str, flow: Flow, tables: int) -> None:
    if name == "tbl" and not tables:
        flow.block()
    elif tables and name in ("tr", "tc", "p"):
        flow.text({"tr": "\n", "tc": "\t", "p": " "}[name], kept=True)


def _role(paragraph: Element, styles: dict[str, str]) -> str:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    value = "" if style is None else style.get(f"{_W}val") or ""
    name = styles.get(value) or value
    if _CONTENTS.search(name):
        return "contents"
    if _HEADING.search(name):
        return "heading"
    return "list" if paragraph.find(f"{_W}pPr/{_W}numPr") is not None else "paragraph"
