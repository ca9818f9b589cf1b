"""Mitkov's indicators: the table of the worked example, each indicator alone, ties, options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.pipeline.pipeline import resolve
from coindex.testing import bracketed, check_resolver
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked, read

DRAWER = (
    "Identify/identify/VERB/0/root/Mood=Imp|VerbForm=Fin the/the/DET/3/det "
    "drawer/drawer/NOUN/1/obj/Number=Sing by/by/ADP/9/case the/the/DET/9/det lit/lit/ADJ/9/amod "
    "paper/paper/NOUN/8/compound/Number=Sing port/port/NOUN/9/compound/Number=Sing "
    "LED/led/NOUN/1/obl/Number=Sing and/and/CCONJ/11/cc add/add/VERB/1/conj/Mood=Imp|VerbForm=Fin "
    "paper/paper/NOUN/11/obj/Number=Sing to/to/ADP/14/case "
    "it/it/PRON/11/obl/Number=Sing|Person=3|PronType=Prs ././PUNCT/1/punct"
)
TERMS = "mitkov(terms=('drawer', 'LED'))"


def test_the_table_of_the_worked_example() -> None:
    worked = Worked(TERMS, parsed(DRAWER))
    assert worked.factors("it")["drawer"] == {
        "definite": 0,
        "indicating verb": 1,
        "immediate reference": 2,
        "same sentence": 2,
        "term": 1,
    }
    assert worked.factors("it")["LED"] == {
        "definite": 0,
        "prepositional": -1,
        "same sentence": 2,
        "term": 1,
    }
    assert worked.factors("it")["paper#2"] == {"indefinite": -1, "same sentence": 2}
    scores = worked.scores("it")
    assert (scores["drawer"], scores["LED"], scores["paper#2"]) == (6, 2, 1)
    assert worked.antecedent("it") == "drawer"


def test_scores_as_in_the_printed_table() -> None:
    scores = Worked(
        "mitkov(terms=('drawer', 'LED'), compat_example_1998=True)", parsed(DRAWER)
    ).scores("it")
    assert (scores["drawer"], scores["LED"], scores["paper#2"]) == (7, 4, 2)


def test_terms_are_those_that_stand_out() -> None:
    names = "ink belt lamp tray door bolt cord fuse pump nail"
    often = " ".join(f"The {name} is new. The {name} is old." for name in names.split())
    document = read(f"{often} The hook fell. The ink dried. Sell it.")
    factors = Worked("mitkov", document).factors("it")
    assert factors["ink#3"]["term"] == 1
    assert "term" not in factors["hook"]
    assert "term" not in Worked("mitkov(terms=())", document).factors("it")["ink#3"]


def test_plurals_that_may_be_it() -> None:
    assert Worked("mitkov", read("The data are ready. It was checked.")).antecedent("It") == "data"
    assert Worked("mitkov", read("The files are ready. It was checked.")).antecedent("It") == ""
    assert (
        Worked("mitkov", read("The government met. They were tired.")).antecedent("They")
        == "government"
    )


def test_givenness_is_of_earlier_sentences() -> None:
    worked = Worked("mitkov", read("The printer jams when the tray is open because it is hot."))
    assert "first" not in worked.factors("it")["printer"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Identify the drawer by the lit paper port LED and add paper to it.", "drawer"),
        ("Press the key down and turn the volume up. Press it again.", "key"),
        ("To turn on the printer, press the Power button and hold it down for a moment.", "button"),
        (
            (
                "Insert the cassette into the VCR making sure it is suitable for the length of "
                "recording."
            ),
            "cassette",
        ),
    ],
)
def test_plain_sentences(text: str, expected: str) -> None:
    assert Worked("mitkov", read(text)).antecedent("it") == expected


def test_collocation() -> None:
    worked = Worked("mitkov", read("Press the key down and turn the volume up. Press it again."))
    assert worked.factors("it")["key"]["collocation"] == 2
    assert "collocation" not in worked.factors("it")["volume"]


def test_givenness_and_distance() -> None:
    worked = Worked("mitkov", read("The printer stands on the table. The table is old. Sell it."))
    factors = worked.factors("it")
    assert (factors["printer"]["first"], factors["printer"]["two sentences back"]) == (1, 0)
    assert (factors["table#2"]["first"], factors["table#2"]["previous sentence"]) == (1, 1)
    assert "first" not in factors["table"]
    assert factors["table#2"]["reiterated once"] == 1


def test_the_window() -> None:
    text = "The printer is new. Ann slept. Bob slept. Eve slept. Sell it."
    assert Worked("mitkov", read(text)).antecedent("it") == ""
    worked = Worked("mitkov(window=4)", read(text))
    assert worked.factors("it")["printer"]["further back"] == -1
    assert worked.antecedent("it") == "printer"


def test_reiteration_and_synonyms() -> None:
    text = (
        "The toner bottle is full. Take the bottle. The bottle of toner and the flask are new. "
        "Close it."
    )
    assert Worked("mitkov", read(text)).factors("it")["bottle#3"]["reiterated twice"] == 2
    synonymous = Worked("mitkov(synonyms=(('bottle', 'flask'),))", read(text))
    assert synonymous.factors("it")["flask"]["reiterated twice"] == 2


def test_section_heading() -> None:
    document = read("The printer. Take the cable and the printer. Move it.")
    first, *rest = document.sentences
    headed: Document = replace(document, sentences=(first._replace(heading=True), *rest))
    factors = Worked("mitkov", headed).factors("it")
    assert factors["printer#2"]["heading"] == 1
    assert "heading" not in factors["cable"]


def test_no_definite_phrase_switches_definiteness_off() -> None:
    worked = Worked("mitkov", read("Ann bought a printer. Bob sold it."))
    assert "indefinite" not in worked.factors("it")["printer"]


def test_deal_needs_with() -> None:
    with_it = Worked("mitkov", read("This chapter deals with the printer. It is long."))
    assert with_it.factors("It")["printer"]["indicating verb"] == 1
    without = Worked("mitkov", read("They deal the card. It is long."))
    assert "indicating verb" not in without.factors("It")["card"]


def test_weights_are_replaced_and_checked() -> None:
    worked = Worked("mitkov(weights={'immediate reference': -9})", parsed(DRAWER))
    assert worked.factors("it")["drawer"]["immediate reference"] == -9
    assert worked.antecedent("it") != "drawer"
    with pytest.raises(SpecError, match="must be a number"):
        registry.build("resolvers", "mitkov(weights={'term': 'high'})")


@pytest.mark.parametrize(
    "spec", ["mitkov", "mitkov(window=3, terms=('drawer',), synonyms=(('a', 'b'),))"]
)
def test_contract(spec: str) -> None:
    document = parsed(DRAWER)
    detected = Annotated(document, registry.build("detectors", "nominals").detect(document))
    check_resolver(
        registry.build("resolvers", spec),
        [bracketed("[Ann]1 met [Bob]2. [She]1 left [him]2."), detected],
    )


@pytest.mark.parametrize("title", ["Cleaning the tray", "2. Cleaning the tray", "Clean the tray"])
def test_headings_of_plain_text(title: str) -> None:
    text = f"{title}\n\nOpen the door. Pull out the tray and the lamp. Clean it."
    result = resolve(text, resolver="mitkov")
    (decision,) = result.decisions
    assert decision.antecedent is not None
    assert decision.antecedent.text(result.document) == "the tray"
    assert dict(decision.admissible[0].factors)["heading"] == 1


def test_immediate_reference_needs_a_verb_that_is_done_to_it() -> None:
    """*V2 it*: in *put the paper on it* the verb has an object that the text knows."""
    for text, expected in (
        ("Clean the tray, lift the roller and put the paper on it.", False),
        ("Print the page and fold it.", True),
    ):
        worked = Worked("mitkov", read(text))
        found = any("immediate reference" in named for named in worked.factors("it").values())
        assert found is expected, text


def test_what_is_mentioned_once_is_no_term() -> None:
    worked = Worked("mitkov", read("Print the page and fold it."))
    assert "term" not in worked.factors("it")["page"]
