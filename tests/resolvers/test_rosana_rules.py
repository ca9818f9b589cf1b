"""ROSANA: speech, relative clauses, containment, names, options and profiles."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention, Source
from coindex.core.chains import resolved
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.resolvers.rosana import Rosana
from coindex.testing import bracketed, check_resolver
from coindex.testing.binding import violations
from tests.language.conftest import tree
from tests.resolvers.rosana_cases import (
    HE,
    HIS1,
    HIS2,
    LEPORELLO,
    ONE,
    SEVILLE,
    Case,
    Text,
)
from tests.resolvers.worked import read


def test_who_speaks_to_whom() -> None:
    found = Text(
        "rosana", read("“I am tired,” said Ann. Mary told Peter: “You can sleep here. She cannot.”")
    )
    assert found.antecedent("I") == "Ann"
    assert found.of("I").rule == "speaker"
    assert found.antecedent("You") == "Peter"
    assert found.antecedent("She") == "Ann"
    assert dict(found.of("She").dropped)["speaker of the quotation"] == 1


def test_a_relative_pronoun_that_is_no_mention_helps_all_the_same() -> None:
    found = Text("rosana", read("The man who lost his hat saw Peter."))
    assert found.antecedent("his") == "man"
    assert all(decision.anaphor.text(found.document) != "who" for decision in found.decisions)
    assert Text("rosana", read("The man who shaved him left.")).antecedent("him") == ""


def test_containment_by_way_of_a_clause() -> None:
    document = read("The boy losing his hat saw Mary.")
    assert Text("rosana", document).antecedent("his") == "boy"
    assert Text("rosana(strict_i_within_i=True)", document).rejected("his")["boy"] == "i-within-i"


def test_a_pronoun_may_point_ahead_to_what_is_definite() -> None:
    assert Text("rosana", read("When she arrived, Mary was tired.")).antecedent("she") == "Mary"
    decision = Text("rosana", read("When she arrived, a woman slept.")).of("she")
    assert decision.antecedent is None
    assert [candidate.rejected for candidate in decision.candidates] == ["indefinite ahead"]


def test_names_and_nouns() -> None:
    text = "Walter Gropius bought a house. The house was old. A house costs money. Gropius sold it."
    found = Text("rosana", read(text))
    assert found.antecedent("Gropius", 2) == "Walter"
    assert found.of("Gropius", 2).rule == "name"
    assert found.antecedent("house", 2) == "house"
    assert not any(
        decision.anaphor.text(found.document) == "A house" for decision in found.decisions
    )
    literal = Text("rosana(attempt_indefinites=True)", read(text))
    assert literal.antecedent("house", 3) == "house#2"


def test_reasons_list_what_does_not_agree() -> None:
    document = read("The cats saw Ann. She left.")
    plain, full = (
        Text("rosana", document).of("She"),
        Text("rosana(reasons=True)", document).of("She"),
    )
    assert dict(plain.dropped) == dict(full.dropped) == {"number": 1}
    assert [candidate.rejected for candidate in plain.candidates] == [""]
    assert [candidate.rejected for candidate in full.candidates] == ["", "number"]
    assert (plain.considered, plain.agreeing) == (2, 1)


def test_errors_corrected_as_it_goes() -> None:
    document = read("Ann saw Mary. She left. She was late.")
    mentions: Annotation = registry.build("detectors", "nominals").detect(document)
    ann, mary, first, second = mentions.mentions

    def correct(anaphor: Mention, antecedent: Mention | None) -> Mention | None:
        return mary if anaphor == first else antecedent

    decisions = {
        decision.anaphor: decision
        for decision in Rosana().resolve(document, mentions, correct=correct)
    }
    assert decisions[first].antecedent == ann, "the decision is the resolver's own"
    assert decisions[second].antecedent == first


@pytest.mark.parametrize("description", ["deficient", "shallow", "hybrid"])
def test_descriptions(description: str) -> None:
    text = "The client wants that the barber shaves him."
    assert Text(f"rosana(description='{description}')", read(text)).antecedent("him") == "client"


def test_hybrid_asks_the_shallow_view_where_the_parse_is_silent() -> None:
    sentence = f"Peter/PROPN/_/nsubj/{ONE} saw/VERB/0/root him/PRON/2/obj/{HE}"
    assert Case(sentence).fate(2, 0) == "heuristic"
    assert (
        Case(sentence, resolver="rosana(description='hybrid')").fate(2, 0)
        == "principle B in the shallow view"
    )


def test_no_violation_in_any_chain() -> None:
    texts = [
        "Gropius discusses the plans with Behrens. He meets him in Dessau.",
        "Ann said Ann saw her. Ann left.",
    ]
    for text in texts:
        document = read(text)
        mentions = registry.build("detectors", "nominals").detect(document)
        found = resolved(
            document,
            mentions,
            Rosana().resolve(document, mentions),
            source=Source("rosana", "system"),
        )
        assert not list(violations(document, found))
    document, key = bracketed("")
    assert not list(violations(document, key))


def test_the_checker_sees_what_is_forbidden() -> None:
    document = tree(f"Peter/PROPN/2/nsubj/{ONE} saw/VERB/0/root him/PRON/2/obj/{HE}")
    mentions = registry.build("detectors", "nominals").detect(document)
    peter, him = mentions.mentions
    wrong = resolved(document, mentions, [Decision(him, peter)], source=Source("wrong", "system"))
    assert [violation.reason for violation in violations(document, wrong)] == ["principle B"]


def test_a_profile_from_a_file(tmp_path: object) -> None:
    path = f"{tmp_path}/mine.toml"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("[weights]\nSUP = 1\n")
    case = Case(SEVILLE, resolver=f"rosana(profile={path!r})")
    assert dict(case.candidate(HIS2, LEPORELLO).factors)["SUP"] == 1
    assert dict(case.candidate(HIS2, HIS1).factors)["SYR"] == 20


@pytest.mark.parametrize(
    "wrong",
    [
        "without='SUB'",
        "weights={'SUB': 1}",
        "profile='poems'",
        "description='deep'",
        "gender='maybe'",
        "wdm_unit=0",
    ],
)
def test_wrong_options_are_named(wrong: str) -> None:
    with pytest.raises(SpecError):
        registry.build("resolvers", f"rosana({wrong})")


@pytest.mark.parametrize(
    "resolver",
    [
        "rosana",
        "rosana(without=('SYR', 'SUP'))",
        "rosana(weights={'SDM': 5})",
        "rosana(description='hybrid')",
    ],
)
def test_contract(resolver: str) -> None:
    document = read(
        "Ann saw Bob, who waved at her. “I like it,” she told him. They laughed at themselves."
    )
    mentions = registry.build("detectors", "nominals").detect(document)
    check_resolver(registry.build("resolvers", resolver), [Annotated(document, mentions)])


def test_unparsed_documents_and_documents_without_mentions() -> None:
    document, key = bracketed("[Ann]1 saw [her]1 dog. [She]1 liked [it]2.")
    assert len(list(Rosana().resolve(document, key.only_mentions()))) == 4
    assert list(Rosana().resolve(Document("empty", ""), Annotation("empty"))) == []
