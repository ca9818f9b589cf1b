"""A whole book: its chapters and characters, what they say and do, and whom they meet."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.texts.books.actions import ActionWord, Deeds, deeds
from coindex.texts.books.chapters import Chapter, chapter_of, chapters
from coindex.texts.books.characters import LEAST, Character, characters
from coindex.texts.books.corrections import GivenCharacter
from coindex.texts.books.meetings import Meetings, meetings_of
from coindex.texts.books.speaking import Quotation, Voices

MENTIONS = 5
"""How often a character without a name must be described in the same words to be listed."""
COMMON = 10
"""How many of the most frequent words are listed for a character."""


@dataclass(frozen=True)
class Book:
    """A novel or play: `book.characters`, `book.quotations`, `book.meetings`."""

    document: Document
    """The text with its parse."""
    annotation: Annotation
    """The mentions and entities that the resolver found."""
    least: int = LEAST
    """Mentions of a character at least."""
    given: Mapping[str, GivenCharacter] = field(default_factory=dict, repr=False)
    """Characters that a reader has corrected, by the ids of their entities."""

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """By the headings; a book without headings is one chapter."""
        return chapters(self.document)

    @property
    def has_headings(self) -> bool:
        """Whether chapters were found, rather than the book taken for one."""
        return bool(self.chapters[-1].title)

    @cached_property
    def characters(self) -> tuple[Character, ...]:
        """Single people, and all who speak: those with a name first, then by mentions."""
        speaking = {one.speaker for one in self._attributed}
        return characters(self.document, self.annotation.entities, self.least, speaking, self.given)

    @cached_property
    def quotations(self) -> tuple[Quotation, ...]:
        """What is said, in textual order; of a play, its turns."""
        known = {one.id for one in self.characters}
        return tuple(
            replace(
                one,
                speaker=one.speaker if one.speaker in known else "",
                addressee=one.addressee if one.addressee in known else "",
            )
            for one in self._attributed
        )

    @cached_property
    def _attributed(self) -> tuple[Quotation, ...]:
        """Quotations whose speakers and addressees may be entities of any sort."""
        entities = self.annotation.entities
        people = characters(self.document, entities, self.least, (), self.given)
        voices = Voices(self.document, entities, {one.id for one in people})
        return tuple(voices.quotations())

    @cached_property
    def meetings(self) -> Meetings:
        """Who meets whom, chapter by chapter."""
        return meetings_of(self.document, self.characters, self.quotations, self.chapters)

    def __repr__(self) -> str:
        counted = (
            f"chapters {len(self.chapters)}, characters {len(self.characters)}, "
            f"quotations {len(self.quotations)}"
        )
        return f"<Book {self.document.id!r}: {counted}; resolved by {self.annotation.source.name}>"

    def character(self, name: str) -> Character:
        """Return the character with this name or id; `KeyError` if nobody is called so."""
        wanted = name.casefold()
        for one in self.characters:
            if one.id == name or wanted in (called.words.casefold() for called in one.names):
                return one
        raise KeyError(name)

    @property
    def worth_listing(self) -> tuple[Character, ...]:
        """Characters with a name; others that are described several times in the same words, *her
        aunt*, or who are *I* in much of the book.
        """
        return tuple(
            one
            for one in self.characters
            if one.is_named
            or (one.descriptions and one.descriptions[0].count >= MENTIONS)
            or (not one.descriptions and self._is_throughout(one))
        )

    def _is_throughout(self, character: Character) -> bool:
        return character.last - character.first >= len(self.document.text) / 2

    def deeds(self, character: Character) -> Deeds:
        """Return what a character does, undergoes and has, and how it is described."""
        return deeds(self.document, character)

    def said_by(self, character: Character) -> tuple[Quotation, ...]:
        """Return the quotations of a character."""
        return tuple(one for one in self.quotations if one.speaker == character.id)

    def chapter_at(self, character: int) -> int:
        """Return the number of the chapter at a place in the text, counted in characters; 0 is
        before the first one and behind the last one.
        """
        starts = [token.start for token in self.document.tokens]
        return chapter_of(self.chapters, bisect_right(starts, character) - 1)

    def to_dict(self) -> dict[str, Any]:
        """Return characters, quotations and chapters with offsets into the text."""
        tokens = self.document.tokens
        return {
            "document": self.document.id,
            "resolver": self.annotation.source.name,
            "chapters": [
                {"number": one.number, "title": one.title, "start": tokens[one.span.start].start}
                for one in self.chapters
                if tokens
            ],
            "characters": [self._character(one) for one in self.characters],
            "quotations": [
                {
                    "start": one.start,
                    "end": one.end,
                    "speaker": one.speaker,
                    "addressee": one.addressee,
                    "words": one.words,
                    "chapter": chapter_of(self.chapters, one.span.start),
                }
                for one in self.quotations
            ],
            "meetings": [
                {
                    "characters": [one.one, one.other],
                    "together": dict(sorted(one.together.items())),
                    "exchanges": dict(sorted(one.exchanges.items())),
                }
                for one in self.meetings.pairs
            ],
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def _character(self, one: Character) -> dict[str, Any]:
        done = self.deeds(one)
        return {
            "id": one.id,
            "name": one.name,
            "gender": one.gender,
            "mentions": one.mentions,
            "names": {called.words: called.count for called in one.names},
            "descriptions": {called.words: called.count for called in one.descriptions},
            "pronouns": {called.words: called.count for called in one.pronouns},
            "first": one.first,
            "last": one.last,
            "quotations": len(self.said_by(one)),
            "does": common(done.agent),
            "undergoes": common(done.patient),
            "has": common(done.possessions),
            "is": common(done.modifiers),
        }


def common(words: Iterable[ActionWord], most: int = COMMON) -> dict[str, int]:
    """The most frequent words with their counts."""
    return dict(Counter(word.lemma for word in words).most_common(most))
