"""SUPAR's definite descriptions with WordNet: what it adds, and that
it stays behind the same noun.
"""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.errors import MissingLayer
from coindex.language.nominals import wordnet
from coindex.testing import bracketed
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked

FINITE = "Mood=Ind|Tense=Past|VerbForm=Fin"
DEFINITE, INDEFINITE = "Definite=Def|PronType=Art", "Definite=Ind|PronType=Art"


def noun(determiner: str, word: str, verb: str) -> str:
    article = DEFINITE if determiner.lower() == "the" else INDEFINITE
    return (
        f"{determiner}/{determiner.lower()}/DET/2/det/{article} "
        f"{word}/{word}/NOUN/3/nsubj/Number=Sing {verb}/{verb}/VERB/0/root/{FINITE} "
        "././PUNCT/3/punct"
    )


OAK = (noun("An", "oak", "fell"), noun("the", "tree", "burned"))
BOTH = (noun("A", "tree", "grew"), noun("An", "oak", "fell"), noun("the", "tree", "burned"))


@pytest.fixture
def oaks_are_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "available", lambda: True)
    monkeypatch.setattr(wordnet, "synonyms", lambda one, other, senses: False)
    monkeypatch.setattr(
        wordnet,
        "falls_under",
        # *Oak* is two steps below *tree* in WordNet, and four below *organism*.
        lambda one, other, *, longest, senses: longest >= {"tree": 2, "organism": 4}.get(other, 9),
    )


@pytest.mark.usefixtures("oaks_are_trees")
def test_a_more_general_noun_takes_up_one_that_falls_under_it() -> None:
    assert Worked("supar(wordnet=True)", parsed(*OAK)).antecedent("the") == "oak"
    assert Worked("supar", parsed(*OAK)).antecedent("the") == ""


@pytest.mark.usefixtures("oaks_are_trees")
def test_a_noun_that_is_far_too_general_is_none() -> None:
    organism = (noun("An", "oak", "fell"), noun("the", "organism", "died"))
    assert Worked("supar(wordnet=True)", parsed(*organism)).antecedent("the") == ""


@pytest.mark.usefixtures("oaks_are_trees")
def test_the_same_noun_comes_first() -> None:
    worked = Worked("supar(wordnet=True)", parsed(*BOTH))
    assert worked.antecedent("the") == "tree"
    assert worked.scores("the") == {"tree": 2, "oak": -1}


def test_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "available", lambda: False)
    document, annotation = bracketed("[Ann]1 left.")
    with pytest.raises(MissingLayer, match="needs WordNet"):
        registry.build("resolvers", "supar(wordnet=True)").resolve(document, annotation)
