"""Pseudonyms to choose from: names of a language, and made-up ones when they are used up."""

from __future__ import annotations

import random
import string
from collections.abc import Collection
from functools import cache

from coindex.language import lexicon
from coindex.language.languages import DEFAULT
from coindex.language.nominals.names import normalised
from coindex.texts.pseudonyms.sightings import NamePart

_ONSETS = ("b", "br", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "tr", "v")
_VOWELS = "aeiou"
_ENDINGS = {NamePart.FEMALE: ("a", "ia", "ena"), NamePart.MALE: ("on", "or", "in")}
_OTHER_ENDINGS = ("el", "er", "on", "ar", "en")
_LONGEST_ACRONYM = 6
"""Letters of a drawn acronym at first; it grows when all of this length are used."""


class NamePool:
    """Draws names that are not taken."""

    def __init__(self, taken: Collection[str], seed: int | None = None) -> None:
        """`taken` are words, normalised, that no pseudonym may be.

        Without a seed, nobody can repeat the draws, and so learn which names they were for.
        """
        self._taken = set(taken)
        self._random: random.Random = random.SystemRandom()
        if seed is not None:
            self._random = random.Random(seed)  # noqa: S311 asked for, to be repeatable

    def draw(self, part: NamePart, language: str, size: int = 0) -> str:
        """A name of this part, with a capital; `size` is the length of an acronym."""
        if part is NamePart.ACRONYM:
            return self._acronym(size)
        free = [one for one in _listed(language, part) if normalised(one) not in self._taken]
        name = self._random.choice(free) if free else self._invented(part)
        return self.take(name)

    def take(self, name: str) -> str:
        """Mark a name as used."""
        self._taken.add(normalised(name))
        return name

    def is_free(self, name: str) -> bool:
        return normalised(name) not in self._taken

    def choice(self, names: Collection[str]) -> str:
        """One of these that is free, or the empty string."""
        free = [name for name in sorted(names) if self.is_free(name)]
        return self.take(self._random.choice(free)) if free else ""

    def twofold(self, part: NamePart, language: str) -> str:
        """A first name that is a common surname, too, or the empty string: *Martin*, *Kelly*."""
        surnames = lexicon.words(DEFAULT, "people", "surname")
        kinds = (
            (part, NamePart.NEUTRAL)
            if part is not NamePart.SURNAME
            else (NamePart.NEUTRAL, NamePart.MALE)
        )
        lists = [
            [one for one in _listed(language, kind) if one.lower() in surnames] for kind in kinds
        ]
        return next((name for names in lists if (name := self.choice(names))), "")

    def letter(self) -> str:
        return self._random.choice(string.ascii_uppercase)

    def _invented(self, part: NamePart) -> str:
        for length in range(2, 40):
            for _ in range(200):
                syllables = [
                    self._random.choice(_ONSETS) + self._random.choice(_VOWELS)
                    for _ in range(length - 1)
                ]
                ending = self._random.choice(_ENDINGS.get(part, _OTHER_ENDINGS))
                name = "".join([*syllables, self._random.choice(_ONSETS[:8]), ending]).capitalize()
                if self.is_free(name):
                    return name
        raise AssertionError("names of forty syllables are enough")

    def _acronym(self, size: int) -> str:
        for length in range(max(2, min(size, _LONGEST_ACRONYM)), 40):
            for _ in range(200):
                name = "".join(self._random.choice(string.ascii_uppercase) for _ in range(length))
                if self.is_free(name):
                    return self.take(name)
        raise AssertionError("acronyms of forty letters are enough")


@cache
def _listed(language: str, part: NamePart) -> tuple[str, ...]:
    words = lexicon.words(language, "pseudonyms", part) or lexicon.words(
        DEFAULT, "pseudonyms", part
    )
    return tuple(sorted(word.capitalize() for word in words))
