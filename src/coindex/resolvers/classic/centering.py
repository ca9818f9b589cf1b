"""Common parts of the centering algorithms: their parameters, terms and lists of candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from coindex.core.glossary import Glossary
from coindex.language.discourse.centers import Course
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.classic.search import SEARCH_TERMS, Proposal, Search, Searcher

CENTERING_TERMS: Glossary = {
    **SEARCH_TERMS,
    "same utterance": "the candidate stands earlier in the pronoun's own utterance",
    "utterance -*": (
        "the candidate is in the list of an earlier utterance; -1 is the one before the pronoun's"
    ),
}


class Centering(Searcher):
    """An algorithm that goes through a document utterance by utterance."""

    __slots__ = ()
    utterance: Literal["sentence", "conjoined", "tensed_clause"]
    """What an utterance is: a *sentence*, a clause that is *conjoined* with
    others, or every *tensed_clause*.
    """
    segment: Literal["document", "paragraph"]
    """The discourse segment, at whose start the lists begin empty: the
    whole *document*, or a *paragraph*.
    """

    def course(self, search: Search) -> Course:
        return Course(search.discourse, utterance=self.utterance, segment=self.segment)


def from_lists(lists: Iterable[Sequence[Expression]], what: str) -> Iterator[Proposal]:
    """Proposals from the lists of earlier utterances, from the last one backwards."""
    for back, earlier in enumerate(lists, 1):
        yield from (Proposal(candidate, f"{what} -{back}") for candidate in earlier)
