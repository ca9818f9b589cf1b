"""The running text of marked-up documents: white space as displayed, and blocks with
their roles.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Block, Document
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.io.files import File

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


class Flow:
    """Collects text; `block` ends one block and sets the role of the next. Blank lines separate
    blocks.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._pieces: list[str] = []
        self._length = 0
        self._role = "paragraph"
        self._current: list[str] = []

    def text(self, piece: str, *, kept: bool = False) -> None:
        """Add text; white space counts as one space unless it is to be kept."""
        self._current.append(piece if kept else _SPACE.sub(" ", piece))

    def block(self, role: str = "paragraph") -> None:
        content = _tidy("".join(self._current))
        if content:
            if self.blocks:
                self._put("\n\n")
            self.blocks.append(Block(self._length, self._length + len(content), self._role))
            self._put(content)
        self._current.clear()
        self._role = role

    def _put(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)

    def annotated(
        self, file: File, problems: Problems, *, language: str = "", title: str = ""
    ) -> Annotated:
        """The document so far, named after its file."""
        self.block()
        if not self.blocks:
            remedy = leniently("reads an empty document")
            problems.report("no text", path=file.label, line=1, column=1, remedy=remedy)
        meta = {"title": title} if title else {}
        document = Document(
            file.id, "".join(self._pieces), language, meta=meta, blocks=tuple(self.blocks)
        )
        return Annotated(document, Annotation(document.id))


def _tidy(content: str) -> str:
    """The text without spaces at line ends and before tabs, without blank lines and control
    characters.
    """
    lines = (
        "\t".join(cell.rstrip(" ") for cell in line.rstrip().split("\t"))
        for line in content.split("\n")
    )
    return _UNFIT.sub("", "\n".join(line for line in lines if line)).strip()


def name_of(element: Element) -> str:
    """The name of an element without its namespace, in lower case; empty for comments
    and the like.
    """
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""
