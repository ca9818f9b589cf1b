"""What became of a mention that a measure of success judges."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """Of an anaphor of the key, or of a mention of the response that the key has no antecedent for.

    The value is the letter by which reports store it.
    """

    RIGHT = "r"
    WRONG = "w"
    OPEN = "o"
    UNDETECTED = "m"
    SPURIOUS = "x"
    NONE = "n"

    @property
    def word(self) -> str:
        """One word, for columns and queries: `right`, `undetected`."""
        return self.name.lower()

    @property
    def label(self) -> str:
        """A phrase for readers."""
        return _LABELS[self]

    @property
    def anaphoric(self) -> bool:
        """Whether the key has an antecedent for it."""
        return self not in (Outcome.SPURIOUS, Outcome.NONE)

    @property
    def identified(self) -> bool:
        """Whether the response has the mention."""
        return self is not Outcome.UNDETECTED

    @property
    def attempted(self) -> bool:
        """Whether the response has an antecedent for it."""
        return self in (Outcome.RIGHT, Outcome.WRONG, Outcome.SPURIOUS)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Right, attempted, identified, in the key: each 0 or 1."""
        return _COUNTS[self]


_LABELS = {
    Outcome.RIGHT: "right",
    Outcome.WRONG: "wrong",
    Outcome.OPEN: "left open",
    Outcome.UNDETECTED: "not detected",
    Outcome.SPURIOUS: "not an anaphor, but resolved",
    Outcome.NONE: "not an anaphor, left open",
}

_COUNTS = {
    one: (int(one is Outcome.RIGHT), int(one.attempted), int(one.identified), int(one.anaphoric)) for one in Outcome
}

NOT_RIGHT = (Outcome.WRONG, Outcome.OPEN, Outcome.UNDETECTED)
"""Anaphors of the key that were not resolved rightly."""
