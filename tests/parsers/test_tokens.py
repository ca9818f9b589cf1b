"""The tokeniser: UD conventions for English, exact offsets, any input."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.core.errors import UnknownComponent
from coindex.parsers.tokens import paragraphs, tokenise


def shown(text: str) -> str:
    """Units separated by spaces, the words inside a unit by a bar."""
    return " ".join(
        "|".join(text[start:end] for start, end in pairwise(unit)) for unit in tokenise(text)
    )


GOLDEN = {
    "contractions": [
        ("I don't know, John's here.", "I do|n't know , John|'s here ."),
        ("You can’t say I’m late; she’ll wait.", "You ca|n’t say I|’m late ; she|’ll wait ."),
        ("WE WON'T. THEY'RE OLD.", "WE WO|N'T . THEY|'RE OLD ."),
        ("I'd've gone", "I|'d|'ve gone"),
        ("He cannot stay, gonna go, Wanna come?", "He can|not stay , gon|na go , Wan|na come ?"),
        ("dunno, lemme see, gotta run", "du|n|no , lem|me see , got|ta run"),
        ("'Tis late and 'twas cold", "'T|is late and 't|was cold"),
    ],
    "missing apostrophes": [
        ("dont worry, im fine, whats up", "do|nt worry , i|m fine , what|s up"),
        ("The IM window", "The IM window"),
        ("its been long and its tail", "it|s been long and its tail"),
        ("lets go, she lets me", "let|s go , she lets me"),
        ("Its so-called owner, your, its", "Its so - called owner , your , its"),
    ],
    "apostrophes inside words": [
        ("O'Brien at five o'clock", "O'Brien at five o'clock"),
        ("get 'em, lovin' it 'cause", "get 'em , lovin' it 'cause"),
        ("in the '90s, the 1990s, the 80's", "in the '90s , the 1990s , the 80's"),
    ],
    "possessives": [
        ("the dogs' bowls", "the dogs|' bowls"),
        ("They were 'good dogs' once", "They were ' good dogs ' once"),
        ("Rockwell International Corp.'s unit", "Rockwell International Corp.|'s unit"),
        ("the U.S.'s and X&Y's plans, 2003's crop", "the U.S.|'s and X&Y|'s plans , 2003|'s crop"),
        ("the one THAT 'S mine", "the one THAT 'S mine"),
    ],
    "hyphens": [
        ("an eye-tracking follow-up", "an eye - tracking follow - up"),
        ("a non-smoking e-mail co-author", "a non-smoking e-mail co-author"),
        ("mid-1980s, dream-esque, clock-wise", "mid-1980s , dream-esque , clock-wise"),
        ("pages 12-15 --really-- so", "pages 12 - 15 -- really -- so"),
        ("th- that s- s- stays, to us- we", "th- that s- s- stays , to us - we"),
        ("left–right—up", "left – right — up"),
    ],
    "numbers": [
        ("$1,250.50 and 10% of 3.5", "$ 1,250.50 and 10 % of 3.5"),
        ("US$5m, 5mg, 10km, 7pm, 4G", "US$ 5 m , 5 mg , 10 km , 7 pm , 4G"),
        ("at 7:30 on 12/05/2021, the 21st", "at 7:30 on 12/05/2021 , the 21st"),
        ("refs [3,4] and .5 or 1/2", "refs [ 3 , 4 ] and .5 or 1/2"),
        ("call 555-123-4567 or 555-1234", "call 555-123-4567 or 555-1234"),
    ],
    "links": [
        ("see http://ex.org/a-b_(c)?d=1.", "see http://ex.org/a-b_(c)?d=1 ."),
        ("(www.ex-ample.org), ex.com/x!", "( www.ex-ample.org ) , ex.com/x !"),
        ("mail ann.b+c@ex.co.uk, now", "mail ann.b+c@ex.co.uk , now"),
        ("open notes_v2-a.PDF and #fun @ann", "open notes_v2-a.PDF and #fun @ann"),
    ],
    "abbreviations": [
        (
            "Mr. Low met Dr. Hay of Bo Inc. in Jan. there.",
            "Mr. Low met Dr. Hay of Bo Inc. in Jan. there .",
        ),
        ("the U.S. army, e.g. at 9 a.m. today", "the U.S. army , e.g. at 9 a.m. today"),
        ("No. 5 is here. No. It is not.", "No. 5 is here . No . It is not ."),
        ("J. K. Low took vitamin C. The end.", "J. K. Low took vitamin C . The end ."),
        ("you and I. So plan B.", "you and I . So plan B ."),
        ("tea, milk, etc. and bread, etc. Then", "tea , milk , etc. and bread , etc . Then"),
        ("Low et al. say so, said Al.", "Low et al. say so , said Al ."),
        ("He sat. They marched in.", "He sat . They marched in ."),
        ("a Ph.D. in 2 parts", "a Ph.D. in 2 parts"),
        ("1. Open\n2. Shut 3.", "1. Open 2. Shut 3 ."),
    ],
    "punctuation": [
        ("Well...no?! Stop!!!", "Well ... no ?! Stop !!!"),
        ('"Yes," (he) said… “no”', '" Yes , " ( he ) said … “ no ”'),
        ("and/or, w/o, AT&T, his/her", "and / or , w/o , AT&T , his / her"),
        ("_never_ *so* snake_case", "_ never _ * so * snake_case"),
        ("end.Next one,two", "end . Next one , two"),
        ("fine :) :-( ;P <3", "fine :) :-( ;P <3"),
        ("as follows:(a)", "as follows : ( a )"),
    ],
    "scripts": [
        ("ok 👩‍👩‍👧👍🏽 🇪🇸🇫🇷 1️⃣", "ok 👩‍👩‍👧 👍🏽 🇪🇸 🇫🇷 1️⃣"),
        ("cafe\u0301s, 東京都。", "cafe\u0301s , 東京都 。"),
        ("שָׁלוֹם, नमस्ते!", "שָׁלוֹם , नमस्ते !"),
        ("soft\u00adhyphen zero\u200bwidth", "soft\u00adhyphen zero\u200bwidth"),
    ],
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(*pair, id=f"{topic}: {pair[0]}")
        for topic, pairs in GOLDEN.items()
        for pair in pairs
    ],
)
def test_conventions(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_offsets_point_into_the_text_as_given() -> None:
    text = "\t He’s\r\n\r\nin.\u00a0"
    assert list(tokenise(text)) == [(2, 4, 6), (10, 12), (12, 13)]


def test_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(UnknownComponent, match=r"'xx'.*en"):
        tokenise("text", "xx")


@pytest.mark.parametrize("text", ["", " \n\t\r\n ", "\u3000\u2028"])
def test_nothing_in_blank_text(text: str) -> None:
    assert list(tokenise(text)) == []
    assert paragraphs(text) == []


FRAGMENTS = """
    don't its been Mr. etc. No. 5 http:// a@b :) dogs' 'so non- - . ' s 1,000 x.com w/ th- let's A. The 1. p.m. ...
