"""CogNIAC: the five worked examples, the order of its rules, the two modes."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.errors import SpecError
from coindex.resolvers.classic.cogniac import RULES
from coindex.testing import bracketed, check_resolver
from tests.detectors.parses import parsed
from tests.resolvers.worked import Worked, read

ALL = "cogniac(mode='resolve_all')"
LOUNGE = "Mariana motioned for Sarah to seat herself on a two-seater lounge."
COUNCIL = "The city council refused to give the women a permit because they feared violence."
EARL = "Earl was working with Ted the other day."
LATER = "The weather was bad. Rain was falling."
COUNCIL_PARSE = (
    "The/the/DET/3/det city/city/NOUN/3/compound/Number=Sing "
    "council/council/NOUN/4/nsubj/Number=Sing refused/refuse/VERB/0/root/VerbForm=Fin "
    "to/to/PART/6/mark give/give/VERB/4/xcomp/VerbForm=Inf the/the/DET/8/det "
    "women/woman/NOUN/6/iobj/Number=Plur a/a/DET/10/det permit/permit/NOUN/6/obj/Number=Sing "
    "because/because/SCONJ/13/mark they/they/PRON/13/nsubj/Number=Plur|Person=3|PronType=Prs "
    "feared/fear/VERB/4/advcl/VerbForm=Fin violence/violence/NOUN/13/obj/Number=Sing "
    "././PUNCT/4/punct"
)


def test_reflexive() -> None:
    worked = Worked("cogniac", read(LOUNGE))
    assert worked.antecedent("herself") == "Sarah"
    assert worked.of("herself").rule == RULES[1]


def test_unique_in_current_and_prior_sentence() -> None:
    text = (
        "Bill Gates was born in Seattle. He sold software. The weather was bad. Rupert Murdoch's "
        "News Corp. confirmed his interest in buying back the ailing newspaper. But analysts said "
        "that if he winds up bidding for the paper, prices will rise."
    )
    worked = Worked("cogniac", read(text))
    assert worked.antecedent("his") == "Rupert"
    assert worked.of("his").rule == RULES[2]
    assert worked.antecedent("he") == "his"
    assert worked.of("he").rule == RULES[2]


def test_possessive_pronoun() -> None:
    text = (
        "After he was dry, Joe carefully laid out the damp towel in front of his locker. Travis "
        "went over to his locker, took out a towel and started to dry off."
    )
    worked = Worked("cogniac", read(text))
    assert worked.antecedent("he") == ""
    assert worked.antecedent("his", 2) == "his"
    assert worked.of("his", 2).rule == RULES[3]


def test_unique_subject() -> None:
    worked = Worked("cogniac", read(f"{EARL} He fell into the threshing machine."))
    assert worked.antecedent("He") == "Earl"
    assert worked.of("He").rule == RULES[5]


def test_far_away_only_the_most_recent_is_left() -> None:
    document = read(f"{EARL} {LATER} He fell into the threshing machine.")
    assert Worked("cogniac", document).antecedent("He") == ""
    worked = Worked(ALL, document)
    assert worked.antecedent("He") == "Ted"
    assert worked.of("He").rule == RULES[7]


@pytest.mark.parametrize("by_hand", [True, False])
def test_two_candidates_in_the_sentence(by_hand: bool) -> None:
    document = parsed(COUNCIL_PARSE) if by_hand else read(COUNCIL)
    worked = Worked("cogniac", document)
    assert worked.antecedent("they") == ""
    assert worked.of("they").rule == "not unique"
    resolved = Worked(ALL, document)
    assert resolved.antecedent("they") == "council"
    assert resolved.of("they").rule == RULES[6]


def test_unique_in_discourse() -> None:
    worked = Worked("cogniac", read(f"Mary left. {LATER} She fell."))
    assert worked.antecedent("She") == "Mary"
    assert worked.of("She").rule == RULES[0]


def test_an_entity_counts_once() -> None:
    worked = Worked("cogniac", read("Mary said she was tired. Mary left. She fell."))
    assert worked.of("She").rule == RULES[0]
    assert worked.antecedent("She") == "Mary#2"


def test_co_arguments_are_no_antecedents() -> None:
    worked = Worked("cogniac", read("Mary met Sarah. Sarah saw her."))
    assert worked.rejected("her")["Sarah#2"] == "co-argument"
    assert worked.antecedent("her") == "Mary"


def test_reflexives_first() -> None:
    text = "Mary hurt herself."
    assert Worked("cogniac", read(text)).of("herself").rule == RULES[0]
    assert Worked("cogniac(reflexive_first=True)", read(text)).of("herself").rule == RULES[1]


def test_extras() -> None:
    apart = read(
        f"Bob met Earl. Mary ate. {LATER} Earl left. The weather was bad. Rain was falling. He "
        "fell."
    )
    assert Worked("cogniac", apart).antecedent("He") == ""
    widened = Worked("cogniac(widening=(4, 8))", apart)
    assert widened.of("He").rule == "unique in 4 sentences"
    assert widened.antecedent("He") == "Earl#2"
    document = read("Earl told Bob that Ted would lose his job.")
    assert Worked("cogniac", document).antecedent("his") == ""
    assert Worked("cogniac(same_clause_subject=True)", document).antecedent("his") == "Ted"


def test_quoted_speech() -> None:
    document = read(
        '"I lost my key," said Mary. We were sad, and I laughed. Ted said: "Nobody helps me."'
    )
    assert "I" not in {one.anaphor.text(document) for one in Worked("cogniac", document).decisions}
    quoted = Worked("cogniac(quoted_speech=True)", document)
    speakers = {
        quoted.word(one.anaphor.start): quoted.word(one.antecedent.start)
        for one in quoted.decisions
        if one.antecedent
    }
    assert speakers == {"I": "Mary", "my": "Mary", "me": "Ted"}
    assert quoted.of("my").rule == "speaker"


def test_modes_are_checked() -> None:
    with pytest.raises(SpecError, match="resolve_all"):
        registry.build("resolvers", "cogniac(mode='all')")


@pytest.mark.parametrize(
    "spec",
    ["cogniac", ALL, "cogniac(reflexive_first=True, widening=(3, 8, 12), quoted_speech=True)"],
)
def test_contract(spec: str) -> None:
    document = parsed(COUNCIL_PARSE)
    detected = Annotated(document, registry.build("detectors", "nominals").detect(document))
    check_resolver(
        registry.build("resolvers", spec),
        [bracketed("[Ann]1 met [Bob]2. [She]1 left [him]2."), detected],
    )


def test_antecedents_from_earlier_in_the_discourse_are_counted_as_agreeing() -> None:
    unique = Worked("cogniac", read("John slept. The rain fell. The wind blew. He snored.")).of(
        "He"
    )
    assert (unique.rule, unique.considered, unique.agreeing) == ("unique in discourse", 2, 1)
    text = "John met Bill. The rain fell. The wind blew. He snored."
    latest = Worked("cogniac(mode='resolve_all')", read(text)).of("He")
    assert (latest.rule, latest.considered, latest.agreeing) == ("most recent", 3, 2)
    assert latest.antecedent in [candidate.mention for candidate in latest.admissible]
