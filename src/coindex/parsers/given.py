"""No parser: a corpus keeps its own analysis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.core.messages import Message
from coindex.core.parameters import component
from coindex.core.remedies import Action, doing
from coindex.language.zeros.zeros import with_zeros


@component
class Given:
    """Refuse documents without an analysis, unless they have no text.

    Tagged text without dependencies is accepted: it is read by its parts of speech. `zeros="found"`
    inserts omitted subjects if the analysis has none.
    """

    zeros: Literal["given", "found"] = "given"
    """Which zero subjects there are: those *given*, or those
    *found* where the analysis has none.
    """

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]:
        for document in documents:
            if document.text.strip() and not any(
                token.head is not None or token.upos for token in document.tokens
            ):
                raise MissingLayer(
                    Message("{document} has no parse of its own", document=document.id),
                    remedy=doing(Action.CHOOSE_PARSER),
                )
            yield with_zeros(document) if self.zeros == "found" else document
