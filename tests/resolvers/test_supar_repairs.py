"""What SUPAR asks of Spanish beyond the papers, on sentences that went wrong
without it; each can be switched off.
"""

from __future__ import annotations

from functools import cache

import pytest

from coindex.core.document import Document
from coindex.models.session import available
from coindex.pipeline.pipeline import Pipeline
from coindex.pipeline.result import Result

pytestmark = pytest.mark.skipif(not available("es"), reason="no Spanish model")


@cache
def parse(text: str) -> Document:
    return next(Pipeline("bundled(language='es')").parsed([Document("t", text, language="es")]))


def resolved(text: str, resolver: str = "supar") -> Result:
    return Pipeline("bundled(language='es')", resolver=resolver).resolved(parse(text))


def chains(text: str, resolver: str = "supar") -> list[list[str]]:
    """Zeros are named by their verbs: `∅ viene`."""
    document = parse(text)
    return [
        [m.text(document) or f"∅ {document.tokens[m.start + 1].form}" for m in entity.mentions]
        for entity in resolved(text, resolver).entities
        if len(entity.mentions) > 1
    ]


RIGHT = {
    "No se lo digas a nadie.": [["se", "nadie"]],
    "La vecina, que la conocía, llamó a Ana.": [],
    "Irene canta bien. Su tío la acompaña a Soria.": [["Irene", "Su", "la"]],
    "El juez interrogó a la testigo. Ella lloró.": [["la testigo", "Ella"]],
    "Sonia vio la película y Luis también la vio. Ella le contó el final.": [
        ["Sonia", "Ella"],
        ["la película", "la"],
        ["Luis", "le"],
    ],
    "Le dije a María que viniera.": [["Le", "María", "∅ viniera"]],
    "La sartén quema. No la toque. Está caliente.": [["La sartén", "la", "∅ Está"]],
    "La madre convenció a su hijo de que estudiara.": [
        ["La madre", "su"],
        ["su hijo", "∅ estudiara"],
    ],
    "Dice que no viene.": [["∅ Dice", "∅ viene"]],
    "Luis tiró la carta sin leerla.": [["la carta", "la"]],
    "Luis vino. Rosa era su tía.": [["Luis", "su"]],
}


@pytest.mark.parametrize("text", RIGHT)
def test_sentences_that_went_wrong(text: str) -> None:
    assert chains(text) == RIGHT[text]


def test_two_clitics_of_a_verb_are_two_things() -> None:
    assert not any({"se", "lo"} <= set(chain) for chain in chains("Ana tiene un coche. Díselo."))


def test_a_demonstrative_is_not_a_direction() -> None:
    text = (
        "Las grietas son viejas. Estas llegan a los techos, los muros y las puertas, y son "
        "peligrosas."
    )
    assert ["Las grietas", "Estas", "∅ son"] in chains(text)


def test_a_guitar_has_no_grandmother() -> None:
    found = chains("La guitarra se la regaló su abuela cuando cumplió diez años.")
    assert ["La guitarra", "la"] in found and ["se", "su"] in found


@pytest.mark.parametrize(
    ("parameter", "text", "without"),
    [
        (
            "constraints",
            "La vecina, que la conocía, llamó a Ana.",
            [["La vecina, que la conocía", "la"]],
        ),
        ("constraints", "Luis vino. Rosa era su tía.", [["Rosa", "su"]]),
        ("constraints", "Luis tiró la carta sin leerla.", []),
        (
            "structure",
            "La madre convenció a su hijo de que estudiara.",
            [["La madre", "su", "∅ estudiara"]],
        ),
    ],
)
def test_each_can_be_switched_off(parameter: str, text: str, without: list[list[str]]) -> None:
    assert chains(text, f"supar({parameter}=False)") == without != chains(text)


@pytest.mark.parametrize(
    ("parameter", "text", "reason"),
    [
        (
            "persons",
            "Sonia vio la película y Luis también la vio. Ella le contó el final.",
            "animacy",
        ),
        ("features", "Ana llegó una mañana. La saludó Luis.", "time"),
        ("features", "Ana no compró nada. Luis la llamó.", "nobody"),
        ("speech", "Ana habló con Eva. «Ella no vendrá», dijo Ana.", "own speaker"),
        ("constraints", "No se lo digas a nadie.", "clitic of the verb"),
    ],
)
def test_the_reason_against_a_candidate(parameter: str, text: str, reason: str) -> None:
    assert reason in reasons(text, "supar") and reason not in reasons(
        text, f"supar({parameter}=False)"
    )


def reasons(text: str, resolver: str) -> set[str]:
    decisions = resolved(text, resolver).decisions
    named = {candidate.rejected for decision in decisions for candidate in decision.candidates}
    return named | {name for decision in decisions for name, _ in decision.dropped}


def test_neuter_pronouns_take_up_clauses() -> None:
    text = "Luis mintió y eso le duele a Ana."
    assert ["mintió", "eso"] in chains(text)
    rules = {decision.rule for decision in resolved(text).decisions}
    assert "nearest event" in rules
    assert "nearest event" not in {
        decision.rule for decision in resolved(text, "supar(events=False)").decisions
    }


def test_clitics_prefer_clitics_of_their_case() -> None:
    text = "Eva tenía una carta. Luis la leyó y la hermana la rompió."
    assert "same clitic" in factors(text, "supar") and "same clitic" not in factors(
        text, "supar(parallel=False)"
    )


def factors(text: str, resolver: str) -> set[str]:
    decisions = resolved(text, resolver).decisions
    return {
        name
        for decision in decisions
        for candidate in decision.candidates
        for name, _ in candidate.factors
    }
