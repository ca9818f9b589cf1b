from __future__ import annotations

import pytest

from coindex.language.nominals.names import (
    Variant,
    acronym,
    different_people,
    name,
    nation_of,
    normalised,
    variant,
)


@pytest.mark.parametrize(
    ("text", "words", "titles"),
    [
        ("Mr. John Smith Jr.", ("john", "smith"), ("mr.",)),
        ("Prof. Dr. Ada Lind", ("ada", "lind"), ("prof.", "dr.")),
        ("the Acme Corp.", ("acme",), ()),
        ("Doctor", ("doctor",), ()),
        ("José O’Neill 's", ("jose", "o'neill"), ()),
    ],
)
def test_titles_and_suffixes_are_stripped(
    text: str, words: tuple[str, ...], titles: tuple[str, ...]
) -> None:
    found = name(text.split())
    assert (found.words, found.titles) == (words, titles)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("John Smith", "Mr. Smith", Variant.SURNAME),
        ("John Smith", "John", Variant.GIVEN),
        ("J. Smith", "John Smith", Variant.INITIALS),
        ("John Smith", "Mary Smith", Variant.NONE),
        ("Ina van der Meer", "van der Meer", Variant.SURNAME),
        ("John Michael Smith", "John Smith", Variant.SURNAME),
        ("JOHN SMITH", "John Smith", Variant.SAME),
        ("John Smith", "Ann Miller", Variant.NONE),
        ("Bill", "William Smith", Variant.GIVEN),
        ("Liz Smith", "Elizabeth Smith", Variant.SURNAME),
        ("Bill", "Liam", Variant.NONE),
    ],
)
def test_variants_of_personal_names(left: str, right: str, expected: Variant) -> None:
    assert variant(name(left.split()), name(right.split()), person=True) is expected
    assert variant(name(right.split()), name(left.split()), person=True) is expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("Bank of Avalon", "the Bank", Variant.CONTAINED),
        ("World Weather Office", "WWO", Variant.ACRONYM),
        ("Ministry of Tea", "M.T.", Variant.ACRONYM),
        ("France", "French", Variant.DEMONYM),
        ("the United States", "U.S.", Variant.ACRONYM),
        ("America", "U.S.", Variant.DEMONYM),
        ("California", "Calif.", Variant.DEMONYM),
        ("South Africa", "Africa", Variant.CONTAINED),
        ("Norway", "Sweden", Variant.NONE),
        ("Bank of Avalon", "of", Variant.NONE),
    ],
)
def test_variants_of_other_names(left: str, right: str, expected: Variant) -> None:
    assert variant(name(left.split()), name(right.split()), person=False) is expected


def test_acronyms_are_upper_case() -> None:
    long = name(["World", "Health", "Group", "Alliance"])
    assert not acronym(name(["whga"]), long)
    assert not acronym(name(["W"]), long)


def test_nations() -> None:
    assert nation_of("Danes") == nation_of("Danish") == nation_of("Denmark") == "Denmark"
    assert nation_of("South African") == "South Africa"
    assert nation_of("African") == "Africa"
    assert nation_of("table") == ""


def test_normalised() -> None:
    assert normalised("U.S.") == "us"
    assert normalised("Müller") == "muller"
    assert normalised(".") == "."


@pytest.mark.parametrize(
    ("left", "right", "different"),
    [
        ("Jane Bennet", "Elizabeth Bennet", True),
        ("Mrs. Bennet", "Miss Bennet", True),
        ("Mr Bennet", "Mr. Bennet", False),
        ("Miss Bennet", "Jane Bennet", False),
        ("E. Bennet", "Elizabeth Bennet", False),
        ("Lizzy Bennet", "Elizabeth Bennet", False),
        ("Jane Bennet", "Jane Fairfax", False),
        ("Captain Reed", "Mr. Reed", True),
        ("General Reed", "Captain Reed", True),
        ("Capt. Reed", "Captain Reed", False),
        ("Lieutenant Colonel Reed", "Colonel Reed", False),
        ("Captain James Reed", "Mr. Reed", False),
        ("Admiral Reed", "Lord Reed", False),
    ],
)
def test_bearers_of_one_surname(left: str, right: str, different: bool) -> None:
    assert different_people(name(left.split()), name(right.split())) is different
    assert different_people(name(right.split()), name(left.split())) is different


@pytest.mark.parametrize(
    ("shorter", "longer", "expected"),
    [
        ("García", "Gabriel García Márquez", Variant.SURNAME),
        ("García Márquez", "Gabriel García Márquez", Variant.SURNAME),
        ("Gabriel García", "Gabriel García Márquez", Variant.SURNAME),
        ("Luis García", "Gabriel García Márquez", Variant.NONE),
        ("Gabriel", "Gabriel García Márquez", Variant.GIVEN),
    ],
)
def test_two_surnames(shorter: str, longer: str, expected: Variant) -> None:
    left, right = (name(text.split(), "es") for text in (shorter, longer))
    assert variant(left, right, person=True, language="es") is expected
