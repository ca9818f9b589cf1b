"""What a learned resolver says for its links: only what is true, in the order of what it counts."""

from __future__ import annotations

import re

import numpy as np
import pytest

import coindex
from coindex.core.annotation import Mention
from coindex.core.decision import ReasonedDecision
from coindex.core.protocols import Reasoning
from coindex.language.nominals.agreement import UNKNOWN
from coindex.pipeline.explanation import is_first_mention, per_cent, reasoned
from coindex.resolvers.hybrid import Hybrid
from coindex.resolvers.neural import Neural
from coindex.resolvers.neural.features import CLASSES, MARKS
from coindex.resolvers.neural.reasons import AGAINST, FOR, withhold

TEXT = (
    "Ana Silva lost a key in Paris. The key was old, and Silva looked for it. Bob helped her. "
    "He found it."
)


@pytest.fixture(scope="module")
def result() -> coindex.Result:
    return coindex.resolve(TEXT, resolver="hybrid")


@pytest.fixture(scope="module")
def decisions(result: coindex.Result) -> list[ReasonedDecision]:
    found = reasoned(result.document, result.decisions, "hybrid")
    return [one for one in found if isinstance(one, ReasonedDecision)]


def test_only_learned_resolvers_give_reasons(result: coindex.Result) -> None:
    assert isinstance(Neural(), Reasoning) and isinstance(Hybrid(), Reasoning)
    sieve = coindex.resolve(TEXT, resolver="sieve")
    assert reasoned(sieve.document, sieve.decisions, "sieve") == sieve.decisions
    assert reasoned(result.document, result.decisions, "no such") == result.decisions


def test_decisions_stay_as_they_are(
    result: coindex.Result, decisions: list[ReasonedDecision]
) -> None:
    assert [(one.anaphor, one.antecedent, one.confidence) for one in decisions] == [
        (one.anaphor, one.antecedent, one.confidence) for one in result.decisions
    ]


def test_facts_name_what_two_mentions_share(
    result: coindex.Result, decisions: list[ReasonedDecision]
) -> None:
    def said(words: str, place: int = 0) -> set[str]:
        found = [one for one in decisions if one.anaphor.text(result.document) == words]
        return {str(fact.says) for fact in found[place].facts if fact.speaks_for}

    assert "the same noun, “key”" in said("The key")
    assert "both have the name “Silva”" in said("Silva")
    assert said("He") & {"both masculine", "both people", "both singular"}


def test_facts_are_few_and_those_that_count_most_come_first(
    decisions: list[ReasonedDecision],
) -> None:
    for decision in decisions:
        for speaks_for, most in ((True, FOR), (False, AGAINST)):
            weights = [one.weight for one in decision.facts if one.speaks_for is speaks_for]
            assert len(weights) <= most and weights == sorted(weights, reverse=True)


def test_every_link_names_its_runner_up_in_five_lines_at_most(result: coindex.Result) -> None:
    text = result.why().partition("\n\nWhat the names mean:")[0]
    for reasons in text.split("\n\n"):
        lines = reasons.splitlines()
        assert len(lines) <= 5
        assert lines[1].startswith("  for it: ") and lines[2].startswith("  runner-up: ")
    assert "left open" not in text and "“Bob” (sentence 3):" not in text
    assert result.why("Bob").startswith("“Bob” (sentence 3): first mention")


def test_first_mentions_are_noun_phrases_and_names(decisions: list[ReasonedDecision]) -> None:
    first = {one.anaphor.head for one in decisions if is_first_mention(one)}
    assert first == {one.anaphor.head for one in decisions if not one.antecedents}


def test_a_rule_is_named_with_its_phrase() -> None:
    text = "Gropius discusses the plans with Behrens. He meets him in Dessau."
    why = coindex.resolve(text, resolver="hybrid").why()
    # Whichever of the two is decided first forbids the other one the same person.
    assert re.search(r"ruled out by principle B, because of “(?:He|him)” \(sentence 2\)", why)


def test_reasons_are_data_as_well(result: coindex.Result) -> None:
    facts = [fact for one in result.to_dict(why=True)["decisions"] for fact in one["facts"]]
    assert {"candidate", "says", "for", "weight"} == set(facts[0])
    assert {one["for"] for one in facts} == {True, False}


def test_spanish_rules_are_a_reason() -> None:
    why = coindex.resolve("Ana abre la verja y la cierra tras de sí.", resolver="neural").why("la")
    assert "SUPAR's rules choose it" in why and "both feminine" in why


