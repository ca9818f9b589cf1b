"""Quotations, and turns of plays, with their speakers and addressees among the characters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from coindex.core.annotation import Entity, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.agreement import Number, Person
from coindex.language.nominals.features import features_of
from coindex.language.speech.quotations import Speech, quotations, turns
from coindex.language.speech.turns import spoken
from coindex.texts.books.conversations import speakers
from coindex.texts.books.scenes import People, Scenes


@dataclass(frozen=True, slots=True)
class Quotation:
    """Direct speech, with its marks; `start` and `end` are characters of the text."""

    start: int
    end: int
    text: str
    speaker: str
    """The id of the character who speaks; empty if that is not known."""
    addressee: str
    """The id of the character who is spoken to; empty if that is not known."""
    words: str
    """How the text refers to the speaker there: *she*, *Mr. Bennet*; empty if it does not."""
    span: Span
    mention: Mention | None = None
    """The mention that those words are."""


class Voices:
    """Who says what, by the words around quotations, then by those inside; `people` are the ids of
    the entities that may speak.
    """

    def __init__(
        self, document: Document, entities: Iterable[Entity], people: Collection[str]
    ) -> None:
        self._document = document
        self._people = People(document, entities, people)

    def quotations(self) -> Iterator[Quotation]:
        """All quotations in textual order; of a play, its turns."""
        document = spoken(self._document)
        labelled, quoted = turns(document), quotations(document)
        # A novel may have a few lines that end like *mother:*, but it has more quotations.
        speeches = labelled if len(labelled) >= len(quoted) else quoted
        outer = [speech for speech in speeches if not speech.depth]
        speakers = self._speakers(outer)
        for place, speech in enumerate(outer):
            yield self._quotation(speech, speakers, place, outer)

    def _speakers(self, speeches: Sequence[Speech]) -> list[str]:
        """Pieces of one utterance have one speaker; those of a conversation are found together."""
        if not speeches:
            return []
        utterances = [list(group) for _, group in groupby(speeches, lambda one: one.utterance)]
        chosen = speakers(Scenes(self._people, utterances).turns())
        by_place = zip(chosen, utterances, strict=True)
        return [speaker for speaker, group in by_place for _ in group]

    def _is_next(self, earlier: Speech, later: Speech) -> bool:
        """Whether at most a sentence comes between."""
        document = self._document
        return (
            document.sentence_index(later.span.start)
            - document.sentence_index(earlier.span.end - 1)
            <= 2
        )

    def _inside(self, span: Span, person: int) -> str:
        """The character whom pronouns of the first or second person in a quotation refer to."""
        for _, mention, entity in self._people.within(span):
            if mention.kind.pronominal:
                features = features_of(self._document, mention)
                if features.person == person and features.number != Number.PLURAL:
                    return entity
        return ""

    def _quotation(
        self, speech: Speech, speakers: Sequence[str], place: int, speeches: Sequence[Speech]
    ) -> Quotation:
        tokens, span = self._document.tokens, speech.span
        mention, _ = self._people.at(speech.speaker)
        words = self._words(speech, mention)
        start, end = tokens[span.start].start, tokens[span.end - 1].end
        return Quotation(
            start,
            end,
            self._document.text[start:end],
            speakers[place],
            self._addressee(speech, speakers, place, speeches),
            words,
            span,
            mention,
        )

    def _words(self, speech: Speech, mention: Mention | None) -> str:
        if speech.names[0]:
            return speech.names[0]
        if mention is not None:
            return " ".join(mention.text(self._document).split())
        return "" if speech.speaker is None else self._document.tokens[speech.speaker].form

    def _addressee(
        self, speech: Speech, speakers: Sequence[str], place: int, speeches: Sequence[Speech]
    ) -> str:
        """By a vocative, the reporting clause, *you*, or as the one who spoke just before."""
        speaker = speakers[place]
        candidates = (
            self._people.called(speech.span),
            self._people.by_name(speech.names[1]),
            self._people.at(speech.addressee)[1],
            self._inside(speech.span, Person.SECOND),
            self._before(speakers, place, speeches),
        )
        lasting = self._people.lasting
        return next((one for one in candidates if one in lasting and one != speaker), "")

    def _before(self, speakers: Sequence[str], place: int, speeches: Sequence[Speech]) -> str:
        """The last other speaker, if nothing but a sentence comes between."""
        for earlier in range(place - 1, -1, -1):
            if not self._is_next(speeches[earlier], speeches[earlier + 1]):
                return ""
            if speakers[earlier] != speakers[place]:
                return speakers[earlier]
        return ""


def spoken_by(quotations: Sequence[Quotation]) -> Mapping[str, list[Quotation]]:
    """The quotations of each character."""
    by_speaker: dict[str, list[Quotation]] = {}
    for quotation in quotations:
        if quotation.speaker:
            by_speaker.setdefault(quotation.speaker, []).append(quotation)
    return by_speaker
