"""Hobbs's algorithm on its worked examples."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import SpecError
from coindex.testing import check_resolver
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked, read

HE, HIS = (
    "Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "Gender=Masc|Number=Sing|Person=3|Poss=Yes|PronType=Prs",
)
CASTLE = (
    "The/the/DET/2/det castle/castle/NOUN/5/nsubj/Number=Sing/EntityType=place in/in/ADP/4/case "
    "Camelot/Camelot/PROPN/2/nmod/Number=Sing/EntityType=place "
    "remained/remain/VERB/0/root/VerbForm=Fin the/the/DET/7/det "
    "residence/residence/NOUN/5/xcomp/Number=Sing/EntityType=place of/of/ADP/10/case "
    "the/the/DET/10/det king/king/NOUN/7/nmod/Number=Sing/EntityType=person "
    "until/until/ADP/12/case 536/536/NUM/5/obl/Number=Sing/EntityType=time "
    f"when/when/ADV/15/advmod he/he/PRON/15/nsubj/{HE} moved/move/VERB/12/acl:relcl/VerbForm=Fin "
    "it/it/PRON/15/obj/Gender=Neut|Number=Sing|Person=3|PronType=Prs to/to/ADP/18/case "
    "London/London/PROPN/15/obl/Number=Sing/EntityType=place ././PUNCT/5/punct"
)
FIXED = tuple(("move", "direct object", noun) for noun in ("castle", "camelot", "536"))


def driver(preposition: str) -> str:
    return (
        "Mr./Mr./PROPN/3/nsubj/Number=Sing Smith/Smith/PROPN/1/flat/Number=Sing "
        "saw/see/VERB/0/root/VerbForm=Fin a/a/DET/5/det driver/driver/NOUN/3/obj/Number=Sing "
        f"{preposition}/{preposition}/ADP/8/case his/his/PRON/8/nmod:poss/{HIS} "
        "truck/truck/NOUN/5/nmod/Number=Sing/EntityType=object ././PUNCT/3/punct"
    )


BILL = (
    "John/John/PROPN/2/nsubj/Number=Sing said/say/VERB/0/root/VerbForm=Fin that/that/SCONJ/5/mark "
    "Bill/Bill/PROPN/5/nsubj/Number=Sing likes/like/VERB/2/ccomp/VerbForm=Fin "
    f"him/he/PRON/5/obj/{HE} ././PUNCT/2/punct"
)
AFTER = (
    f"After/after/SCONJ/3/mark he/he/PRON/3/nsubj/{HE} arrived/arrive/VERB/6/advcl/VerbForm=Fin "
    ",/,/PUNCT/3/punct John/John/PROPN/6/nsubj/Number=Sing left/leave/VERB/0/root/VerbForm=Fin "
    "././PUNCT/6/punct"
)


def test_the_king_is_found_past_what_does_not_agree() -> None:
    worked = Worked("hobbs", parsed(CASTLE))
    assert worked.antecedent("he") == "king"
    assert worked.of("he").rule == "step 7"
    assert dict(worked.of("he").dropped)["animacy"] >= 3


def test_it_with_and_without_selectional_restrictions() -> None:
    assert Worked("hobbs", parsed(CASTLE)).antecedent("it") == "536"
    selective = Worked(f"hobbs(vetoes={FIXED})", parsed(CASTLE))
    assert selective.antecedent("it") == "residence"
    assert selective.rejected("it") == {
        "536": "selection",
        "castle": "selection",
        "Camelot": "selection",
    }


def test_a_pp_outside_n_bar_lets_its_noun_be_proposed() -> None:
    worked = Worked("hobbs", parsed(driver("in")))
    assert (worked.antecedent("his"), worked.of("his").rule) == ("driver", "step 6")


def test_an_of_phrase_is_inside_n_bar() -> None:
    worked = Worked("hobbs", parsed(driver("of")))
    assert (worked.antecedent("his"), worked.of("his").rule) == ("Mr.", "step 7")


def test_a_co_argument_is_not_proposed() -> None:
    worked = Worked("hobbs", parsed(BILL))
    assert worked.antecedent("him") == "John"
    assert worked.of("him").considered == 1


def test_cataphora() -> None:
    worked = Worked("hobbs", parsed(AFTER))
    assert (worked.antecedent("he"), worked.of("he").rule) == ("John", "step 8")
    assert Worked("hobbs(cataphora=False)", parsed(AFTER)).antecedent("he") == ""


def test_a_preposed_phrase_is_part_of_the_clause() -> None:
    sentence = (
        "In/in/ADP/3/case the/the/DET/3/det report/report/NOUN/6/obl/Number=Sing ,/,/PUNCT/3/punct "
        "it/it/PRON/6/nsubj/Number=Sing|Person=3|PronType=Prs failed/fail/VERB/0/root/VerbForm=Fin "
        "././PUNCT/6/punct"
    )
    first = (
        "The/the/DET/2/det engine/engine/NOUN/3/nsubj/Number=Sing "
        "broke/break/VERB/0/root/VerbForm=Fin"
    )
    assert Worked("hobbs", parsed(first, sentence)).antecedent("it") == "engine"


def test_previous_sentences_are_walked_breadth_first_the_last_one_first() -> None:
    first = "Mary/Mary/PROPN/2/nsubj/Number=Sing came/come/VERB/0/root/VerbForm=Fin"
    second = (
        "The/the/DET/2/det sister/sister/NOUN/5/nsubj/Number=Sing of/of/ADP/4/case "
        "Ann/Ann/PROPN/2/nmod/Number=Sing met/meet/VERB/0/root/VerbForm=Fin "
        "Sue/Sue/PROPN/5/obj/Number=Sing"
    )
    third = (
        "She/she/PRON/2/nsubj/Gender=Fem|Number=Sing|Person=3|PronType=Prs "
        "smiled/smile/VERB/0/root/VerbForm=Fin"
    )
    worked = Worked("hobbs", parsed(first, second, third))
    heads = [worked.word(one.mention.head or 0) for one in worked.of("She").admissible]
    assert heads == ["sister", "Sue", "Ann"]
    assert (
        Worked(
            "hobbs(max_sentences=1)", parsed(first, third.replace("She", "It"), third)
        ).antecedent("She")
        == ""
    )


def test_reflexives_take_the_subject() -> None:
    sentence = (
        "John/John/PROPN/2/nsubj/Number=Sing told/tell/VERB/0/root/VerbForm=Fin "
        "Bill/Bill/PROPN/2/iobj/Number=Sing about/about/ADP/5/case "
        "himself/himself/PRON/2/obl/Gender=Masc|Number=Sing|Person=3|PronType=Prs|Reflex=Yes"
    )
    worked = Worked("hobbs", parsed(sentence))
    assert (worked.antecedent("himself"), worked.of("himself").rule) == ("John", "subject")


def test_the_partial_version_takes_free_phrases_before_included_ones() -> None:
    worked = Worked("hobbs(trees='partial')", parsed(driver("of")))
    assert worked.antecedent("his") == "Mr."
    ordered = Worked("hobbs(trees='partial')", parsed(CASTLE)).of("it").admissible
    assert [one.admitted for one in ordered] == sorted(
        (one.admitted for one in ordered), key="included".__eq__
    )


@pytest.mark.parametrize(
    ("text", "pronoun", "antecedent"),
    [
        ("Mr. Smith saw a driver of his truck.", "his", "Smith"),
        ("John said that Bill likes him.", "him", "John"),
        ("After he arrived, John left.", "he", "John"),
    ],
)
def test_through_the_parser(text: str, pronoun: str, antecedent: str) -> None:
    chosen = Worked("hobbs", read(text)).of(pronoun).antecedent
    assert chosen is not None and antecedent in chosen.text(read(text))


def test_the_contract() -> None:
    documents = [parsed(CASTLE), parsed(BILL, AFTER), parsed(driver("in"))]
    detector = registry.build("detectors", "nominals")
    items = [Annotated(document, detector.detect(document)) for document in documents]
    for spec in (
        "hobbs",
        "hobbs(trees='partial')",
        "hobbs(max_sentences=2)",
        f"hobbs(vetoes={FIXED})",
    ):
        check_resolver(registry.build("resolvers", spec), items, parses=10)
    with pytest.raises(SpecError, match="partial"):
        registry.build("resolvers", "hobbs(trees='shallow')")
