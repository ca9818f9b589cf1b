"""Small texts made from patterns: names, professions, things and pronouns take the places of slots.

A pattern is a line with marked mentions, as in invented.txt. `N1` stands for a name of person 1 and
`S1` for another name of that gender; `J1` for a profession, `T3` for a thing; `he1`, `him1`,
`his1`, `himself1` for the pronoun of person 1. Persons with an even number have the other gender
where both have names, and any gender where they have professions. A mark with an `x` after it is
left without one. What may take a place is in slots.txt beside the patterns.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

_PRONOUNS = {
    "he": ("he", "she"),
    "him": ("him", "her"),
    "his": ("his", "her"),
    "himself": ("himself", "herself"),
}
_SLOT = re.compile(r"\b([NSJT]|[Hh]e|[Hh]im|[Hh]is|[Hh]imself)(\d)(?!x)\b")
_UNMARKED = re.compile(r"\{\d+:([^{}]*?)\d?x\}")


def expanded(path: Path, times: int, seed: int = 5) -> list[str]:
    """Each pattern so many times, as far as the texts differ, in another order."""
    chooser = random.Random(seed)
    patterns = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    slots = _listed(path.with_name("slots.txt"))
    texts = [_filled(pattern, slots, chooser) for pattern in patterns for _ in range(times)]
    texts = [*dict.fromkeys(texts)]
    chooser.shuffle(texts)
    return texts


def _filled(pattern: str, slots: dict[str, list[str]], chooser: random.Random) -> str:
    woman = chooser.random() < 0.5
    apart = "N2" in pattern or chooser.random() < 0.5
    full = chooser.random() < 0.4
    known: dict[str, str] = {}

    def gender(number: str) -> bool:
        return woman != (int(number) % 2 == 0 and apart)

    def name(number: str) -> str:
        first = chooser.choice(slots["women" if gender(number) else "men"])
        return f"{first} {chooser.choice(slots['surnames'])}" if full else first

    def found(match: re.Match[str]) -> str:
        slot, number = match.groups()
        if slot.lower() in _PRONOUNS:
            pronoun = _PRONOUNS[slot.lower()][gender(number)]
            return pronoun.capitalize() if slot[0] == "H" else pronoun
        key = slot + number
        if key not in known:
            options = {"J": slots["professions"], "T": slots["things"]}
            while True:
                known[key] = name(number) if slot in "NS" else chooser.choice(options[slot])
                if sum(one.split()[0] == known[key].split()[0] for one in known.values()) == 1:
                    break
        return known[key]

    text = _SLOT.sub(found, _UNMARKED.sub(r"\1", pattern))
    return re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text)


def _listed(path: Path) -> dict[str, list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: words.split(", ") for name, words in (line.split(": ") for line in lines)}
