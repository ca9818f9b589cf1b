"""How many candidates compete for an anaphor, before and after the morphological filter (Mitkov
2002).

The difficulty of an anaphor is a property of the text: candidates and filter are the same for every
method that is compared.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coindex.core.annotation import Annotation, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.agreement import GUESSES_COUNT, Features, clash
from coindex.language.nominals.features import features_of
from coindex.language.syntax.chunks import chunks
from coindex.measures.alignment import known_head
from coindex.measures.selection import kind_of

WINDOW = 2
"""From how many sentences before the anaphor's own candidates are taken."""


class Competition(NamedTuple):
    """The candidates of an anaphor, and those that agree with it in person, number, gender and
    animacy.
    """

    candidates: int
    agreeing: int

    @property
    def nontrivial(self) -> bool:
        return self.candidates > 1

    @property
    def critical(self) -> bool:
        return self.agreeing > 1


class Competitions:
    """The competitions of one document: candidates are the mentions of the key that are not
    pronouns and, where words have parts of speech, all other noun phrases.
    """

    def __init__(self, document: Document, key: Annotation, window: int = WINDOW) -> None:
        self._document, self._window = document, window
        self._phrases = sorted(
            _phrases(document, key), key=lambda phrase: (phrase.start, phrase.end)
        )
        self._starts = [phrase.start for phrase in self._phrases]
        self._features: dict[Mention, Features] = {}

    def of(self, anaphor: Mention) -> Competition:
        """The competition for a mention; its candidates end before it begins."""
        document = self._document
        last = document.sentence_index(anaphor.start)
        first = document.sentences[last - self._window].span.start if last > self._window else 0
        near = self._phrases[
            bisect_left(self._starts, first) : bisect_left(self._starts, anaphor.start)
        ]
        candidates = [phrase for phrase in near if phrase.end <= anaphor.start]
        own = self._features_of(_headed(document, anaphor))
        agreeing = (
            not clash(own, self._features_of(phrase), certain=GUESSES_COUNT)
            for phrase in candidates
        )
        return Competition(len(candidates), sum(agreeing))

    def _features_of(self, mention: Mention) -> Features:
        if mention not in self._features:
            self._features[mention] = features_of(self._document, mention)
        return self._features[mention]


def _phrases(document: Document, key: Annotation) -> Iterator[Mention]:
    marked = [_headed(document, mention) for mention in _all(key)]
    yield from (mention for mention in marked if not mention.kind.pronominal)
    heads = {mention.head for mention in marked}
    for sentence in document.sentences:
        for chunk in chunks(document, sentence.span):
            if chunk.kind == "noun" and chunk.head not in heads:
                phrase = Mention((Span(chunk.preposition.end, chunk.span.end),), chunk.head)
                yield phrase._replace(kind=kind_of(document, phrase))


def _all(key: Annotation) -> Iterable[Mention]:
    return dict.fromkeys(
        (*key.mentions, *(mention for entity in key.entities for mention in entity.mentions))
    )


def _headed(document: Document, mention: Mention) -> Mention:
    """The mention with kind and head, which the key may lack."""
    head = known_head(document, mention)
    return mention._replace(
        head=mention.end - 1 if head is None else head, kind=kind_of(document, mention)
    )
