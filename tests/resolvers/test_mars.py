"""MARS: the worked example, both versions, filters and indicators of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import SpecError
from coindex.testing import bracketed, check_resolver
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked, read

FILE = (
    (
        "The/the/DET/2/det user/user/NOUN/4/nsubj/Number=Sing can/can/AUX/4/aux/VerbForm=Fin "
        "save/save/VERB/0/root the/the/DET/6/det file/file/NOUN/4/obj/Number=Sing "
        "in/in/ADP/10/case a/a/DET/10/det new/new/ADJ/10/amod "
        "directory/directory/NOUN/4/obl/Number=Sing ././PUNCT/4/punct"
    ),
    (
        "He/he/PRON/4/nsubj/Gender=Masc|Number=Sing|Person=3|PronType=Prs "
        "can/can/AUX/4/aux/VerbForm=Fin now/now/ADV/4/advmod delete/delete/VERB/0/root "
        "it/it/PRON/4/obj/Number=Sing|Person=3|PronType=Prs ././PUNCT/4/punct"
    ),
)
TEXT = "The user can save the file in a new directory. He can now delete it."
OWN = ("frequent",)
"""With three nouns in the text all are among the three most frequent candidates;
the example leaves that aside.
"""


@pytest.mark.parametrize("by_hand", [True, False])
def test_the_worked_example(by_hand: bool) -> None:
    worked = Worked("mars(terms=('file',))", parsed(*FILE) if by_hand else read(TEXT))
    factors = worked.factors("it")
    file = {"direct object": 1, "previous sentence": 1, "term": 1, "parallel": 1, "frequent": 1}
    directory = {
        "other function": -1,
        "previous sentence": 1,
        "indefinite": -1,
        "prepositional": -1,
        "frequent": 1,
    }
    assert factors["file"] == file
    assert factors["directory"] == directory
    assert "user" not in factors
    scores = worked.scores("it", without=OWN)
    assert (scores["file"], scores["directory"]) == (4, -2)
    assert worked.antecedent("it") == "file"


def test_the_older_version_scores_the_first_phrase() -> None:
    worked = Worked("mars(version='2000', terms=('file',))", parsed(*FILE))
    assert worked.factors("He")["user"] == {"previous sentence": 1, "first": 1}
    assert worked.scores("it") == {"file": 2, "directory": -1}


def test_filters_are_those_of_kennedy_and_boguraev() -> None:
    worked = Worked("mars", read("The printer stopped. The cable moved it."))
    assert worked.rejected("it") == {"cable": "co-argument"}
    assert worked.antecedent("it") == "printer"


def test_paragraphs_bound_the_search_but_headings_are_in() -> None:
    document = parsed(*FILE)
    apart = replace(
        document, sentences=(document.sentences[0], document.sentences[1]._replace(paragraph=1))
    )
    assert Worked("mars", apart).antecedent("it") == ""
    assert Worked("mars(across_paragraphs=True)", apart).antecedent("it") == "file"
    headed = replace(
        apart, sentences=(apart.sentences[0]._replace(heading=True), apart.sentences[1])
    )
    assert Worked("mars", headed).antecedent("it") == "file"


def test_sequential_instructions() -> None:
    worked = Worked(
        "mars", read("To start the printer, press the button. To stop it, press the switch.")
    )
    assert worked.factors("it")["printer"]["sequential instruction"] == 2
    assert "sequential instruction" not in worked.factors("it")["button"]


def test_immediate_reference_needs_no_instruction() -> None:
    worked = Worked("mars", read("Ann opened the box and moved it."))
    assert worked.factors("it")["box"]["immediate reference"] == 2


def test_pronouns_are_boosted() -> None:
    worked = Worked("mars", read("The printer was old when it stopped. It was sold."))
    assert worked.factors("It")["it"]["pronoun"] == 1


def test_terms_are_the_weightiest_words_of_the_text() -> None:
    names = " ".join(
        f"The {noun} fell."
        for noun in ("lamp", "desk", "chair", "bed", "sofa", "shelf", "rug", "door")
    )
    text = (
        f"{names} The printer and the cable fell. The printer and the cable broke. The vase "
        "broke. Ann moved it."
    )
    factors = Worked("mars", read(text)).factors("it")
    assert factors["printer#2"]["term"] == 1
    assert "term" not in factors["vase"]


def test_versions_are_checked() -> None:
    with pytest.raises(SpecError, match="2002"):
        registry.build("resolvers", "mars(version='1998')")


@pytest.mark.parametrize(
    "spec", ["mars", "mars(version='2000')", "mars(weights={'pronoun': 2}, terms=())"]
)
def test_contract(spec: str) -> None:
    document = parsed(*FILE)
    detected = Annotated(document, registry.build("detectors", "nominals").detect(document))
    check_resolver(
        registry.build("resolvers", spec),
        [bracketed("[Ann]1 met [Bob]2. [She]1 left [him]2."), detected],
    )
