"""German: given parses in; mentions, agreement, pronouns that do not refer, and
what resolvers make of them out.

The sentences of `german.conllu` were invented and parsed by hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import coindex
from coindex.core import registry
from coindex.core.annotation import Kind
from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.detectors.nominals import Nominals
from coindex.language.discourse.discourse import discourse
from coindex.language.nominals.agreement import (
    UNKNOWN,
    Animacy,
    Features,
    Gender,
    Number,
    Person,
    clash,
)
from coindex.language.nominals.features import features_of
from coindex.language.nominals.noun_phrases import Definiteness, definiteness
from coindex.language.nominals.pronouns import pronoun_kind
from coindex.language.pleonastic import nonreferential
from coindex.language.syntax.tree import forest
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.rosana.occurrences import is_indefinite
from coindex.testing import check_language
from coindex.texts.rewriting.replacement import replaced

FILE = Path(__file__).with_name("german.conllu")


@cache
def documents() -> dict[str, Document]:
    return {item.document.id: item.document for item in coindex.read(str(FILE))}


def features(name: str, text: str) -> Features:
    document = documents()[name]
    mention = next(
        one for one in Nominals().detect(document).mentions if one.text(document) == text
    )
    return features_of(document, mention)


def links(resolver: str, name: str) -> dict[str, str]:
    """Anaphors and antecedents by their words, without what follows a comma."""
    document = documents()[name]
    mentions = Nominals().detect(document)
    decisions = registry.build("resolvers", resolver).resolve(document, mentions)
    return {
        one.anaphor.text(document): one.antecedent.text(document).partition(",")[0]
        for one in decisions
        if one.antecedent is not None
    }


def test_the_language_passes_its_contract_on_these_documents() -> None:
    assert check_language("de", documents().values()).gender == "grammatical"


def test_nouns_have_their_own_gender() -> None:
    assert features("buch", "Die Lehrerin").gender == Gender.FEMININE
    assert features("buch", "ein Buch, das sie in Bonn gekauft hatte").gender == Gender.NEUTER
    assert features("hund", "dem Tisch").gender == Gender.MASCULINE
    assert (
        clash(features("buch", "Er"), features("buch", "ein Buch, das sie in Bonn gekauft hatte"))
        == "gender"
    )
    assert not clash(features("hund", "ihn"), features("hund", "dem Tisch"))


def test_a_neuter_noun_for_a_girl_may_also_be_feminine() -> None:
    girl = features("hund", "Das Mädchen")
    assert girl.gender == Gender.NEUTER | Gender.FEMININE and girl.animacy == Animacy.ANIMATE


def test_a_possessive_agrees_with_its_owner_and_not_with_its_noun() -> None:
    assert features("buch", "seiner") == Features(
        Number.SINGULAR, Person.THIRD, Gender.MASCULINE | Gender.NEUTER, gender_certainty=1.0
    )
    theirs = features("paar", "ihren")
    assert theirs.number == UNKNOWN and theirs.gender == Gender.FEMININE
    assert not clash(theirs, features("paar", "Hans Kramer und Frau Adler"))
    assert clash(theirs, features("paar", "Hans Kramer")) == "gender"


def test_the_plural_has_no_gender() -> None:
    both = features("paar", "Hans Kramer und Frau Adler")
    assert (both.number, both.gender) == (Number.PLURAL, UNKNOWN)


def test_titles_and_first_names_outweigh_the_gender_that_a_parse_gives_a_name() -> None:
    assert features("paar", "Frau Adler").gender == Gender.FEMININE
    town = features("buch", "Bonn")
    assert town.gender == Gender.NEUTER and town.gender_certainty < 0.8


@pytest.mark.parametrize(
    ("name", "index", "kind"),
    [
        ("buch", 8, Kind.RELATIVE),
        ("buch", 9, Kind.PERSONAL),
        ("buch", 0, Kind.UNKNOWN),
        ("buch", 18, Kind.POSSESSIVE),
        ("regen", 15, Kind.REFLEXIVE),
        ("paar", 13, Kind.DEMONSTRATIVE),
        ("paar", 15, Kind.RELATIVE),
    ],
)
def test_kinds_of_pronouns(name: str, index: int, kind: Kind) -> None:
    assert pronoun_kind(documents()[name].tokens[index], "de") is kind


def test_es_and_sich_that_do_not_refer() -> None:
    document = documents()["regen"]
    found = {
        document.tokens[index].form + f" {index}": use
        for index, use in nonreferential(document).items()
    }
    assert found == {
        "Es 0": "prop-it",
        "es 4": "existential",
        "Es 9": "extraposition",
        "sich 15": "inherent",
    }
    assert [one.text(document) for one in Nominals().detect(document).mentions] == [
        "kein Taxi",
        "sie",
    ]


def test_ein_mann_is_indefinite() -> None:
    document = documents()["mann"]
    index = forest(document)
    assert definiteness(index, 1) is Definiteness.INDEFINITE
    assert definiteness(index, 5) is Definiteness.DEFINITE
    found = discourse(document, Nominals().detect(document)).expressions
    assert [(one.mention.text(document), is_indefinite(one)) for one in found] == [
        ("Ein Mann", True),
        ("dem Tor", False),
        ("Ein Mann", True),
        ("der Mann", False),
        ("ihn", False),
    ]


def test_rosana_on_german() -> None:
    assert links("rosana", "buch") == {
        "sie": "Die Lehrerin",
        "Er": "dem Jungen",
        "es": "ein Buch",
        "seiner": "Er",
    }
    assert links("rosana", "hund") == {"Sie": "Das Mädchen", "ihn": "den Hund"}
    assert links("rosana", "mann") == {"der Mann": "Ein Mann", "ihn": "Ein Mann"}


def test_rosana_does_not_link_a_pronoun_to_its_own_relative_clause() -> None:
    """*Der, der er war*: the relative pronoun is shown as the demonstrative,
    which is no antecedent of itself.
    """
    document = documents()["paar"]
    decisions = registry.build("resolvers", "rosana").resolve(document, Nominals().detect(document))
    (found,) = (one for one in decisions if one.anaphor.kind is Kind.DEMONSTRATIVE)
    assert found.anaphor.text(document) == "der, der er war"
    assert found.anaphor not in [candidate.mention for candidate in found.admissible]


def test_an_indefinite_is_attempted_only_if_asked_for() -> None:
    document = documents()["mann"]
    mentions = Nominals().detect(document)
    plain, asked = (
        [
            one.anaphor.text(document)
            for one in registry.build("resolvers", name).resolve(document, mentions)
        ]
        for name in ("rosana", "rosana(attempt_indefinites=True)")
    )
    assert "Ein Mann" not in plain and asked.count("Ein Mann") == 2


@pytest.mark.parametrize("resolver", ["rap", "hobbs", "kennedy_boguraev", "bfp", "slist", "lrc"])
def test_resolvers_without_a_language_of_their_own(resolver: str) -> None:
    found = links(resolver, "buch")
    assert (found["sie"], found["Er"]) == ("Die Lehrerin", "dem Jungen")
    assert links(resolver, "hund")["Sie"] == "Das Mädchen"


def test_others_refuse() -> None:
    assert Pipeline().resolver_for(documents()["buch"]) == "rosana"
    with pytest.raises(
        MissingLayer, match="sieve works on English and Spanish, and buch is in German"
    ):
        Pipeline("given", resolver="sieve").resolved(documents()["buch"])


def test_only_names_replace_pronouns_where_nouns_have_cases() -> None:
    result = Pipeline("given", resolver="rosana").resolved(documents()["buch"])
    assert replaced(documents()["buch"], result.annotation.entities) == documents()["buch"].text
    named = Pipeline("given", resolver="rosana").resolved(documents()["paar"])
    assert "Hans Kramer war nicht mehr der" in replaced(
        documents()["paar"], named.annotation.entities
    )
