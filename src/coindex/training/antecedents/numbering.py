"""The names that prepared data store as numbers, and the numbers of special pieces."""

from __future__ import annotations

FOREIGN = ("french", "german", "dutch", "hungarian")
"""Corpora in languages without a model: only their links are learnt."""
CORPORA = (
    *("gum", "litbank", "craft", "gap", "invented", "raw", "ontonotes"),
    *FOREIGN,
    *("composed", "discourses", "everyday"),
)
PARTS = ("train", "held", "dev")
SORTS = ("own", "given", "swapped")
PAD, MASK = 0, 4
"""Pieces of the vocabularies of the encoders."""
