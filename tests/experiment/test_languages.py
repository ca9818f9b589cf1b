"""Languages: who resolves what, and what is said where nobody can."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core import registry
from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.language.languages import get_language
from coindex.parsers.bundled import Bundled
from coindex.pipeline.pipeline import Pipeline, check_language
from coindex.testing.bracketed import bracketed
from tests.detectors.spanish import FEM, FIN, spanish

ANA = spanish(
    f"Ana/Ana/PROPN/2/nsubj/{FEM} entró/entrar/VERB/0/root/{FIN}",
    f"Cerró/cerrar/VERB/0/root/{FIN} la/el/DET/3/det puerta/puerta/NOUN/1/obj/{FEM}",
)


def test_the_resolver_goes_with_the_language() -> None:
    result = Pipeline("given").resolved(ANA)
    assert result.annotation.source.name == get_language("es").resolver
    assert [[one.text(ANA) for one in entity.mentions] for entity in result.entities] == [
        ["Ana", ""]
    ]
    assert Pipeline().resolver_for(Document("d", "")) == "hybrid"
    assert Pipeline(resolver="rap").resolver_for(ANA) == "rap"


def test_very_long_documents_and_haste_are_left_to_the_sieve() -> None:
    english = bracketed("[Ann]1 saw [her]1 dog").document
    assert Pipeline(resolver="auto(fast=True)").resolver_for(english) == "sieve"
    assert Pipeline(resolver="auto(longest=3)").resolver_for(english) == "sieve"
    assert Pipeline(resolver="auto(longest=4)").resolver_for(english) == "hybrid"
    assert (
        Pipeline(resolver="auto(fast=True)").resolver_for(ANA) == get_language("es").fast_resolver
    )


def test_auto_asks_for_probabilities_only_where_there_are_some() -> None:
    english = bracketed("[Ann]1 saw [her]1 dog").document
    sure = Pipeline("given", resolver="auto(min_confidence=0.5)")
    assert sure.resolver_for(english) == "hybrid(min_confidence=0.5)"
    with pytest.raises(MissingLayer, match=f"sieve, which auto chooses for {ANA.id}, has no prob"):
        replace(sure, resolver="auto(fast=True, min_confidence=0.5)").resolved(ANA)
    assert sure.resolver_for(ANA) == "hybrid(min_confidence=0.5)"


@pytest.mark.parametrize("name", ["mitkov", "mars"])
def test_a_resolver_says_which_languages_it_knows(name: str) -> None:
    with pytest.raises(MissingLayer, match=f"{name} works on English.*is in Spanish"):
        Pipeline("given", resolver=name).resolved(ANA)


@pytest.mark.parametrize(
    "name",
    ["supar", "rap", "hobbs", "bfp", "slist", "lrc", "cogniac", "kennedy_boguraev", "recent"],
)
def test_others_work_on_spanish(name: str) -> None:
    result = Pipeline("given", resolver=name).resolved(ANA)
    assert [[one.text(ANA) for one in entity.mentions] for entity in result.entities] == [
        ["Ana", ""]
    ]


def test_a_document_without_a_language_is_never_refused() -> None:
    for name in registry.names("resolvers"):
        check_language(registry.component("resolvers", name), Document("d", ""))


def test_the_language_of_a_document_has_the_first_say() -> None:
    assert Bundled().language_for(Document("d", "Ana vio a Luis en el parque.", "en-GB")) == "en"
    assert Bundled().language_for(Document("d", "Ana vio a Luis en el parque.")) == "es"
    german = "Der Hund lief über die Straße und die Katze sah ihm nach."
    assert Bundled(language="en").language_for(Document("d", german)) == "en"
    with pytest.raises(MissingLayer, match="seems to be in German"):
        Bundled().language_for(Document("d", german))
    with pytest.raises(MissingLayer, match="d is in French"):
        Bundled().language_for(Document("d", "Ann left.", "fr"))
