"""Grammatical functions and what a noun phrase stands in."""

from __future__ import annotations

from collections.abc import Callable

from coindex.core.document import Document
from coindex.language.syntax.functions import (
    Function,
    adjunct,
    container,
    embedded,
    function,
    passive_subject,
    preposition,
)
from coindex.language.syntax.tree import NONE, forest

Parsed = Callable[..., Document]

DITRANSITIVE = (
    "Ann/PROPN/2/nsubj gave/VERB/0/root Bob/PROPN/2/iobj Eve/PROPN/6/nmod:poss 's/PART/4/case "
    "key/NOUN/2/obj to/ADP/9/case the/DET/9/det house/NOUN/6/nmod on/ADP/11/case "
    "Monday/PROPN/2/obl and/CCONJ/13/cc Tuesday/PROPN/11/conj"
)


def test_each_noun_of_a_ditransitive_sentence(parsed: Parsed) -> None:
    index = forest(parsed(DITRANSITIVE))
    assert [function(index, token) for token in (0, 2, 3, 5, 8, 10, 12)] == [
        Function.SUBJECT,
        Function.INDIRECT_OBJECT,
        Function.POSSESSIVE,
        Function.DIRECT_OBJECT,
        Function.ATTRIBUTE,
        Function.OBLIQUE,
        Function.OBLIQUE,
    ]
    assert [preposition(index, token) for token in (0, 3, 8, 10, 12)] == ["", "", "to", "on", "on"]
    assert embedded(index, 8)
    assert container(index, 8) == 5
    assert not embedded(index, 3)


def test_passive_subject_and_agent(parsed: Parsed) -> None:
    index = forest(
        parsed(
            "It/PRON/3/nsubj:pass was/AUX/3/aux:pass found/VERB/0/root by/ADP/5/case "
            "Ann/PROPN/3/obl"
        )
    )
    assert passive_subject(index, 0)
    assert function(index, 4) == Function.AGENT


def test_existential_and_predicate(parsed: Parsed) -> None:
    there = forest(parsed("There/PRON/2/expl is/VERB/0/root a/DET/4/det man/NOUN/2/nsubj"))
    copula = forest(parsed("Ann/PROPN/4/nsubj is/AUX/4/cop my/PRON/4/nmod:poss boss/NOUN/0/root"))
    assert function(there, 3) == Function.EXISTENTIAL
    assert function(there, 0) == Function.OTHER
    assert function(copula, 3) == Function.PREDICATE


def test_apposition(parsed: Parsed) -> None:
    index = forest(
        parsed("Ann/PROPN/5/nsubj ,/PUNCT/4/punct the/DET/4/det boss/NOUN/1/appos left/VERB/0/root")
    )
    assert function(index, 3) == Function.APPOSITION
    assert embedded(index, 3)


def test_words_of_a_compound_preposition(parsed: Parsed) -> None:
    index = forest(parsed("because/ADP/3/case of/ADP/1/fixed rain/NOUN/0/root"))
    assert preposition(index, 2) == "because of"


def test_adjuncts_are_set_off(parsed: Parsed) -> None:
    index = forest(
        parsed(
            "In/ADP/2/case Rome/PROPN/5/obl ,/PUNCT/2/punct Ann/PROPN/5/nsubj slept/VERB/0/root "
            "on/ADP/8/case a/DET/8/det bench/NOUN/5/obl when/ADV/11/advmod she/PRON/11/nsubj "
            "came/VERB/5/advcl"
        )
    )
    assert adjunct(index, 1) == 1
    assert adjunct(index, 7) == NONE
    assert adjunct(index, 9) == 10
