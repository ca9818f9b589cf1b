"""Fragments from a parser's own doubt: attachments with an arc
probability below a threshold are cut.
"""

from __future__ import annotations

from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.core.messages import Message
from coindex.core.parameters import component, ranged
from coindex.fragmenters.cutting import cut
from coindex.language.syntax.attachment import frontier, sites
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE, Forest, forest

_CLAUSES = frozenset({Role.ADNOMINAL, Role.ADVERBIAL, Role.PARATAXIS})
_FILLERS = frozenset({Role.SUBJECT, Role.OBJECT, Role.COMPLEMENT, Role.OBLIQUE})


@component
class Uncertain:
    """Attachments are PPs and modifying clauses; with `roles` also
    arguments, whose role may be wrong.

    Those less probable than `threshold` are cut, or with `share` that part of them, the least
    probable first; in a parse without probabilities the most ambiguous first, that is those with
    most sites, then those farthest from their head. The sites are the competing heads that together
    have at least the probability `mass`.
    """

    threshold: float = ranged(0.7, least=0, most=1)
    """Attachments less probable than this are cut."""
    share: float | None = ranged(None, least=0, most=1)
    """The part of all attachments to cut, the least probable first; replaces `threshold`."""
    mass: float = ranged(0.95, least=0, most=1)
    """The probability that the competing heads, the sites of a fragment, must have together."""
    roles: bool = False
    """Whether arguments are cut, too, since their role may be wrong."""

    def fragment(self, document: Document) -> Document:
        if self.share is None and document.tokens and not document.arcs:
            raise MissingLayer(
                Message(
                    "document {document!r} has no arc probabilities: parse it with a parser "
                    "that gives them, or say which share of the attachments to cut, as in "
                    "uncertain(share=0.1)",
                    document=document.id,
                )
            )
        index = forest(document)
        return cut(index, {token: self._sites(index, token) for token in self._doubtful(index)})

    def _doubtful(self, forest: Forest) -> list[int]:
        attached = [
            token
            for token, head in enumerate(forest.heads)
            if head != NONE and self._attaches(forest, token)
        ]
        if self.share is None:
            return [token for token in attached if probability(forest, token) < self.threshold]
        attached.sort(key=lambda token: _doubt(forest, token))
        return attached[: round(self.share * len(attached))]

    def _attaches(self, forest: Forest, token: int) -> bool:
        role = forest.roles[token]
        if role in (Role.OBLIQUE, Role.ATTRIBUTE) and forest.cases[token] != NONE:
            return True
        return role in _CLAUSES or (self.roles and role in _FILLERS)

    def _sites(self, forest: Forest, token: int) -> tuple[int, ...]:
        """The best heads up to `mass`; without probabilities, those of the phrase's kind that cross
        no other arc.
        """
        arcs = forest.document.arcs
        if not arcs or not arcs[token]:
            return sites(forest, token, frontier(forest, token)) or (forest.heads[token],)
        heads = {forest.heads[token]}
        left = self.mass
        sentence = forest.document.sentence_of(token).span
        for arc in sorted(arcs[token], key=lambda arc: -arc.probability):
            if left <= 0:
                break
            left -= arc.probability
            if arc.head in sentence and arc.head != token and not forest.dominates(token, arc.head):
                heads.add(arc.head)
        return tuple(sorted(heads))


def probability(forest: Forest, token: int) -> float:
    """The probability that the parser gives to the head of a token; 1 if it gives none."""
    arcs = forest.document.arcs
    if not arcs or not arcs[token]:
        return 1.0
    head = forest.heads[token]
    return next((arc.probability for arc in arcs[token] if arc.head == head), 0.0)


def _doubt(forest: Forest, token: int) -> tuple[float, int, int, int]:
    """A sort key that puts the most doubtful first; ties are broken by the token's position."""
    known = bool(forest.document.arcs)
    possible = 0 if known else len(sites(forest, token, frontier(forest, token)))
    return probability(forest, token), -possible, -abs(token - forest.heads[token]), token
