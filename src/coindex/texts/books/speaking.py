"""Quotations, and turns of plays, with their speakers and addressees among the characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.agreement import Gender, Number, Person
from coindex.language.nominals.features import features_of
from coindex.language.nominals.names import normalised
from coindex.language.speech.quotations import Speech, quotations, turns
from coindex.language.speech.turns import spoken

_SINGLE = frozenset({Gender.MASCULINE, Gender.FEMININE})


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
        self._named: dict[str, Entity] = {}
        """Entities with a name."""
        self._genders: dict[str, int] = {}
        for entity in entities:
            if any(mention.kind is Kind.NAME for mention in entity.mentions):
                self._named[entity.id] = entity
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
        labelled, quoted = turns(document), quotations(document)
        # A novel may have a few lines that end like *mother:*, but it has more quotations.
        speeches = labelled if len(labelled) >= len(quoted) else quoted
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
        self._alternate(speeches, by_utterance)
        return [by_utterance[speech.utterance] for speech in speeches]

    def _alternate(self, speeches: Sequence[Speech], speakers: dict[int, str]) -> None:
        """In a dialogue, one who is not known is the last speaker but one, or the next but one."""
        utterances = [list(group) for _, group in groupby(speeches, lambda one: one.utterance)]
        near = [self._is_next(one[-1], other[0]) for one, other in pairwise(utterances)]
        numbers = [group[0].utterance for group in utterances]
        for step in (1, -1):
            places = range(len(utterances))
            for place in places if step == 1 else reversed(places):
                other, same = place - step, place - 2 * step
                if (
                    not 0 <= same < len(utterances)
                    or speakers[numbers[place]] in self._named
                    or not near[min(place, other)]
                    or not near[min(other, same)]
                ):
                    continue
                guess = speakers[numbers[same]]
                if (
                    guess in self._named
                    and guess != speakers[numbers[other]]
                    and self._may_say(guess, utterances[place])
                ):
                    speakers[numbers[place]] = guess

    def _may_say(self, entity: str, speeches: Sequence[Speech]) -> bool:
        """Whether nothing beside or in an utterance speaks against somebody: *said his aunt*, *she
        said* of a man, or the own name in it.
        """
        if any(entity == self._vocative(speech.span) for speech in speeches):
            return False
        for speech in speeches:
            owned = None if speech.speaker is None else self._owner.get(speech.speaker)
            if owned is None or speech.verb is None:
                continue
            gender = features_of(self._document, owned[0]).gender
            if not owned[0].kind.pronominal or gender != self._gender(entity):
                return False
        return True

    def _gender(self, entity: str) -> int:
        if entity not in self._genders:
            votes = Counter(
                gender
                for mention in self._named[entity].mentions
                if (gender := features_of(self._document, mention).gender) in _SINGLE
            )
            self._genders[entity] = votes.most_common(1)[0][0] if votes else 0
        return self._genders[entity]

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
