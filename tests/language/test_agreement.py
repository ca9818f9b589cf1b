from __future__ import annotations

from collections.abc import Callable

import pytest

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Span, Token
from coindex.language.lexicon import first_names, table, words
from coindex.language.nominals.agreement import (
    NOTHING,
    Animacy,
    Features,
    Gender,
    Number,
    clash,
    merged,
)
from coindex.language.nominals.features import features_of

Parsed = Callable[..., Document]


def word(
    form: str, upos: str = "NOUN", feats: str = "Number=Sing", *, type: str = "", they: bool = True
) -> Features:
    """The features of a mention of one word."""
    pronoun = upos == "PRON"
    kind = Kind.PERSONAL if pronoun else Kind.NAME if upos == "PROPN" else Kind.NOMINAL
    token = Token(0, len(form), form, form.lower(), upos, "", "" if pronoun else feats)
    document = Document("test", form, "en", (token,))
    return features_of(document, Mention((Span(0, 1),), 0, kind), type=type, singular_they=they)


def pronoun(form: str, *, they: bool = True) -> Features:
    return word(form, "PRON", they=they)


def named(text: str, type: str = "person") -> Features:
    forms = text.split()
    tokens = tuple(Token(0, 0, form, form, "PROPN", "", "Number=Sing") for form in forms)
    span = Span(0, len(tokens))
    return features_of(
        Document("test", text, "en", tokens), Mention((span,), 0, Kind.NAME, span), type=type
    )


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        (pronoun("she"), word("king"), "gender"),
        (pronoun("he"), word("table"), "animacy"),
        (pronoun("it"), word("teacher"), "animacy"),
        (pronoun("it"), word("dogs", feats="Number=Plur"), "number"),
        (pronoun("it"), pronoun("they"), "number"),
        (pronoun("I"), pronoun("he"), "person"),
        (pronoun("she"), named("Mr. Novak"), "gender"),
        (pronoun("she"), named("Robert Novak"), "gender"),
        (pronoun("xe"), pronoun("he"), "gender"),
        (pronoun("he"), word("rock", type="object"), "animacy"),
        (pronoun("they"), word("grandmother"), "number"),
        (pronoun("they"), word("table"), "number"),
    ],
)
def test_clashes(left: Features, right: Features, reason: str) -> None:
    assert clash(left, right) == clash(right, left) == reason


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (pronoun("she"), word("nurse")),
        (pronoun("he"), word("nurse")),
        (pronoun("she"), word("engineer")),
        (pronoun("he"), word("secretary")),
        (pronoun("they"), word("team")),
        (pronoun("it"), word("team")),
        (pronoun("they"), word("student")),
        (pronoun("they"), pronoun("someone")),
        (pronoun("xe"), word("student")),
        (pronoun("fae"), named("Kim Novak")),
        (pronoun("it"), word("dog")),
        (pronoun("he"), word("dog")),
        (pronoun("she"), word("ship")),
        (pronoun("they"), named("Norway", "place")),
        (pronoun("it"), named("Norway", "place")),
        (pronoun("it"), named("Acme Corp", "")),
        (pronoun("she"), named("Allen", "")),
        (pronoun("he"), word("blorp", feats="")),
        (pronoun("you"), pronoun("yourselves")),
    ],
)
def test_no_clash(left: Features, right: Features) -> None:
    assert not clash(left, right)
    assert not clash(right, left)


def test_unknown_never_clashes() -> None:
    for form in ("he", "she", "it", "they", "we", "you"):
        assert not clash(NOTHING, pronoun(form))


def test_singular_they_is_an_option() -> None:
    assert not clash(pronoun("they"), word("student"))
    assert clash(pronoun("they", they=False), word("student")) == "number"


def test_person_can_be_left_aside() -> None:
    assert clash(pronoun("I"), named("Anna Berg")) == "person"
    assert not clash(pronoun("I"), named("Anna Berg"), persons=False)


def test_certainty_decides_whether_gender_counts() -> None:
    lone, surname = named("Maria"), named("Allen")
    assert (lone.gender, surname.gender) == (Gender.FEMININE, Gender.MASCULINE)
    assert clash(lone, pronoun("he")) == "gender"
    assert not clash(surname, pronoun("she"))
    assert clash(surname, pronoun("she"), certain=0.6) == "gender"


