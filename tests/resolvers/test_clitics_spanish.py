"""Clitics of one verb in Spanish: *se lo*, subject and object of one verb, persons and things."""

from __future__ import annotations

import pytest

from coindex.core.annotation import Mention
from coindex.core.document import Document
from coindex.models.session import available
from coindex.pipeline.pipeline import Pipeline

pytestmark = pytest.mark.skipif(not available("es"), reason="no Spanish model")
RESOLVERS = ("sieve", "neural", "rosana", "supar")


def chains(text: str, resolver: str = "sieve") -> list[set[str]]:
    """Zeros are named by their verbs: `∅ viene`."""
    pipeline = Pipeline("bundled(language='es')", resolver=resolver)
    result = pipeline.resolved(next(pipeline.parsed([Document("t", text, language="es")])))
    tokens = result.document.tokens

    def shown(mention: Mention) -> str:
        return mention.text(result.document) or f"∅ {tokens[mention.start + 1].form}"

    return [{shown(one) for one in entity.mentions} for entity in result.entities]


def together(text: str, *mentions: str, resolver: str = "sieve") -> bool:
    return any(set(mentions) <= chain for chain in chains(text, resolver))


@pytest.mark.parametrize("resolver", RESOLVERS)
@pytest.mark.parametrize(
    "text",
    [
        "Lautaro levantó la mano y le preguntó si faltaba.",
        "El viejo miró al muchacho y no le preguntó nada.",
        "Tadea había estudiado con ellas y le pidió que lo devolviera.",
        "Pons le respondió que solo lo cubría el seguro.",
    ],
)
def test_subject_and_clitic_of_one_verb_are_two(resolver: str, text: str) -> None:
    for chain in chains(text, resolver):
        subjects = chain & {"∅ preguntó", "∅ pidió", "Pons"}
        assert not (subjects and "le" in chain), (resolver, chain)


@pytest.mark.parametrize("resolver", RESOLVERS)
def test_se_and_lo_are_two(resolver: str) -> None:
    text = "Juan pidió el libro y Ana se lo prestó."
    assert together(text, "el libro", "lo", resolver=resolver)
    assert together(text, "Juan", "se", resolver=resolver)


@pytest.mark.parametrize("resolver", ["sieve", "rosana"])
@pytest.mark.parametrize(
    ("text", "thing", "clitic", "person"),
    [
        ("Ana compró un vestido y se lo puso.", "un vestido", "lo", "Ana"),
        ("Luis buscó las botas y se las puso.", "las botas", "las", "Luis"),
        ("La abuela tenía frío. Traje la manta y se la puse.", "la manta", "la", "La abuela"),
        ("Luis tenía un reloj. Un ladrón se lo robó.", "un reloj", "lo", "Luis"),
    ],
)
def test_what_is_given_comes_before_whom(
    resolver: str, text: str, thing: str, clitic: str, person: str
) -> None:
    assert together(text, thing, clitic, resolver=resolver)
    assert together(text, person, "se", resolver=resolver)


def test_a_name_with_a_doubles_se() -> None:
    assert together("Isco robó el balón y se lo dio a Abde.", "se", "Abde")


def test_what_is_served_is_no_director() -> None:
    text = "El director le pidió un café a la enfermera. Ella se lo sirvió."
    assert together(text, "un café", "lo")
    assert together(text, "El director", "se")


def test_a_thing_is_no_hearer() -> None:
    assert not together("Rompió la silla. Le preguntó la hora.", "la silla", "Le")


def test_people_do_not_hatch() -> None:
    text = "Los biólogos miden los huevos cada semana. Cuando eclosionan, hace calor."
    assert not together(text, "Los biólogos", "∅ eclosionan")
