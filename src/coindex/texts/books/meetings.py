"""Who meets whom, chapter by chapter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from coindex.core.document import Document
from coindex.texts.books.chapters import Chapter, chapter_of
from coindex.texts.books.characters import Character
from coindex.texts.books.speaking import Quotation


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two characters: `together` counts the paragraphs that mention both, `exchanges` the
    quotations of one that are addressed to the other, each for every chapter where there are any.
    """

    one: str
    other: str
    together: Mapping[int, int]
    exchanges: Mapping[int, int]

    def weight(self, chapter: int | None = None) -> int:
        """Return the number of paragraphs and exchanges, of one chapter or of the book."""
        if chapter is None:
            return sum(self.together.values()) + sum(self.exchanges.values())
        return self.together.get(chapter, 0) + self.exchanges.get(chapter, 0)

    @property
    def chapters(self) -> tuple[int, ...]:
        return tuple(sorted({*self.together, *self.exchanges}))


@dataclass(frozen=True, slots=True)
class Meetings:
    """Pairs of characters who meet; `appearances` counts the mentions of each character in each
    chapter.
    """

    characters: tuple[Character, ...]
    pairs: tuple[Meeting, ...]
    appearances: Mapping[str, Mapping[int, int]]

    def chapter(self, number: int) -> Meetings:
        """Return the meetings of one chapter."""
        present = {
            id: {number: counts[number]}
            for id, counts in self.appearances.items()
            if number in counts
        }
        return Meetings(
            tuple(one for one in self.characters if one.id in present),
            tuple(
                Meeting(
                    one.one,
                    one.other,
                    {number: one.together[number]} if number in one.together else {},
                    {number: one.exchanges[number]} if number in one.exchanges else {},
                )
                for one in self.pairs
                if one.weight(number)
            ),
            present,
        )

    def of(self, people: Iterable[Character], least: int = 1) -> Meetings:
        """Return the meetings among some characters, with edges of at least this weight."""
        kept = {one.id for one in people}
        return Meetings(
            tuple(one for one in self.characters if one.id in kept),
            tuple(
                one
                for one in self.pairs
                if one.one in kept and one.other in kept and one.weight() >= least
            ),
            {id: counts for id, counts in self.appearances.items() if id in kept},
        )


def meetings_of(
    document: Document,
    people: Sequence[Character],
    quotations: Iterable[Quotation],
    parts: Sequence[Chapter],
) -> Meetings:
    """The meetings of all characters of a book, the heaviest first."""
    together: dict[tuple[str, str], Counter[int]] = {}
    exchanges: dict[tuple[str, str], Counter[int]] = {}
    appearances: dict[str, Counter[int]] = {}
    present: dict[int, dict[str, int]] = {}
    for person in people:
        counts = appearances.setdefault(person.id, Counter())
        for mention in person.entity.mentions:
            chapter = chapter_of(parts, mention.start)
            counts[chapter] += 1
            paragraph = document.sentence_of(mention.start).paragraph
            present.setdefault(paragraph, {}).setdefault(person.id, chapter)
    for inside in present.values():
        for pair in combinations(sorted(inside), 2):
            together.setdefault(pair, Counter())[inside[pair[0]]] += 1
    for quotation in quotations:
        if quotation.speaker and quotation.addressee:
            one, other = sorted((quotation.speaker, quotation.addressee))
            chapter = chapter_of(parts, quotation.span.start)
            exchanges.setdefault((one, other), Counter())[chapter] += 1
    unordered = (
        Meeting(*pair, together.get(pair, Counter()), exchanges.get(pair, Counter()))
        for pair in {**together, **exchanges}
    )
    ordered = sorted(unordered, key=lambda meeting: (-meeting.weight(), meeting.one, meeting.other))
    return Meetings(tuple(people), tuple(ordered), appearances)
