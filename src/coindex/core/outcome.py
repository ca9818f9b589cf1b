"""How a measure of success judges a mention."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """The outcome for an anaphor of the key, or for a mention of the response without an antecedent
    in the key.

    The value is the letter that stands for it in stored results.
    """

    RIGHT = "r"
    WRONG = "w"
    OPEN = "o"
    UNDETECTED = "m"
    SPURIOUS = "x"
    NONE = "n"

    anaphoric: bool
    """Whether the key gives it an antecedent."""
    identified: bool
    """Whether the response contains the mention."""
    attempted: bool
    """Whether the response gives it an antecedent."""
    counts: tuple[int, int, int, int]
    """Right, attempted, identified as an anaphor, in the key: 0 or 1 each. A mention that is left
    alone and has no antecedent in the key was not identified as one.
    """

    def __init__(self, letter: str) -> None:
        # Attributes, because they are asked for once for each mention, and the hash of an enum is
        # slow.
        self.anaphoric = letter in "rwom"
        self.identified = letter != "m"
        self.attempted = letter in "rwx"
        self.counts = (
            int(letter == "r"),
            int(self.attempted),
            int(self.identified and letter != "n"),
            int(self.anaphoric),
        )

    @property
    def word(self) -> str:
        """One word, for columns and queries: `right`, `undetected`."""
        return self.name.lower()

    @property
    def label(self) -> str:
        """A phrase for readers."""
        return _LABELS[self]


_LABELS = {
    Outcome.RIGHT: "right",
    Outcome.WRONG: "wrong",
    Outcome.OPEN: "left open",
    Outcome.UNDETECTED: "not detected",
    Outcome.SPURIOUS: "not an anaphor, but resolved",
    Outcome.NONE: "not an anaphor, left open",
}

NOT_RIGHT = (Outcome.WRONG, Outcome.OPEN, Outcome.UNDETECTED)
"""Anaphors of the key that were not resolved correctly."""
