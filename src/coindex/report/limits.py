"""How p values are computed, and how small they can become."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core.messages import Amount, Message
from coindex.interface.translation import worded
from coindex.measures.draws import MOST_SWAPPED

SIGNIFICANT = 0.05
"""The level of all statements about significance in a report."""


def how(draws: int, seed: int) -> str:
    """How the p values of a table were computed."""
    return Message(
        "p by approximate randomisation over documents, exact up to {most:,}; {settings}; Holm's "
        "correction over the comparisons of one group by one measure; McNemar's p, over anaphors, "
        "is not corrected",
        most=MOST_SWAPPED,
        settings=f"draws:{draws}|seed:{seed}",
    )


class Limit(NamedTuple):
    """How small p can become after Holm's correction, however large a difference is."""

    least: float
    comparisons: int
    drawn: str

    @property
    def reached(self) -> bool:
        """Whether no difference can be significant."""
        return self.least >= SIGNIFICANT

    @property
    def sentence(self) -> Message:
        """The limit in words."""
        return Message(
            "With {drawn} and {number}, Holm's correction leaves no p below {least:.4f}: no "
            "difference can be significant."
            if self.reached
            else "With {drawn} and {number}, Holm's correction leaves no p below {least:.4f}.",
            drawn=self.drawn,
            number=Amount(self.comparisons, "comparison"),
            least=self.least,
        )

    def __str__(self) -> str:
        return worded(self.sentence)


def limit_of(documents: int, draws: int, comparisons: int) -> Limit:
    # Exchanging all documents is as good as exchanging none.
    least, drawn = 1 / (1 + draws), Amount(draws, "draw")
    if documents <= MOST_SWAPPED:
        least, drawn = 2 / 2**documents, Amount(documents, "document")
    return Limit(min(1.0, comparisons * least), comparisons, drawn)
