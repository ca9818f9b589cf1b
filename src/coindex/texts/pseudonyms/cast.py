"""Who is called what: a pseudonym for each word of the names of a collection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from coindex.language import lexicon
from coindex.language.nominals.names import formal_names, normalised
from coindex.texts.pseudonyms.pools import NamePool
from coindex.texts.pseudonyms.sightings import GIVEN, UNKNOWN, NamePart, Naming

PEOPLE = GIVEN | {NamePart.SURNAME}
_SIBILANTS = ("s", "sh", "ch", "x", "z")
SHARE = 0.3
"""A word gets a pseudonym if at least this share of the names that have it is of a chosen type."""


@dataclass(slots=True)
class Cast:
    """The words of names, normalised, each with its pseudonym.

    `alone` are those that are names by themselves, so that they are replaced wherever they stand
    as names; `people` are words of names of people, `bearers` the first names that go with a
    surname.
    """

    pool: NamePool
    words: dict[str, str] = field(default_factory=dict)
    alone: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    bearers: dict[str, set[str]] = field(default_factory=dict)
    letters: dict[str, str] = field(default_factory=dict)

    def key_of(self, word: str) -> str:
        """The word under which a written word has its pseudonym."""
        plain = word.replace(".", "")
        return plain if plain in self.words and plain.isupper() else normalised(word)

    def initials(self, written: str, surname: str) -> str:
        """*E.* for *A.*, if *Ann Lee* is *Eve Moss*; an initial of no known name is drawn."""
        return "".join(self._initial(one, surname) if one.isalpha() else one for one in written)

    def _initial(self, letter: str, surname: str) -> str:
        plain = normalised(letter)
        given = [one for one in sorted(self.bearers.get(surname, ())) if one[0] == plain]
        if given and given[0] in self.words:
            return self.words[given[0]][0]
        return self.letters.setdefault(f"{plain} {surname}", self.pool.letter())

    def code(self, word: str, language: str) -> str:
        """A pseudonym for a word in capitals that has none of its own."""
        if word not in self.words:
            self.words[word] = self.pool.draw(NamePart.ACRONYM, language, len(word))
        return self.words[word]

    def pseudonym(self, word: str) -> str:
        """The pseudonym of a word as it is written, in the same case; empty if it has none."""
        if word.endswith(".") and word.isupper():
            letters = self.words.get(word.replace(".", ""), "")
            return "".join(f"{letter}." for letter in letters)
        if word in self.words and word.isupper():
            return self.words[word]
        known = self.words.get(normalised(word))
        if known is None:
            return ""
        if word.isupper() and len(word) > 1:
            return known.upper()
        return known.lower() if word.islower() else known


class Votes:
    """What the words of names are, counted over a collection."""

    def __init__(self, types: Iterable[str]) -> None:
        self._types = {*types, UNKNOWN}
        self._parts: dict[str, Counter[NamePart]] = {}
        self._sure: dict[str, Counter[NamePart]] = {}
        self._all: Counter[str] = Counter()
        self._alone: set[str] = set()
        self._languages: dict[str, str] = {}
        self._longer: dict[str, tuple[str, ...]] = {}
        self._bearers: dict[str, set[str]] = {}
        self._plurals: set[str] = set()

    def add(self, namings: Iterable[Naming], language: str) -> None:
        """Count the names of one document."""
        for naming in namings:
            pieces = [one for one in naming.pieces if not one.initials]
            chosen = naming.type in self._types
            for piece in pieces:
                self._all[piece.word] += 1
                if chosen:
                    self._parts.setdefault(piece.word, Counter())[piece.part] += 1
                    if piece.sure:
                        self._sure.setdefault(piece.word, Counter())[piece.part] += 1
                    self._languages.setdefault(piece.word, language)
            if chosen and len(pieces) == 1:
                self._alone.add(pieces[0].word)
                if naming.plural and pieces[0].word.endswith("s"):
                    self._plurals.add(pieces[0].word)
            # *United Nations* may return as *UN*, which must get the initials of its pseudonym.
            if chosen and pieces and len(naming.words) > 1 and pieces[0].part not in PEOPLE:
                short = "".join(word[0] for word in naming.words).upper()
                self._longer.setdefault(short, naming.words)
                self._languages.setdefault(short, language)
            for piece in pieces[:-1]:
                if piece.part in GIVEN:
                    self._bearers.setdefault(naming.surname, set()).add(piece.word)

    def cast(self, pool: NamePool, known: Mapping[str, str], capitals: Set[str]) -> Cast:
        """Draw a pseudonym for each word; those that are `known` keep theirs.

        `capitals` are the words that the collection has in capitals: the acronym of a longer name
        is one of its names, whatever the resolver takes it for.
        """
        cast = Cast(pool, dict(known), set(known), bearers=self._bearers)
        for short in self._longer:
            if short in capitals and len(short) > 1 and short not in self._parts:
                self._parts[short] = Counter({NamePart.ACRONYM: 1})
                self._all[short] += 1
                self._alone.add(short)
        chosen = [
            word
            for word, parts in self._parts.items()
            if parts.total() >= SHARE * self._all[word] and word not in cast.words
        ]
        cast.alone |= self._alone & set(chosen)
        cast.people |= {word for word in chosen if self._part(word) in PEOPLE}
        # What is derived from another name can only be formed once that has its pseudonym.
        late = []
        for word in chosen:
            if self._base(word, chosen) or self._formal(word, chosen) or word in self._longer:
                late.append(word)
            else:
                cast.words[word] = self._drawn(word, chosen, pool)
        for word in late:
            cast.words[word] = self._derived(word, chosen, cast, pool)
        return cast

    def _part(self, word: str) -> NamePart:
        return (self._sure.get(word) or self._parts[word]).most_common(1)[0][0]

    def _is_twofold(self, word: str) -> bool:
        """Whether it is a first name of one person and the surname of another."""
        parts = self._sure.get(word, Counter())
        return NamePart.SURNAME in parts and bool(parts.keys() & GIVEN)

    def _drawn(self, word: str, chosen: list[str], pool: NamePool) -> str:
        """A name from the lists; one with a pet form, if the text has one of the original."""
        part, language = self._part(word), self._languages[word]
        if part in GIVEN and any(self._formal(one, chosen) == word for one in chosen):
            own = lexicon.words(language, "pseudonyms", part)
            formal = {row[0].capitalize() for row in lexicon.table(language, "nicknames")}
            if name := pool.choice({one for one in formal if one.lower() in own}):
                return name
        if self._is_twofold(word) and (name := pool.twofold(part, language)):
            return name
        return pool.draw(part, language, len(word))

    def _base(self, word: str, chosen: list[str]) -> str:
        """*Lee* of *the Lees*."""
        base = word.removesuffix("s")
        known = base in chosen and self._part(base) is NamePart.SURNAME
        return base if base != word and (known or word in self._plurals) else ""

    def _formal(self, word: str, chosen: list[str]) -> str:
        """*Elizabeth* of *Liz*, if both are names in the collection."""
        formal = formal_names(word, self._languages[word])
        return next((one for one in sorted(formal) if one in chosen and one != word), "")

    def _derived(self, word: str, chosen: list[str], cast: Cast, pool: NamePool) -> str:
        if base := self._base(word, chosen):
            name = cast.words.get(base) or pool.draw(NamePart.SURNAME, self._languages[word])
            return f"{name}{'es' if name.endswith(_SIBILANTS) else 's'}"
        if word in self._longer:
            letters = [cast.words.get(one, one)[0] for one in self._longer[word]]
            name = "".join(letters).upper()
            if pool.is_free(name):
                return pool.take(name)
        elif formal := self._formal(word, chosen):
            language = self._languages[word]
            pets = {
                pet.capitalize()
                for row in lexicon.table(language, "nicknames")
                if row[0] == normalised(cast.words.get(formal, ""))
                for pet in row[1].split()
            }
            if name := pool.choice(pets):
                return name
        return pool.draw(self._part(word), self._languages[word], len(word))