def test_a_contradicted_entity_type_makes_nothing_certain() -> None:
    token = Token(0, 4, "king", "king", "NOUN", "", "Number=Sing", misc="EntityType=object")
    document = Document("test", "king", "en", (token,))
    found = features_of(document, Mention((Span(0, 1),), 0, Kind.NOMINAL))
    assert not clash(found, pronoun("it"))
    assert not clash(found, pronoun("he"))


def test_merged_features_keep_the_surer_value() -> None:
    andrea = Features(Number.SINGULAR, 4, Gender.FEMININE, Animacy.ANIMATE, 0.83, 0.7)
    entity = merged(andrea, pronoun("he"))
    assert (entity.gender, entity.gender_certainty) == (Gender.MASCULINE, 1.0)
    assert clash(entity, pronoun("she")) == "gender"
    assert merged(NOTHING, andrea) == andrea
    team = merged(word("team"), pronoun("it"))
    assert team.number == Number.SINGULAR
    both = merged(pronoun("it"), word("dogs", feats="Number=Plur"))
    assert not clash(both, pronoun("it"))
    assert not clash(both, pronoun("they"))


def test_coordinations_are_plural_unless_they_may_be_one(parsed: Parsed) -> None:
    def coordination(sentence: str) -> int:
        document = parsed(sentence)
        span = Span(0, len(document.tokens))
        head = next(index for index, token in enumerate(document.tokens) if token.deprel == "root")
        return features_of(document, Mention((span,), head, Kind.COORDINATION)).number

    assert coordination("Ann/PROPN/0/root and/CCONJ/3/cc Bob/PROPN/1/conj") == Number.PLURAL
    assert (
        coordination("cats/NOUN/0/root/Number=Plur and/CCONJ/3/cc dogs/NOUN/1/conj/Number=Plur")
        == Number.PLURAL
    )
    assert not coordination(
        "a/DET/2/det poet/NOUN/0/root/Number=Sing and/CCONJ/4/cc friend/NOUN/2/conj/Number=Sing"
    )
    assert not coordination("Ann/PROPN/0/root or/CCONJ/3/cc Bob/PROPN/1/conj")


def test_what_is_measured_has_the_say(parsed: Parsed) -> None:
    document = parsed(
        "a/DET/2/det lot/NOUN/0/root/Number=Sing of/ADP/4/case students/NOUN/2/nmod/Number=Plur"
    )
    found = features_of(document, Mention((Span(0, 4),), 1, Kind.NOMINAL))
    assert not clash(found, pronoun("they"))


def test_lexicon_lists_exist_and_stereotypes_do_not() -> None:
    for file, name in (
        ("people", "title.male"),
        ("people", "kin.female"),
        ("people", "person.neutral"),
        ("nouns", "collective"),
        ("nouns", "plural"),
        ("nouns", "animal"),
        ("nouns", "time"),
        ("grammar", "report"),
        ("grammar", "organization.suffix"),
        ("grammar", "quantifier"),
        ("grammar", "indefinite"),
    ):
        assert words("en", file, name), name
    gendered = {
        word for gender in ("male", "female") for word in words("en", "people", f"person.{gender}")
    }
    assert not gendered & {
        "nurse",
        "secretary",
        "engineer",
        "doctor",
        "teacher",
        "soldier",
        "pilot",
        "midwife",
    }
    assert not words("en", "people", "person.male") & words("en", "people", "person.female")
    assert len(table("en", "countries")) >= 120
    assert 0.0 <= first_names("en")["maria"] <= 1.0 < len(first_names("en"))


def test_a_language_without_lists_knows_nothing() -> None:
    assert words("xx", "people", "title") == frozenset()
    token = Token(0, 3, "rey", "rey", "NOUN", "", "Number=Sing")
    document = Document("test", "rey", "xx", (token,))
    assert not clash(features_of(document, Mention((Span(0, 1),), 0, Kind.NOMINAL)), pronoun("she"))
