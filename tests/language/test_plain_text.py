"""The text that is read: without markup, and with the place of each character in the text as
given.
"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.language.plain_text import Edit, PlainText, plain_text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("said **Anton** and *Ann*", "said Anton and Ann"),
        ("**a *b* c** and __d__ and _e_", "a b c and d and e"),
        ("# Title\nAnn left.", "Title\n\nAnn left."),
        ("> Ann left.\n> Bob stayed.", "Ann left.\nBob stayed."),
        ("see [the man](https://example.org)", "see the man"),
        ("the `key` is ~~lost~~ found", "the key is lost found"),
        ("<p>It&#39;s <b>Ann</b>.</p><p>Bob</p>", "\n\nIt's Ann.\n\n\n\nBob\n\n"),
        ("one<br>two &amp; three", "one\ntwo & three"),
        ("a <!-- no --> b<br>", "a   b\n"),
        ("the con-\ntract", "the contract"),
        ("a \u00adbc\u200bd", "a bcd"),
        ("She left. 😀 He came.", "She left. He came."),
        ("He came 😀.", "He came."),
    ],
)
def test_markup_is_read_through(text: str, read: str) -> None:
    assert plain_text(text).text == read


@pytest.mark.parametrize(
    "text",
    [
        "5 * 3 * 2",
        "2**3 and 4**5",
        "ben_99 wrote a_b_c",
        "the price* is fixed *see below",
        "the <b> tag",
        "a < b and c > d",
        "AT&T; B&B",
        "#hashtag",
        "I ❤ Lima",
        "Paris-\nBerlin",
        "She left -- he stayed.",
        "Acme™ is © 2024",
    ],
)
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert plain_text(text).is_given


def test_words_keep_their_place_in_the_text_as_given() -> None:
    text = (
        "<p>&quot;I am late,&quot; said <b>Anton</b>. The con-\ntract **of _Ann_** is here. 😀</p>"
    )
    plain = plain_text(text)
    words = [
        (one[0], text[plain.start(one.start()) : plain.end(one.end())])
        for one in re.finditer(r"\w+|[^\w\s]", plain.text)
    ]
    assert {given for read, given in words if read != given} == {"&quot;", "con-\ntract"}
    assert dict(words)["contract"] == "con-\ntract"


@given(
    st.text(alphabet="ab *_<>p/&;#\n-.😀`[]()\u200b\\", max_size=60),
)
def test_places_are_in_order_and_inside_the_text(text: str) -> None:
    plain = plain_text(text)
    spans = [(plain.start(at), plain.end(at + 1)) for at in range(len(plain.text))]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(one[0] <= other[0] and one[1] <= other[1] for one, other in pairwise(spans))
    if plain.is_given:
        assert plain.text == text


def test_of_overlapping_edits_the_first_counts() -> None:
    plain = PlainText("abcdef").edited([Edit(1, 3, "X"), Edit(2, 5, "Y")])
    assert plain.text == "aXdef"
    assert [plain.start(at) for at in range(5)] == [0, 1, 3, 4, 5]
    assert plain.edited([Edit(0, 2)]).start(0) == 3
