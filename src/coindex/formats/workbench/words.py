"""The attributes of words, as reader and writer know them."""

from __future__ import annotations

NUMBERS = {"SG": "Number=Sing", "PL": "Number=Plur"}
TEXT = ("FORM", "EMPTY", "JOINED")
KNOWN = frozenset(
    {
        "ID",
        "SENT",
        "PAR",
        "LEMMA",
        "DEP",
        "GFUN",
        "POS",
        "NR",
        "UPOS",
        "XPOS",
        "FEATS",
        "DEPS",
        "MISC",
        *TEXT,
    }
)
NONE = "_"
"""An absent value, written where the format's own attribute would imply one."""
