"""What the words beside and in a quotation say about its speaker."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import log2
from typing import NamedTuple

from coindex.core.annotation import Entity, Kind, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.agreement import Animacy, Gender, Number, Person
from coindex.language.nominals.features import features_of
from coindex.language.nominals.names import normalised
from coindex.language.speech.quotations import Speech
from coindex.language.speech.speakers import is_reporting
from coindex.texts.books.conversations import MOST, NOBODY, WEIGHTS, Turn

_SINGLE = frozenset({Gender.MASCULINE, Gender.FEMININE})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
_CALLED = frozenset({"vocative", "discourse", "root", "parataxis", "appos", "dep", "list"})
_OPENS = frozenset({",", "“", "‘", '"', "'", "``", "--", "—", "!", "?", ".", "_"})
_CLOSES = frozenset({",", "!", "?", ".", ";", "--", "—", "”", "’", '"', "'", "_", "?--", "!--"})
_INTRODUCES = frozenset({":", ",", "--", "—", ":--", ":—"})
REACH = 6
"""Paragraphs from one turn to the next up to which they belong to one conversation."""
SCENE = 40
"""Paragraphs before a quotation in which the story mentions those who may speak."""
NEARNESS = ((2, 1.0), (6, 0.5), (15, 0.25))
"""How near a mention of somebody is, by the paragraphs between."""
OFTEN = 3
"""From which power of two on it does not matter how often somebody speaks in the book."""
AROUND = 8
"""Turns before and after one whose speakers may speak in it, too."""
CLOSE = 3
"""Turns from one that names its speaker up to which that person is likely."""


class People:
    """The entities of a document that may speak."""

    def __init__(
        self, document: Document, entities: Iterable[Entity], people: Collection[str]
    ) -> None:
        self.document = document
        self.people = people
        self._entities: dict[str, Entity] = {}
        self._owner: dict[int, tuple[Mention, str]] = {}
        """For each token that heads a mention, the mention and its entity."""
        self._names: dict[str, str] = {}
        self.named: set[str] = set()
        self.lasting: set[str] = set()
        """Entities with a name or several mentions: *my dear* alone says of nobody who it is."""
        self._genders: dict[str, int] = {}
        for entity in entities:
            self._entities[entity.id] = entity
            if len(entity.mentions) > 1 or entity.mentions[0].kind is Kind.NAME:
                self.lasting.add(entity.id)
            for mention in entity.mentions:
                head = mention.start if mention.head is None else mention.head
                if mention.kind is not Kind.COORDINATION:
                    self._owner.setdefault(head, (mention, entity.id))
                if mention.kind is Kind.NAME:
                    self.named.add(entity.id)
                    name = document.surface(mention.minimum or mention.span)
                    self._names.setdefault(_plain(name), entity.id)

    def by_name(self, name: str) -> str:
        return self._names.get(_plain(name), "")

    def at(self, token: int | None) -> tuple[Mention | None, str]:
        """The mention that a token heads, with its entity."""
        return (None, "") if token is None else self._owner.get(token, (None, ""))

    def within(self, span: Span) -> Iterator[tuple[int, Mention, str]]:
        """The heads of mentions in a span, in textual order."""
        for token in range(*span):
            if (owned := self._owner.get(token)) is not None:
                yield token, *owned

    def heads(self) -> Sequence[int]:
        return sorted(self._owner)

    def gender(self, entity: str) -> int:
        """The gender of most mentions; 0 if none has one."""
        if entity not in self._genders:
            votes = Counter(
                gender
                for mention in self._entities[entity].mentions
                if (gender := features_of(self.document, mention).gender) in _SINGLE
            )
            self._genders[entity] = votes.most_common(1)[0][0] if votes else 0
        return self._genders[entity]

    def called(self, span: Span) -> str:
        """Who is called in a quotation: *Come in, Ann*."""
        for token, mention, entity in self.within(span):
            if self.is_called(token, mention):
                return entity
        return ""

    def is_called(self, token: int, mention: Mention) -> bool:
        tokens = self.document.tokens
        relation = tokens[token].relation
        if relation == "vocative":
            return True
        if mention.kind is not Kind.NAME or relation not in _CALLED:
            return False
        before = tokens[mention.start - 1].form if mention.start else ""
        behind = tokens[mention.end].form if mention.end < len(tokens) else ""
        return before in _OPENS and behind in _CLOSES


def _plain(words: str) -> str:
    return normalised(" ".join(words.split()))


class _Clue(NamedTuple):
    """What a reporting clause says: who speaks for sure, or else a pronoun with its gender and
    entity. `says`: its verb is one of saying.
    """

    given: str = ""
    gender: int = 0
    entity: str = ""
    says: bool = False
    is_other: bool = False
    """Whether several speak, or a thing."""
    reported: str = ""
    """Whose words the narration reports just before the quotation."""


class Scenes:
    """The turns of a document."""

    def __init__(self, people: People, utterances: Sequence[Sequence[Speech]]) -> None:
        self._people, self._utterances = people, utterances
        document = self._document = people.document
        self._has_paragraphs = bool(document.sentences) and document.sentences[-1].paragraph > 0
        self._headings = sorted(
            {self._place(one.span.start) for one in document.sentences if one.heading}
        )
        self._clues = [self._clue(group) for group in utterances]
        self._speaking = Counter(one.given for one in self._clues if one.says)
        """How often each is named as a speaker in the whole book."""
        self._called = [
            next(filter(None, (people.called(one.span) for one in group)), "")
            for group in utterances
        ]
        self._places = [
            (self._place(group[0].span.start), self._place(group[-1].span.end - 1))
            for group in utterances
        ]
        self._narrated = self._narration()
        self._named_at: dict[str, list[int]] = {}
        """The paragraphs in which the story mentions those who have names."""
        for place, entries in sorted(self._narrated.items()):
            for one in sorted({entry[1] for entry in entries} & people.named):
                self._named_at.setdefault(one, []).append(place)
        self._narrator = self._narrating()
        self._said = [self._third(group) for group in utterances]

    def turns(self) -> list[Turn]:
        return [self._turn(number) for number in range(len(self._utterances))]

    def _place(self, token: int) -> int:
        """The number of the paragraph, or of the sentence in a text without paragraphs."""
        if self._has_paragraphs:
            return self._paragraph(token)
        return self._document.sentence_index(token)

    def _paragraph(self, token: int) -> int:
        return self._document.sentences[self._document.sentence_index(token)].paragraph

    def _narration(self) -> dict[int, list[tuple[int, str, bool]]]:
        """For each paragraph the people mentioned outside quotations, and whether as subjects."""
        spans = sorted(speech.span for group in self._utterances for speech in group)
        narrated: dict[int, list[tuple[int, str, bool]]] = {}
        number = 0
        for token in self._people.heads():
            while number < len(spans) and spans[number].end <= token:
                number += 1
            if number < len(spans) and spans[number].start <= token:
                continue
            mention, entity = self._people.at(token)
            if entity in self._people.people and mention is not None:
                is_subject = self._document.tokens[token].relation in _SUBJECTS
                narrated.setdefault(self._place(token), []).append((token, entity, is_subject))
        return narrated

    def _narrating(self) -> str:
        """Who says *I* outside quotations, if somebody does: never *he* or *she* there."""
        counts: Counter[str] = Counter()
        for entries in self._narrated.values():
            for token, entity, _ in entries:
                mention, _ = self._people.at(token)
                if mention is not None and mention.kind.pronominal:
                    features = features_of(self._document, mention)
                    counts[entity] += features.person == Person.FIRST
        return max(counts, key=lambda one: counts[one]) if counts.total() else ""

    def _third(self, group: Sequence[Speech]) -> tuple[set[str], set[str]]:
        """Who is spoken of: by name, and by *he* or *she*."""
        names, pronouns = set[str](), set[str]()
        for speech in group:
            for token, mention, entity in self._people.within(speech.span):
                if mention.kind is Kind.NAME:
                    if not self._people.is_called(token, mention):
                        names.add(entity)
                elif mention.kind.pronominal:
                    features = features_of(self._document, mention)
                    if features.person == Person.THIRD and features.gender in _SINGLE:
                        pronouns.add(entity)
        return names, pronouns

    def _clue(self, group: Sequence[Speech]) -> _Clue:
        """The best clue of the pieces of an utterance: a verb of saying before any other."""
        best, reported = _Clue(), ""
        for speech in group:
            if speech.names[0]:
                return _Clue(self._people.by_name(speech.names[0]), says=True)
            if speech.verb is None or speech.speaker is None:
                continue
            # What the next paragraph says belongs to what follows.
            if self._paragraph(speech.verb) > self._paragraph(speech.span.end - 1):
                continue
            clue = self._clause(speech)
            if clue is None:
                continue
            if self._is_told_before(speech):
                reported = clue.entity
                continue
            if (clue.says, bool(clue.given)) > (best.says, bool(best.given)) or not best.entity:
                best = clue
        return best._replace(reported=reported)

    def _is_told_before(self, speech: Speech) -> bool:
        """Whether the verb reports what another one has just said: *She asked who they were.*"""
        verb, start = speech.verb, speech.span.start
        if verb is None or verb >= start or self._paragraph(verb) == self._paragraph(start):
            return False
        end = self._document.sentences[self._document.sentence_index(verb)].span.end
        return self._document.tokens[end - 1].form not in _INTRODUCES

    def _reports(self, speech: Speech) -> bool:
        """Whether the verb is one of saying, or stands directly behind the quotation."""
        verb = speech.verb
        return verb is not None and (
            is_reporting(self._document, verb) or self._is_attached(speech)
        )

    def _is_attached(self, speech: Speech) -> bool:
        """Whether verb and subject stand directly behind the quotation: *glowed Carol*."""
        verb, end, document = speech.verb, speech.span.end, self._document
        if verb is None or speech.speaker is None or not end <= verb <= end + 3:
            return False
        same = document.sentence_index(verb) == document.sentence_index(end - 1)
        return same and speech.speaker >= end

    def _clause(self, speech: Speech) -> _Clue | None:
        mention, entity = self._people.at(speech.speaker)
        says = self._reports(speech)
        if mention is None:
            return None
        features = features_of(self._document, mention)
        if mention.kind.pronominal:
            if features.person & Person.FIRST and features.number != Number.PLURAL:
                return _Clue(entity, entity=entity, says=says)
            if features.gender in _SINGLE and not features.person & Person.SECOND:
                return _Clue("", features.gender, entity, says)
            # *It answered*, *they said*
            return _Clue(says=True, is_other=True) if self._is_attached(speech) else None
        is_person = entity in self._people.people
        if not is_person and not (says and features.animacy == Animacy.ANIMATE):
            return None
        return _Clue(entity if says else "", self._people.gender(entity), entity, says)

    def _turn(self, number: int) -> Turn:
        clue = self._clues[number]
        first, _ = self._places[number]
        before = self._places[number - 1][1] if number else -1
        gap = max(first - before - 1, 0) if number else 0
        turn = Turn({}, gap, first > before)
        if clue.given or clue.is_other:
            turn.scores = {clue.given: 0.0}
            return turn
        scores = {one: self._score(number, one) for one in self._candidates(number)}
        fitting = {
            one: score
            for one, score in scores.items()
            if not (clue.gender and clue.says and self._is_other(one, clue.gender))
        }
        best = sorted(fitting, key=lambda one: -fitting[one])[:MOST]
        turn.scores = {NOBODY: WEIGHTS["nobody"], **{one: fitting[one] for one in best}}
        return turn

    def _is_other(self, one: str, gender: int) -> bool:
        """Whether a person cannot be *he*, or *she*."""
        return one == self._narrator or self._people.gender(one) not in (0, gender)

    def _near(self, number: int, most: int) -> Iterator[int]:
        """The turns around one, without gaps."""
        for step in (-1, 1):
            other = number
            for _ in range(most):
                other += step
                if not 0 <= other < len(self._utterances):
                    break
                low, high = sorted((other, other - step))
                if self._places[high][0] - self._places[low][1] > REACH:
                    break
                yield other

    def _begin(self, place: int) -> int:
        """Where the scene of a paragraph may begin: not before its chapter."""
        at = bisect_right(self._headings, place)
        return max(place - SCENE, self._headings[at - 1] if at else 0)

    def _candidates(self, number: int) -> Iterable[str]:
        people = self._people
        first, last = self._places[number]
        found: dict[str, None] = {}
        clue = self._clues[number]
        if clue.entity in people.people:
            found[clue.entity] = None
        begin = self._begin(first)
        for one, places in self._named_at.items():
            at = bisect_right(places, last + 1)
            if at and places[at - 1] >= begin:
                found[one] = None
        for other in self._near(number, AROUND):
            found[self._clues[other].entity] = None
            found[self._called[other]] = None
        return [one for one in found if one in people.people]

    def _score(self, number: int, one: str) -> float:
        """How well a person suits a turn by itself."""
        return sum(WEIGHTS[name] * times for name, times in self.reasons(number, one))

    def reasons(self, number: int, one: str) -> Iterator[tuple[str, float]]:
        """What speaks for a person or against, with how much of it there is."""
        if one not in self._people.named:
            yield "nameless", 1
        yield "speaks", min(log2(1 + self._speaking[one]), OFTEN)
        yield from self._by_clause(number, one)
        yield from self._by_narration(number, one)
        yield from self._by_words(number, one)
        yield from self._by_other_turns(number, one)

    def _by_clause(self, number: int, one: str) -> Iterator[tuple[str, float]]:
        clue = self._clues[number]
        if one == clue.reported:
            yield "reported", 1
        if not clue.entity:
            return
        agrees = self._people.gender(one) == clue.gender
        if clue.says:
            if agrees:
                yield "pronoun agrees", 1
            if one == clue.entity:
                yield "pronoun", 1
        elif one == clue.entity:
            yield "narrated", 1
        elif agrees:
            yield "narrated agrees", 1

    def _by_words(self, number: int, one: str) -> Iterator[tuple[str, float]]:
        names, pronouns = self._said[number]
        if one in names:
            yield "said", 1
        elif one in pronouns:
            yield "said pronoun", 1
        if self._called[number] == one:
            yield "vocative", 1

    def _by_other_turns(self, number: int, one: str) -> Iterator[tuple[str, float]]:
        given, likely = [], False
        for other in self._near(number, AROUND):
            clue = self._clues[other]
            if clue.given == one:
                given.append(abs(other - number))
            likely |= (clue.says and clue.entity == one) or self._called[other] == one
        if given:
            yield "anchor" if min(given) <= CLOSE else "anchor far", 1
        elif likely:
            yield "anchor far", 1
        for other in self._near(number, 1):
            low, high = sorted((other, number))
            gap = self._places[high][0] - self._places[low][1]
            if gap > 2:
                continue
            if self._called[other] == one:
                yield ("called" if other < number else "calls"), 1 if gap <= 1 else 0.5
            elif one in self._said[other][0]:
                yield "said before", 1

    def _by_narration(self, number: int, one: str) -> Iterator[tuple[str, float]]:
        first, last = self._places[number]
        group = self._utterances[number]
        start, end = group[0].span.start, group[-1].span.end
        own = [entry for entry in self._narrated.get(first, ()) if entry[1] == one]
        if any(token < start for token, _, _ in own):
            yield "before", 1
            if any(is_subject and token < start for token, _, is_subject in own):
                yield "subject before", 1
        behind = [
            entry for entry in self._narrated.get(last, ()) if entry[1] == one and entry[0] >= end
        ]
        if any(is_subject for _, _, is_subject in behind):
            yield "subject behind", 1
        previous = number and self._places[number - 1][1] >= first - 1
        lead = [] if previous else [e for e in self._narrated.get(first - 1, ()) if e[1] == one]
        if any(is_subject for _, _, is_subject in lead):
            yield "lead", 1
        places = self._named_at.get(one, ())
        at = bisect_left(places, first)
        is_there = at and places[at - 1] >= self._begin(first)
        away = first - places[at - 1] if is_there else SCENE
        share = next((share for reach, share in NEARNESS if away <= reach), 0.0)
        if share:
            yield "near", share
