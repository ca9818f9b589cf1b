"""No cuts: the parse as its parser left it."""

from __future__ import annotations

from dataclasses import dataclass

from coindex.core.document import Document
from coindex.fragmenters.parser import ParserTrees


@dataclass(frozen=True, slots=True)
class Whole:
    """Cuts nothing and joins nothing: what the parse itself leaves open stays open.

    Several trees in a sentence, attachments labelled `dep` and fragments that a document lists are
    fragments; any other attachment is believed.
    """

    def fragment(self, document: Document) -> Document:
        return ParserTrees().fragment(document)
