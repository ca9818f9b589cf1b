"""The parser's own fragments: several roots, unknown heads, and attachments it labels `dep`; or no
fragments at all.
"""

from __future__ import annotations

from dataclasses import dataclass

from coindex.core.document import Document
from coindex.fragmenters.cutting import cut
from coindex.language.syntax.attachment import determines, frontier, possible_sites, sites
from coindex.language.syntax.tree import NONE, Forest, forest


@dataclass(frozen=True, slots=True)
class ParserTrees:
    """The parser's own fragments: several roots, unknown heads, and attachments it labels `dep`.

    Nothing more is known about separate trees; a `dep` is known to be somewhere in the fragment
    of its head.
    """

    labels: tuple[str, ...] = ("dep",)
    """Labels of the attachments that the parser leaves open."""

    def __post_init__(self) -> None:
        if isinstance(self.labels, str):
            object.__setattr__(self, "labels", (self.labels,))

    def fragment(self, document: Document) -> Document:
        """Tagged text without any dependency is left as it is: it has no trees."""
        if all(token.head is None and not token.deps for token in document.tokens):
            return document
        index = forest(document)
        cuts: dict[int, tuple[int, ...]] = {
            fragment.root: fragment.sites
            for sentence in document.sentences
            for fragment in sentence.fragments
            if index.heads[fragment.root] != NONE
        }
        for token, label in enumerate(index.labels):
            if (
                label in self.labels
                and index.heads[token] != NONE
                and not (token in cuts or determines(index, token))
            ):
                cuts[token] = _possible(index, token)
        return cut(index, cuts)


def _possible(index: Forest, token: int) -> tuple[int, ...]:
    """The tokens to which it could attach without crossing another arc, or else all suitable ones
    in the tree of its head.
    """
    head = index.heads[token]
    if near := sites(index, token, frontier(index, token)):
        return near
    inside = set(index.subtree(token))
    return tuple(
        one for one in possible_sites(index, token, [index.root(token)]) if one not in inside
    ) or (head,)


@dataclass(frozen=True, slots=True)
class Whole:
    """No cuts: the parse as its parser left it.

    Cuts nothing and joins nothing: what the parse itself leaves open stays open.

    Several trees in a sentence, attachments labelled `dep` and fragments that a document lists are
    fragments; any other attachment is believed.
    """

    def fragment(self, document: Document) -> Document:
        return ParserTrees().fragment(document)
