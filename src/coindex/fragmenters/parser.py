"""The parser's own fragments: several roots, unknown heads, and attachments it labels `dep`."""

from __future__ import annotations

from dataclasses import dataclass

from coindex.core.document import Document
from coindex.fragmenters.cutting import cut
from coindex.language.attachment import frontier, sites
from coindex.language.tree import NONE, forest


@dataclass(frozen=True, slots=True)
class ParserTrees:
    """Of separate trees nothing more is known; a `dep` is known to be somewhere in the fragment of its head."""

    def fragment(self, document: Document) -> Document:
        index = forest(document)
        cuts: dict[int, tuple[int, ...]] = {}
        for token, label in enumerate(index.labels):
            if label == "dep" and index.heads[token] != NONE:
                cuts[token] = sites(index, token, frontier(index, token)) or (index.heads[token],)
        return cut(index, cuts)
