"""The sieve on Spanish: names and titles, appositions, descriptions, zeros, clitics, possessives,
events, speech; every name that decisions carry is explained, and no chain contradicts itself.
"""

from __future__ import annotations

from functools import cache

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.glossary import unexplained
from coindex.language.discourse.discourse import discourse
from coindex.language.nominals.agreement import Number, Person
from coindex.models.session import available
from coindex.pipeline.pipeline import Pipeline
from coindex.pipeline.result import Result
from coindex.testing import check_resolver
from tests.detectors.spanish import FEM, FIN, MASC, spanish
from tests.resolvers.worked import Worked

bundled = pytest.mark.skipif(not available("es"), reason="no Spanish model")
DEF = "Definite=Def|PronType=Art"
DATIVE = "Case=Dat|Number=Sing|Person=3|PronType=Prs"


@cache
def resolved(text: str) -> Result:
    pipeline = Pipeline("bundled(language='es')", resolver="sieve")
    document = next(pipeline.parsed([Document("t", text, language="es")]))
    return pipeline.resolved(document)


def chains(text: str) -> list[list[str]]:
    """Zeros are named by their verbs: `∅ viene`."""
    result = resolved(text)
    document = result.document
    return [
        [m.text(document) or f"∅ {document.tokens[m.start + 1].form}" for m in entity.mentions]
        for entity in result.entities
        if len(entity.mentions) > 1
    ]


RIGHT = {
    # names and titles
    "Don Julián Ortega abrió la tienda. El señor Ortega saludó a doña Carmen. Julián cerró.": [
        ["Don Julián Ortega", "El señor", "Ortega", "Julián"]
    ],
    "La señora Ortega conoce al señor Ortega. Ella lo saluda.": [
        ["La señora", "Ortega", "Ella"],
        ["al señor", "Ortega", "lo"],
    ],
    "Gabriel García Márquez nació en Aracataca. García Márquez escribió novelas.": [
        ["Gabriel García Márquez", "García Márquez"]
    ],
    "Un sastre llamado Blas vivía aquí. Blas cosía de noche.": [["Un sastre llamado Blas", "Blas"]],
    "La Organización Mundial de la Salud publicó un informe. La OMS lo presentó ayer.": [
        ["La Organización Mundial de la Salud", "La OMS"],
        ["un informe", "lo"],
    ],
    # appositions, predicates, descriptions
    "Zoila Huamán, presidenta de la asociación, protestó. La presidenta no se rindió.": [
        ["Zoila Huamán", "presidenta de la asociación", "La presidenta"]
    ],
    "Ana es la alcaldesa. La alcaldesa firmó el acuerdo.": [
        ["Ana", "la alcaldesa", "La alcaldesa"]
    ],
    "Mi tía Rosa tiene un perro. El perro la sigue.": [
        ["Mi tía", "Rosa", "la"],
        ["un perro", "El perro"],
    ],
    # zeros, reflexives, clitics, possessives
    "Luis se miró en el espejo. Se peinó y salió.": [["Luis", "se", "Se", "∅ peinó", "∅ salió"]],
    "A Juan le dije la verdad. No me creyó.": [["Juan", "le", "∅ creyó"], ["∅ dije", "me"]],
    "María conoció a Pedro. Su hermano lo odiaba.": [["María", "Su"], ["Pedro", "lo"]],
    # events
    "Ana vendió la barca. Beto lo supo tarde.": [["vendió", "lo"]],
}


@bundled
@pytest.mark.parametrize("text", RIGHT)
def test_chains(text: str) -> None:
    assert chains(text) == RIGHT[text]


@bundled
def test_speakers_take_turns() -> None:
    text = "—¿Vienes? —preguntó Ana.\n\n—No puedo —le contestó Luis.\n\n—¿Por qué? —insistió."
    assert chains(text) == [["Ana", "le", "∅ insistió"], ["∅ puedo", "Luis"]]


@bundled
def test_usted_is_taken_up_by_third_persons() -> None:
    assert ["Usted", "su"] in chains("Usted conoce a su abogado.")


@bundled
@pytest.mark.parametrize("text", RIGHT)
def test_no_chain_contradicts_itself(text: str) -> None:
    """One number and one gender for each entity, and not both the first and the third person of
    one speaker.
    """
    result = resolved(text)
    known = discourse(result.document, result.annotation).by_mention
    for entity in result.entities:
        said = [known[mention].features for mention in entity.mentions]
        numbers = {one.number for one in said if one.number in (Number.SINGULAR, Number.PLURAL)}
        genders = {one.gender for one in said if one.gender and one.gender_certainty == 1.0}
        persons = {one.person for one in said if one.person} - {Person.SECOND | Person.THIRD}
        assert len(numbers) <= 1
        assert len(genders) <= 1
        assert len(persons) <= 1


@bundled
def test_every_name_is_explained() -> None:
    glossary = registry.glossary("sieve")
    decisions = [one for text in RIGHT for one in resolved(text).decisions]
    assert not unexplained(glossary, decisions)


LETTER = spanish(
    f"""Ana/Ana/PROPN/2/nsubj/{FEM} escribió/escribir/VERB/0/root/{FIN} una/uno/DET/4/det/{FEM}
    carta/carta/NOUN/2/obj/{FEM} a/a/ADP/6/case Luis/Luis/PROPN/2/obl/{MASC}""",
    f"""A/a/ADP/2/case Eva/Eva/PROPN/4/obl/{FEM} le/él/PRON/4/obj/{DATIVE}
    gusta/gustar/VERB/0/root/{FIN} el/el/DET/6/det/{DEF} tono/tono/NOUN/4/nsubj/{MASC}""",
)


def test_a_clitic_goes_to_the_phrase_that_it_doubles() -> None:
    told = Worked("sieve", LETTER)
    decision = told.of("le")
    assert (told.antecedent("le"), decision.rule) == ("Eva", "clitic doubled")
    without = Worked("sieve(without='clitic doubled')", LETTER)
    assert without.of("le").rule == "pronoun"


def test_the_contract() -> None:
    detector = registry.build("detectors", "nominals")
    items = [Annotated(LETTER, detector.detect(LETTER))]
    check_resolver(registry.build("resolvers", "sieve"), items, parses=10)


@bundled
def test_a_thing_of_masculine_gender_is_no_man() -> None:
    """Where gender is grammatical, *el vaso* and *lo* contradict each other in nothing."""
    assert ["el vaso", "Lo"] in chains("Ana rompió el vaso. Lo tiró a la basura.")
