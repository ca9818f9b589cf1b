"""Agreement of several annotators in Python."""

from __future__ import annotations

import pytest

import coindex
from coindex.core.errors import AlignmentError, CoindexError
from coindex.testing import bracketed

ONE = "[Ann]1 met [Bob]2 and [his]2 dog."
OTHER = "[Ann]1 met [Bob]2 and [his]1 dog."


def test_agree_in_memory() -> None:
    annotators = [[bracketed(text, id="a")] for text in (ONE, ONE, OTHER)]
    rows = coindex.agree(*annotators, names=["x", "y", "z"], by="kind")
    whole = {row.measure: row.value for row in rows if not row.by}
    assert set(whole) == {"Mentions", "MUC", "CoNLL", "Kappa", "Alpha"}
    pairs = {row.slice: row.value for row in rows if row.by == "pair" and row.measure == "CoNLL"}
    assert pairs["x and y"] == 1
    assert pairs["x and z"] == pairs["y and z"] != 1
    people = {
        row.slice: row.value or 0
        for row in rows
        if row.by == "annotator" and row.measure == "CoNLL"
    }
    assert people["z"] < people["x"] == people["y"]
    without = {row.slice: row.value for row in rows if row.by == "without"}
    assert without["z"] == 1
    kinds = {row.slice: row.value for row in rows if row.by == "kind"}
    assert set(kinds) == {"name", "possessive"}
    assert all("corpus:documents#" in row.signature for row in rows)


def test_mentions_that_match_by_their_heads() -> None:
    long, short = "[the man]1 hit [Bob]2 and [him]1", "the [man]1 hit [Bob]2 and [him]1"
    annotators = [[bracketed(text, id="a")] for text in (long, short, short)]
    alpha = {
        view: next(
            row.value for row in coindex.agree(*annotators, view=view) if row.measure[:5] == "Alpha"
        )
        for view in ("exact", "overlap")
    }
    assert alpha["overlap"] == 1
    assert alpha["exact"] is not None
    assert alpha["exact"] < 1


def test_what_cannot_be_compared() -> None:
    one = [bracketed(ONE, id="a")]
    with pytest.raises(CoindexError, match="two annotators or more"):
        coindex.agree(one)
    with pytest.raises(CoindexError, match="a name of its own"):
        coindex.agree(one, one, names=["x", "x"])
    with pytest.raises(CoindexError, match="cannot split agreement by"):
        coindex.agree(one, one, by="colour")
    with pytest.raises(AlignmentError, match="no document in common"):
        coindex.agree(one, [bracketed(ONE, id="b")], missing="skip")
    with pytest.raises(AlignmentError, match="twice"):
        coindex.agree(one, one * 2)
