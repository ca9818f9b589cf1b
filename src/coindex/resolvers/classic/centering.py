"""Common parts of the centering algorithms: their parameters, terms and lists of candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.core.protocols import Correct
from coindex.language.discourse.centers import SEGMENTS, UNITS, Course
from coindex.language.discourse.discourse import Expression
from coindex.resolvers.classic.search import SEARCH_TERMS, Proposal, Search

LISTED = ("outside quotes", "all")
CENTERING_TERMS: Glossary = {
    **SEARCH_TERMS,
    "same utterance": "the candidate stands earlier in the pronoun's own utterance",
    "utterance -*": (
        "the candidate is in the list of an earlier utterance; -1 is the one before the pronoun's"
    ),
}


class CenteringOptions(Protocol):
    """The parameters that the three algorithms share."""

    @property
    def utterance(self) -> str: ...
    @property
    def segment(self) -> str: ...
    @property
    def certain(self) -> float: ...
    @property
    def singular_they(self) -> bool: ...


def check(name: str, settings: CenteringOptions, listed: str = "all") -> None:
    for option, value, known in (
        ("utterance", settings.utterance, UNITS),
        ("segment", settings.segment, SEGMENTS),
        ("listed", listed, LISTED),
    ):
        if value not in known:
            raise SpecError(
                Message(
                    "{name}: {option} is one of {known}, not {value!r}",
                    name=name,
                    option=option,
                    known=", ".join(known),
                    value=value,
                )
            )


def begun(
    settings: CenteringOptions, document: Document, mentions: Annotation, correct: Correct | None
) -> tuple[Search, Course]:
    search = Search(
        document, mentions, correct, certain=settings.certain, singular_they=settings.singular_they
    )
    return search, Course(search.discourse, utterance=settings.utterance, segment=settings.segment)


def from_lists(lists: Iterable[Sequence[Expression]], what: str) -> Iterator[Proposal]:
    """Proposals from the lists of earlier utterances, from the last one backwards."""
    for back, earlier in enumerate(lists, 1):
        yield from (Proposal(candidate, f"{what} -{back}") for candidate in earlier)
