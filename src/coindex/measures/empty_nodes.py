"""Empty nodes of a parse that are found: zeros, whether they are mentions or not.

The measures ARC, DEP and WO of the CRAC shared tasks on multilingual coreference resolution
(Straka 2025, CorPipe at CRAC 2025).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.document import Document
from coindex.core.errors import SpecError, suggestion
from coindex.core.messages import Message
from coindex.core.protocols import AlignedPair, Counts
from coindex.measures.scores import Score, open_prf

MATCHES = ("ARC", "DEP", "WO", "DEP_WO")


@dataclass(frozen=True, slots=True)
class EmptyNodes:
    """Empty nodes that key and response both have, in files that were parsed apart from each other.

    Nodes are those of the enhanced dependencies, in the same sentence.
    """

    match: str = "ARC"
    """What must be equal: the parents (*ARC*); also the relations to them (*DEP*); also the place
    among the words (*WO*); or all of it (*DEP_WO*).
    """
    view: str = "exact"
    """Empty nodes are not mentions: no view changes the result."""
    headline: ClassVar[str] = "f1"
    needs_chains: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.match not in MATCHES:
            raise SpecError(
                Message(
                    "match={match!r}: {suggestion}",
                    match=self.match,
                    suggestion=suggestion(self.match, MATCHES),
                )
            )

    def counts(self, pair: AlignedPair) -> Counts:
        """Shared, of the response, of the key; nothing, if the response has no document of its
        own.
        """
        if pair.response_document is None:
            return 0, 0, 0
        key = Counter(self._nodes(pair.document))
        response = Counter(self._nodes(pair.response_document))
        return (key & response).total(), response.total(), key.total()

    def _nodes(self, document: Document) -> Iterator[Hashable]:
        for number, sentence in enumerate(document.sentences):
            words = 0
            for token in document.tokens[sentence.span.start : sentence.span.end]:
                if not token.empty:
                    words += 1
                    continue
                arcs = [arc.partition(":") for arc in token.deps.split("|")]
                parents = frozenset(parent for parent, _, _ in arcs)
                relations = frozenset(arcs) if self.match.startswith("DEP") else None
                place = words if self.match.endswith("WO") else None
                yield number, parents, relations, place

    @staticmethod
    def score(counts: Counts) -> Score:
        return open_prf(*counts)
