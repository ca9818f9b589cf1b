"""ROSANA on Spanish: binding of clitics, reflexives and left-out subjects, agreement, doubling."""

from __future__ import annotations

from functools import cache

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.glossary import unexplained
from coindex.models.session import available
from coindex.pipeline.pipeline import Pipeline
from coindex.pipeline.result import Result
from coindex.testing import check_resolver
from tests.detectors.spanish import FEM, FIN, MASC, PRON, SE, spanish
from tests.resolvers.worked import Worked

bundled = pytest.mark.skipif(not available("es"), reason="no Spanish model")

MIRROR = spanish(
    f"""Ana/Ana/PROPN/2/nsubj/{FEM} vio/ver/VERB/0/root/{FIN} a/a/ADP/4/case Eva/Eva/PROPN/2/obj/{FEM}""",
    f"""Luis/Luis/PROPN/3/nsubj/{MASC} se/él/PRON/3/obj/{SE} miró/mirar/VERB/0/root/{FIN}""",
    f"""La/él/PRON/2/obj/{FEM}|{PRON} saludó/saludar/VERB/0/root/{FIN}""",
)


def test_principle_a_binds_the_reflexive_to_its_subject() -> None:
    told = Worked("rosana", MIRROR)
    assert (told.antecedent("se"), told.of("se").rule) == ("Luis", "binding")


def test_a_clitic_is_not_the_subject_that_is_left_out() -> None:
    """Principle B, with the empty subject as the binder."""
    told = Worked("rosana(reasons=True)", MIRROR)
    zero = next(one for one in told.decisions if MIRROR.tokens[one.anaphor.start].empty)
    assert zero.antecedent is not None
    assert zero.antecedent != told.of("La").antecedent
    chosen = {told.antecedent("La"), MIRROR.tokens[zero.antecedent.head or 0].form}
    assert chosen <= {"Ana", "Eva", "Luis", "se"}
    assert told.antecedent("La") in ("Ana", "Eva")


@cache
def resolved(text: str) -> Result:
    pipeline = Pipeline("bundled(language='es')", resolver="rosana")
    return pipeline.resolved(next(pipeline.parsed([Document("t", text, language="es")])))


RIGHT = {
    "A Juan le dije la verdad.": ["Juan", "le"],
    "Ana abre la verja y la cierra tras de sí.": ["la verja", "la"],
    "Luis trajo la carta para leerla.": ["la carta", "la"],
    "Ana vendió la barca. Beto lo supo tarde.": ["vendió", "lo"],
    "La vecina entró. Luis la conocía.": ["La vecina", "la"],
}


@bundled
@pytest.mark.parametrize("text", RIGHT)
def test_chains(text: str) -> None:
    result = resolved(text)
    chains = [[m.text(result.document) for m in entity.mentions] for entity in result.entities]
    assert RIGHT[text] in [[word for word in chain if word] for chain in chains]


@bundled
def test_every_name_is_explained() -> None:
    decisions = [one for text in RIGHT for one in resolved(text).decisions]
    assert not unexplained(registry.glossary("rosana"), decisions)


def test_the_contract() -> None:
    detector = registry.build("detectors", "nominals")
    items = [Annotated(MIRROR, detector.detect(MIRROR))]
    check_resolver(registry.build("resolvers", "rosana"), items, parses=10)