def test_withheld_columns_are_unknown() -> None:
    classes = np.full((2, len(CLASSES)), 1, np.int64)
    marks = np.full((2, len(MARKS)), 5, np.int64)
    withhold(classes, marks, ("gender", "lemma"))
    gender, lemma = [*CLASSES].index("gender"), MARKS.index("lemma")
    assert (classes[:, gender] == UNKNOWN).all() and (marks[:, lemma] == -1).all()
    assert (np.delete(classes, gender, 1) == 1).all() and (np.delete(marks, lemma, 1) == 5).all()


def test_a_withheld_distance_changes_no_other_mark() -> None:
    marks = np.zeros((2, len(MARKS)), np.int64)
    number, speaker = MARKS.index("number"), MARKS.index("speaker")
    marks[:, number] = (30, 29)
    marks[0, speaker] = 29
    withhold(np.zeros((2, len(CLASSES)), np.int64), marks, ("distance",))
    assert marks[0, speaker] == marks[1, number] < 29


@pytest.mark.parametrize(
    ("chance", "words"),
    [(1.0, "100 %"), (0.9999, "over 99 %"), (0.58, "58 %"), (1e-5, "under 1 %"), (0.0, "0 %")],
)
def test_probabilities_are_written_as_people_write_them(chance: float, words: str) -> None:
    assert per_cent(chance) == words


def test_reasons_for_given_mentions() -> None:
    result = coindex.resolve(TEXT, resolver="neural", detector="nominals")
    found = reasoned(result.document, result.decisions, "neural")
    assert any(isinstance(one, ReasonedDecision) and one.facts for one in found)
    assert all(isinstance(one.anaphor, Mention) for one in found)


def test_a_word_in_common_is_not_denied() -> None:
    text = "The Skipper met the crew. The crew knew the Skipper's brother. The driver knew both."
    result = coindex.resolve(text, resolver="hybrid")
    denied = [
        (decision.anaphor.text(result.document), reason.candidate.text(result.document))
        for decision in reasoned(result.document, result.decisions, "hybrid")
        if isinstance(decision, ReasonedDecision)
        for reason in decision.facts
        if reason.says == "no word in common"
    ]
    assert denied
    assert not any("skipper" in one.lower() and "skipper" in two.lower() for one, two in denied)


def _facts(text: str, words: str, place: int = 0) -> list[str]:
    """What is said for and against, of one of the anaphors with these words."""
    result = coindex.resolve(text, resolver="hybrid")
    found = [
        one
        for one in reasoned(result.document, result.decisions, "hybrid")
        if isinstance(one, ReasonedDecision) and one.anaphor.text(result.document) == words
    ]
    return [str(fact.says) for fact in found[place].facts]


def test_of_spanish_datives_no_role_is_named() -> None:
    said = _facts("Bata los huevos, añádales sal y échelos sobre las verduras.", "les")
    assert "both plural" in said
    assert not any("role" in fact or "object" in fact for fact in said)


def test_subjects_that_are_left_out_have_a_person_and_no_empty_words() -> None:
    text = "Compré una lavadora en la tienda. Llamé tres veces y nadie me hizo caso."
    why = coindex.resolve(text, resolver="hybrid").why()
    assert "both in the first person" in why and "“”" not in why
    # Who speaks is mentioned for the first time, and *nadie* refers to nobody: nothing is open.
    assert "left open" not in why


def test_the_subject_of_the_same_verb_is_named_as_what_rules_a_clitic_out() -> None:
    text = "El viejo vio a la muchacha. Ella le tendió una carta y se fue."
    why = coindex.resolve(text, resolver="hybrid").why("le")
    assert "ruled out by co-argument, because of “Ella” (sentence 2)" in why


def test_user_names_are_not_said_to_be_no_people() -> None:
    text = "Wharfside: @Kwame O. I can't, my two hate him."
    result = coindex.resolve(text, resolver="hybrid")
    found = reasoned(result.document, result.decisions, "hybrid")
    reasons = [one for decision in found for one in getattr(decision, "facts", ())]
    of_name = [one for one in reasons if "@" in one.candidate.text(result.document)]
    assert of_name and all(str(one.says) != "not a person" for one in of_name)


def test_the_name_of_a_speaker_agrees_no_better_than_others() -> None:
    said = _facts("Gulnara: The chime is dead. I pressed the button.", "I")
    assert "nothing else near agrees with it" not in said


def test_words_show_the_types_of_spanish_entities() -> None:
    text = (
        "Telefónica vendió ayer su filial argentina a un fondo que dirige Marina Soler. Soler "
        "explicó que la empresa mantendrá a los empleados. Llegamos a Cuenca de noche y la "
        "recorrimos a pie."
    )
    result = coindex.resolve(text)
    types = {entity.mentions[0].text(result.document): entity.type for entity in result.entities}
    assert types["Telefónica"] == "organization"
    assert types["Marina Soler"] == "person"
    assert {one["type"] for one in result.to_dict()["entities"]} == {*types.values()}
