"""Features of Spanish names, nouns and pronouns."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document
from coindex.language.lexicon import first_names, words
from coindex.language.nominals.agreement import Animacy, Features, Gender, Number, Person
from coindex.language.nominals.features import features_of
from tests.detectors.spanish import FEM, FIN, FINS, HIS, MASC, bare

M, F = Gender.MASCULINE, Gender.FEMININE
PLUR = "Gender=Fem|Number=Plur"


def mention(document: Document, form: str) -> Mention:
    found: tuple[Mention, ...] = registry.build("detectors", "nominals").detect(document).mentions
    return next(one for one in found if document.tokens[one.head or 0].form == form)


def features(sentence: str, form: str) -> Features:
    document = bare(sentence)
    return features_of(document, mention(document, form))


@pytest.mark.parametrize(
    ("sentence", "form", "number", "gender", "animacy"),
    [
        (
            f"la/el/DET/2/det mesa/mesa/NOUN/0/root/{FEM}",
            "mesa",
            Number.SINGULAR,
            F,
            Animacy.INANIMATE,
        ),
        (
            f"las/el/DET/2/det doctoras/doctor/NOUN/0/root/{PLUR}",
            "doctoras",
            Number.PLURAL,
            F,
            Animacy.ANIMATE,
        ),
        (
            f"la/el/DET/2/det niña/niña/NOUN/0/root/{FEM}",
            "niña",
            Number.SINGULAR,
            F,
            Animacy.ANIMATE,
        ),
        (
            f"el/el/DET/2/det perro/perro/NOUN/0/root/{MASC}",
            "perro",
            Number.SINGULAR,
            M,
            Animacy.EITHER,
        ),
        (
            f"una/uno/DET/2/det decisión/decisión/NOUN/0/root/{FEM}",
            "decisión",
            Number.SINGULAR,
            F,
            Animacy.INANIMATE,
        ),
        ("Ana/Ana/PROPN/0/root", "Ana", Number.SINGULAR, F, Animacy.ANIMATE),
        (
            "don/don/NOUN/2/flat Julián/Julián/PROPN/0/root",
            "Julián",
            Number.SINGULAR,
            M,
            Animacy.ANIMATE,
        ),
        (
            f"la/el/DET/2/det/{FEM} Comisión/Comisión/PROPN/0/root",
            "Comisión",
            Number.SINGULAR,
            F,
            0,
        ),
        (
            "los/el/DET/2/det/Gender=Masc|Number=Plur Ruiz/Ruiz/PROPN/0/root",
            "Ruiz",
            Number.PLURAL,
            M,
            0,
        ),
    ],
)
def test_nouns_and_names(sentence: str, form: str, number: int, gender: int, animacy: int) -> None:
    found = features(sentence, form)
    assert (found.number, found.person, found.gender) == (number, Person.THIRD, gender)
    assert not animacy or found.animacy == animacy


def test_an_entity_type_outweighs_the_word() -> None:
    found = features(
        f"el/el/DET/2/det batería/batería/NOUN/0/root/{MASC}/EntityType=other", "batería"
    )
    assert (
        found.animacy == Animacy.ANIMATE
    )  # a drummer, by the lists; the parser does not know the type
    document = bare(f"el/el/DET/2/det juez/juez/NOUN/0/root/{MASC}")
    assert (
        features_of(document, mention(document, "juez"), type="object").animacy == Animacy.INANIMATE
    )


@pytest.mark.parametrize(
    ("members", "gender"),
    [(("Ana", "Eva"), F), (("Ana", "Juan"), M), (("Ana", "Zzyx"), 0), (("Luis", "Zzyx"), M)],
)
def test_coordinations_are_feminine_if_all_members_are(
    members: tuple[str, str], gender: int
) -> None:
    one, other = members
    document = bare(
        f"{one}/{one}/PROPN/4/nsubj y/y/CCONJ/3/cc {other}/{other}/PROPN/1/conj "
        f"cantan/cantar/VERB/0/root/{FINS}"
    )
    found: tuple[Mention, ...] = registry.build("detectors", "nominals").detect(document).mentions
    whole = next(one for one in found if one.kind is Kind.COORDINATION)
    said = features_of(document, whole)
    assert (said.number, said.gender) == (Number.PLURAL, gender)


def test_neuter_pronouns_agree_with_no_noun() -> None:
    document = bare(f"Eso/ese/PRON/2/nsubj/PronType=Dem pasó/pasar/VERB/0/root/{FIN}")
    assert features_of(document, mention(document, "Eso")).gender == Gender.NEUTER


def test_possessives_say_nothing_of_the_number_of_the_owner() -> None:
    document = bare(f"su/su/DET/2/det/{HIS} casa/casa/NOUN/0/root/{FEM}")
    found = features_of(document, mention(document, "su"))
    assert (found.number, found.person, found.gender) == (0, Person.THIRD, 0)


def test_names_of_other_countries_are_known_too() -> None:
    assert first_names("es")["maria"] == 1.0
    assert first_names("es")["ethan"] < 0.5


def test_lists_do_not_contradict_each_other() -> None:
    kin = [words("es", "people", f"kin.{name}") for name in ("male", "female", "neutral")]
    assert all(not one & other for i, one in enumerate(kin) for other in kin[i + 1 :])
    assert not words("es", "people", "person.male") & words("es", "people", "person.female")
    assert not words("es", "verbs", "weather") & words("es", "verbs", "clausal")
    assert {"enero", "lunes", "domingo"} <= words("es", "nouns", "time")
