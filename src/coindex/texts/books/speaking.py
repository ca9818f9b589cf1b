"""Quotations, and turns of plays, with their speakers and addressees among the characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.agreement import Number, Person
from coindex.language.nominals.features import features_of
from coindex.language.nominals.names import normalised
from coindex.language.speech.quotations import Speech, quotations, turns
from coindex.language.speech.turns import spoken


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
    """Who says what, by the words around quotations, then by those inside."""

    def __init__(self, document: Document, entities: Iterable[Entity]) -> None:
        self._document = document
        self._owner: dict[int, tuple[Mention, str]] = {}
        """For each token that heads a mention, the mention and its entity."""
        self._names: dict[str, str] = {}
        self._lasting: set[str] = set()
        """Entities with a name or several mentions: *my dear* alone says of nobody who it is."""
        for entity in entities:
            if len(entity.mentions) > 1 or entity.mentions[0].kind is Kind.NAME:
                self._lasting.add(entity.id)
            for mention in entity.mentions:
                head = mention.start if mention.head is None else mention.head
                if mention.kind is not Kind.COORDINATION:
                    self._owner.setdefault(head, (mention, entity.id))
                if mention.kind is Kind.NAME:
                    name = document.surface(mention.minimum or mention.span)
                    self._names.setdefault(_plain(name), entity.id)

    def quotations(self) -> Iterator[Quotation]:
        """All quotations in textual order; of a play, its turns."""
        document = spoken(self._document)
        speeches = turns(document) or quotations(document)
        outer = [speech for speech in speeches if not speech.depth]
        speakers = self._speakers(outer)
        for place, speech in enumerate(outer):
            yield self._quotation(speech, speakers, place, outer)

    def _speakers(self, speeches: Sequence[Speech]) -> list[str]:
        """Pieces of one utterance have one speaker: the one in the reporting clause, else the one
        whom the last speaker has called by name, else the one whose turn it is.
        """
        by_utterance: dict[int, str] = {}
        last: Speech | None = None
        for speech in speeches:
            if not by_utterance.get(speech.utterance):
                by_utterance[speech.utterance] = self._speaker(speech)
            guessed = speech.verb is None and not speech.names[0]
            if guessed and last is not None and last.utterance != speech.utterance:
                called = self._vocative(last.span) if self._is_next(last, speech) else ""
                if called and called != by_utterance[last.utterance]:
                    by_utterance[speech.utterance] = called
                elif by_utterance[speech.utterance] == self._vocative(speech.span):
                    by_utterance[speech.utterance] = ""
            last = speech
        return [by_utterance[speech.utterance] for speech in speeches]

    def _is_next(self, earlier: Speech, later: Speech) -> bool:
        """Whether at most a sentence comes between."""
        document = self._document
        return (
            document.sentence_index(later.span.start)
            - document.sentence_index(earlier.span.end - 1)
            <= 2
        )

    def _speaker(self, speech: Speech) -> str:
        """Who is named beside it, else who *I* in it is."""
        if speech.names[0]:
            return self._names.get(_plain(speech.names[0]), "")
        if speech.speaker is not None and speech.speaker in self._owner:
            return self._owner[speech.speaker][1]
        return self._inside(speech.span, Person.FIRST)

    def _inside(self, span: Span, person: int) -> str:
        """The character whom pronouns of the first or second person in a quotation refer to."""
        for token in range(*span):
            if (owned := self._owner.get(token)) is not None and owned[0].kind.pronominal:
                features = features_of(self._document, owned[0])
                if features.person == person and features.number != Number.PLURAL:
                    return owned[1]
        return ""

    def _quotation(
        self, speech: Speech, speakers: Sequence[str], place: int, speeches: Sequence[Speech]
    ) -> Quotation:
        tokens, span = self._document.tokens, speech.span
        mention, _ = self._owner.get(-1 if speech.speaker is None else speech.speaker, (None, ""))
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
            self._vocative(speech.span),
            self._names.get(_plain(speech.names[1]), ""),
            self._owner.get(-1 if speech.addressee is None else speech.addressee, (None, ""))[1],
            self._inside(speech.span, Person.SECOND),
            self._before(speakers, place, speeches),
        )
        return next((one for one in candidates if one in self._lasting and one != speaker), "")

    def _vocative(self, span: Span) -> str:
        called = (
            self._owner.get(token, (None, ""))[1]
            for token in range(*span)
            if self._document.tokens[token].relation == "vocative"
        )
        return next(filter(None, called), "")

    def _before(self, speakers: Sequence[str], place: int, speeches: Sequence[Speech]) -> str:
        """The last other speaker, if nothing but a sentence comes between."""
        for earlier in range(place - 1, -1, -1):
            if not self._is_next(speeches[earlier], speeches[earlier + 1]):
                return ""
            if speakers[earlier] != speakers[place]:
                return speakers[earlier]
        return ""


def _plain(words: str) -> str:
    return normalised(" ".join(words.split()))


def spoken_by(quotations: Sequence[Quotation]) -> Mapping[str, list[Quotation]]:
    """The quotations of each character."""
    by_speaker: dict[str, list[Quotation]] = {}
    for quotation in quotations:
        if quotation.speaker:
            by_speaker.setdefault(quotation.speaker, []).append(quotation)
    return by_speaker
