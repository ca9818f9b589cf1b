"""How p values are computed, and how small they can become."""

from __future__ import annotations

from typing import NamedTuple

from coindex.measures.draws import MOST_SWAPPED

SIGNIFICANT = 0.05


def how(draws: int, seed: int) -> str:
    """How the p values of a table were computed."""
    return (
        f"p by approximate randomisation over documents, exact up to {MOST_SWAPPED}; "
        f"draws:{draws}|seed:{seed}; Holm's correction over the comparisons of one group by one "
        "measure; McNemar's p, over anaphors, is not corrected"
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

    def __str__(self) -> str:
        number = "1 comparison" if self.comparisons == 1 else f"{self.comparisons:,} comparisons"
        start = f"With {self.drawn} and {number}, Holm's correction leaves no p below "
        return f"{start}{self.least:.4f}" + (
            ": no difference can be significant." if self.reached else "."
        )


def limit_of(documents: int, draws: int, comparisons: int) -> Limit:
    # Exchanging all documents is as good as exchanging none.
    least, drawn = 1 / (1 + draws), f"{draws:,} draws"
    if documents <= MOST_SWAPPED:
        least, drawn = 2 / 2**documents, f"{documents} documents"
    return Limit(min(1.0, comparisons * least), comparisons, drawn)
