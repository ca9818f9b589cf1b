"""Electronic books: the chapters of an EPUB in reading order, as running text."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import unquote

from coindex.core.annotation import Annotated
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.flowing import Flow, name_of
from coindex.formats.html import decoded, parsed, pour
from coindex.formats.packages import Package
from coindex.formats.standoff import own
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_CONTAINER = "META-INF/container.xml"
_PAGES = ("application/xhtml+xml", "text/html", "application/html")


@dataclass(frozen=True, slots=True)
class Epub:
    """One document per book. Its own table of contents is left out; the blocks of each chapter
    follow those of the previous one.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".epub",)
    language: str = ""
    """Code of the language, instead of the one that the book states."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if not sample.startswith("PK"):
            return 0.0
        return (
            0.95
            if "application/epub+zip" in sample[:200]
            else 0.8
            if file.suffix == ".epub"
            else 0.0
        )

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, files.with_suffix(*self.suffixes)):
            package = Package(file)
            book = _Book(package)
            flow = Flow()
            chapters = list(book.chapters())
            package.expect(chapters)
            for name in chapters:
                self._chapter(package, name, file, flow, problems)
            yield flow.annotated(
                file,
                problems,
                language=self.language or book.stated("language")[:2],
                title=book.stated("title"),
            )

    def _chapter(
        self, package: Package, name: str, file: File, flow: Flow, problems: Problems
    ) -> None:
        content = package.read(name)
        if content is None:
            remedy = leniently("continues without it", "download the book again")
            problems.report(
                "chapter is missing", path=file.label, line=1, column=1, detail=name, remedy=remedy
            )
        elif (
            root := parsed(decoded(content, file, problems), file, problems, part=name)
        ) is not None:
            flow.block()
            pour(root, flow)


class _Book:
    """The package document: the parts of the book and their order."""

    def __init__(self, package: Package) -> None:
        container = package.xml(_CONTAINER)
        if container is None:
            raise package.broken(
                Message("no {container}, so it is not an EPUB", container=_CONTAINER)
            )
        paths = (item.get("full-path") for item in container.iter() if name_of(item) == "rootfile")
        self.path = next(filter(None, paths), "")
        root = package.xml(self.path) if self.path else None
        if root is None:
            raise package.broken("no package document, so it is not an EPUB")
        self.root: Element = root

    def _elements(self, name: str) -> Iterator[Element]:
        return (element for element in self.root.iter() if name_of(element) == name)

    def chapters(self) -> Iterator[str]:
        folder = posixpath.dirname(self.path)
        pages = {
            item.get("id"): item
            for item in self._elements("item")
            if item.get("media-type", "") in _PAGES
        }
        seen: set[str] = set()
        for reference in self._elements("itemref"):
            item = pages.get(reference.get("idref"))
            if item is None or "nav" in (item.get("properties") or "").split():
                continue
            name = posixpath.normpath(
                posixpath.join(folder, unquote(item.get("href") or "").partition("#")[0])
            )
            if name not in seen:
                seen.add(name)
                yield name

    def stated(self, name: str) -> str:
        """The first value of this element in the metadata."""
        return next(
            (" ".join((element.text or "").split()) for element in self._elements(name)), ""
        )