"""
MATERIAL = st.one_of(
    st.text(),
    st.text(alphabet="abIs019 .,'’-/@:#&*!?_$()\n\t\r\x00\x1c\u0301\u200b\u200d\ufe0f👩🇪中é"),
    st.lists(st.sampled_from([*FRAGMENTS.split(), " ", "\n\n"])).map("".join),
)


@given(MATERIAL)
def test_words_cover_the_text_once_in_order(text: str) -> None:
    words = [word for unit in tokenise(text) for word in pairwise(unit)]
    covered = [position for start, end in words for position in range(start, end)]
    assert covered == [
        position for position, character in enumerate(text) if not character.isspace()
    ]
    assert all(start < end for start, end in words)


@given(MATERIAL)
def test_no_unit_holds_white_space(text: str) -> None:
    for unit in tokenise(text):
        assert not any(character.isspace() for character in text[unit[0] : unit[-1]])


@given(MATERIAL)
def test_deterministic(text: str) -> None:
    assert list(tokenise(text)) == list(tokenise(text))


@given(MATERIAL)
def test_paragraphs_hold_all_that_is_not_space(text: str) -> None:
    spans = paragraphs(text)
    held = "".join(text[start:end] for start, end in spans)
    assert "".join(held.split()) == "".join(text.split())
    assert all(left[1] < right[0] for left, right in pairwise(spans))
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in spans)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one", ["one"]),
        ("one\ntwo\n\nthree", ["one\ntwo", "three"]),
        ("one\r\ntwo\r\n\r\nthree\r\n", ["one\r\ntwo", "three"]),
        ("\n\n  one \n \t \n\n\n\t two  ", ["one", "two"]),
        ("one\r\rtwo", ["one", "two"]),
        ("one\ftwo\u2029three", ["one", "two", "three"]),
    ],
)
def test_paragraphs(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in paragraphs(text)] == expected


@given(MATERIAL, st.integers(1, 40))
def test_a_chunk_is_read_alike_wherever_its_line_begins(text: str, count: int) -> None:
    chunk = "".join(text.split())
    first, second = list(tokenise(chunk * count)), list(tokenise("\n" + chunk * count))
    assert [tuple(place + 1 for place in unit) for unit in first] == second


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,;:!b", "a , ; : ! b"),
        ("(),[]{}", "( ) , [ ] { }"),
        ('"@"%&|\\', '" @ " % & | \\'),
        (",~notes.pdf,", ", ~notes.pdf ,"),
        (";a@b.org;", "; a@b.org ;"),
        ("\x00\x01\x7f", "\x00 \x01 \x7f"),
        ("x=:)", "x = :)"),
        (",,--..", ", , -- .."),
    ],
)
def test_marks_in_a_row(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "piece", ["a", "a-", "a.", "1,", "a@", "(:", "'s", "non-", "http://", "é中", "-=", "ab.cd-"]
)
def test_a_long_line_without_spaces(piece: str) -> None:
    text = piece * 20_000
    units = list(tokenise(text))
    assert units[0][0] == 0
    assert units[-1][-1] == len(text)
    assert all(left[-1] == right[0] for left, right in pairwise(units))
