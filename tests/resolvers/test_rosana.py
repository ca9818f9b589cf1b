"""ROSANA on the worked examples of its specification: rule patterns, the paper's sentences."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.annotation import Source
from coindex.core.chains import resolved
from coindex.core.document import Fragment
from coindex.resolvers.rosana import Rosana
from coindex.resolvers.rosana.admission import Admission
from coindex.resolvers.rosana.evidence import EVIDENCE
from tests.language.conftest import tree
from tests.resolvers.rosana_cases import (
    ARRIVED,
    DER,
    DON,
    GERMAN,
    GERMAN_FRAGMENTS,
    HE,
    HIS1,
    HIS2,
    HURT,
    IHN,
    IT,
    LEPORELLO,
    MANN,
    OBSERVED,
    ONE,
    OWNER,
    PRESIDENT,
    SEVILLE,
    SICH,
    SPOKEN,
    TIRED,
    Case,
    Text,
)
from tests.resolvers.worked import read


@pytest.mark.parametrize(
    ("pattern", "sentence", "fragments", "anaphor", "candidate", "admits"),
    [
        ("F1", TIRED, (Fragment(2), Fragment(6), Fragment(10)), 8, 4, True),
        ("F2", GERMAN, (Fragment(5), Fragment(11)), SICH, MANN, False),
        ("F2", GERMAN, (Fragment(5), Fragment(11)), SICH, PRESIDENT, False),
        ("E1a", GERMAN, GERMAN_FRAGMENTS, IHN, MANN, True),
        ("E1a", GERMAN, GERMAN_FRAGMENTS, IHN, PRESIDENT, True),
        ("E1b", ARRIVED, (Fragment(2, 1, (4,)), Fragment(4)), 5, 1, True),
        ("E2", GERMAN, GERMAN_FRAGMENTS, SICH, MANN, False),
        ("E3a", SPOKEN, (Fragment(1), Fragment(6, 0, (1,))), 4, 0, False),
        ("E3b", SPOKEN, (Fragment(1), Fragment(6, 0, (1,))), 0, 4, False),
        ("E4", HURT, (Fragment(1), Fragment(7, 0, (1,))), 2, 5, False),
        ("IEa", OWNER, (Fragment(1), Fragment(6, 0, (1, 4))), 6, 1, False),
        ("IEb", OWNER, (Fragment(1), Fragment(6, 0, (1, 4))), 1, 6, False),
    ],
)
def test_rule_patterns(
    pattern: str,
    sentence: str,
    fragments: tuple[Fragment, ...],
    anaphor: int,
    candidate: int,
    admits: bool,
) -> None:
    case = Case(sentence, fragments=fragments, language="de" if sentence == GERMAN else "en")
    found = case.admission(anaphor, candidate)
    assert found == (Admission(admitted=pattern) if admits else Admission(pattern))


@pytest.mark.parametrize(
    ("word", "option", "pattern"),
    [("himself", "a1", Admission(admitted="A1")), ("him", "b1", Admission("B1"))],
)
def test_patterns_of_footnote_13_ask_for_binding_at_every_site(
    word: str, option: str, pattern: Admission
) -> None:
    """*Peter showed the man pictures of him*, the phrase attached to the verb or to *pictures*:
    Peter and the man bind it at both, *pictures* at one.
    """
    reflexive = "|Reflex=Yes" if word == "himself" else ""
    sentence = (
        f"Peter/PROPN/2/nsubj/{ONE} showed/VERB/0/root the/DET/4/det man/NOUN/2/iobj/{ONE} "
        f"pictures/NOUN/2/obj of/ADP/7/case {word}/PRON/0/root/Person=3|PronType=Prs|{ONE}"
        f"{reflexive} ./PUNCT/2/punct"
    )
    case = Case(sentence, fragments=(Fragment(1), Fragment(6, 0, (1, 4))))
    for candidate in (0, 3):
        assert case.admission(6, candidate, **{option: True}) == pattern
        assert case.admission(6, candidate) == Admission(admitted="heuristic")
    assert case.admission(6, 4, **{option: True}) == Admission(admitted="heuristic")


def test_example_1_ambiguous_pp() -> None:
    sentence = (
        f"Peter/PROPN/2/nsubj/{ONE} observed/VERB/0/root the/DET/4/det man/NOUN/2/obj/{ONE} "
        f"with/ADP/7/case the/DET/7/det telescope/NOUN/2/obl/{ONE} ./PUNCT/2/punct"
    )
    document = registry.build("fragmenters", "ambiguity").fragment(tree(sentence))
    top, inner = document.sentences[0].fragments
    assert (inner.root, inner.parent, inner.sites) == (6, 0, (1, 3))
    assert top.root == 1
    mentions = registry.build("detectors", "nominals").detect(document)
    assert all(decision.antecedent is None for decision in Rosana().resolve(document, mentions))


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("The barber is shaving himself.", "himself", "barber"),
        ("The barber is shaving him.", "him", ""),
        ("The client wants that the barber shaves himself.", "himself", "barber"),
        ("The client wants that the barber shaves him.", "him", "client"),
        ("Peter observed the owner of the telescope with it.", "it", "telescope"),
        ("Gropius admits that he shaves himself.", "himself", "he"),
        ("Gropius admits that he shaves himself.", "he", "Gropius"),
        ("Gropius discusses the plans with Behrens. He meets him in Dessau.", "He", "Gropius"),
        ("Gropius discusses the plans with Behrens. He meets him in Dessau.", "him", "Behrens"),
        ("Peter hurt himself after the boy had left.", "himself", "Peter"),
        ("He left after the president had spoken.", "He", ""),
        ("When he arrived we told him.", "him", "he"),
        ("The president left after he had spoken because he was tired.", "he", "president"),
    ],
)
@pytest.mark.parametrize("resolver", ["rosana", "rosana(profile='2001')"])
def test_examples_through_the_bundled_parser(
    resolver: str, text: str, form: str, expected: str
) -> None:
    assert Text(resolver, read(text)).antecedent(form) == expected


def test_example_2c_names_are_free() -> None:
    found = Text("rosana", read("The client wants that the barber shaves the client."))
    last = next(decision for decision in found.decisions if decision.anaphor.start > 5)
    assert last.antecedent is None
    assert [candidate.rejected for candidate in last.candidates] == ["principle C of the anaphor"]


def test_example_3_i_within_i() -> None:
    found = Text("rosana", read("Mary knows the owner of his boat."))
    assert found.rejected("his") == {"owner": "i-within-i", "boat": "i-within-i"}
    assert found.antecedent("his") == "Mary", "she is out only where gender is asked for"
    assert (
        Text("rosana(gender='require')", read("Mary knows the owner of his boat.")).antecedent(
            "his"
        )
        == ""
    )


@pytest.mark.parametrize(
    ("head", "label", "fragments", "telescope", "owner"),
    [
        ("_", "obl", (Fragment(1), Fragment(8, 0, (1, 3, 6))), "heuristic", "heuristic"),
        ("7", "nmod", (), "i-within-i", "i-within-i"),
        ("2", "obl", (), "definite", "principle B of the anaphor"),
    ],
)
def test_example_4_attachment_decides(
    head: str, label: str, fragments: tuple[Fragment, ...], telescope: str, owner: str
) -> None:
    case = Case(OBSERVED.format(head, label), fragments=fragments)
    assert case.fate(8, 6) == telescope
    assert case.fate(8, 3) == owner


def test_example_4_near_its_factory() -> None:
    sentence = (
        f"Peter/PROPN/2/nsubj/{ONE} observed/VERB/0/root the/DET/4/det owner/NOUN/2/obj/{ONE} "
        f"of/ADP/7/case the/DET/7/det telescope/NOUN/4/nmod/{ONE} near/ADP/10/case "
        f"its/PRON/10/nmod:poss/{IT}|Poss=Yes factory/NOUN/7/nmod/{ONE}"
    )
    assert Case(sentence).fate(8, 6) == "i-within-i"


def test_example_5_one_decision_bears_on_the_next() -> None:
    case = Case(GERMAN, fragments=GERMAN_FRAGMENTS, language="de")
    assert {case.fate(SICH, MANN), case.fate(SICH, PRESIDENT)} == {"E2"}
    assert {case.fate(SICH, DER), case.fate(SICH, IHN)} == {"definite"}
    assert case.fate(IHN, DER) == "principle B of the anaphor"
    assert {case.fate(anaphor, noun) for anaphor in (DER, IHN) for noun in (MANN, PRESIDENT)} == {
        "E1a"
    }
    assert case.antecedent(DER) == PRESIDENT
    (refused, reason), *_ = case.decisions[IHN].refused
    assert refused.head == PRESIDENT
    assert reason.startswith("principle B: der and ihn")
    assert case.antecedent(IHN) == MANN


def test_example_6_two_adverbial_clauses() -> None:
    case = Case(TIRED, fragments=(Fragment(2), Fragment(6, 0, (2,)), Fragment(10, 0, (2,))))
    assert case.fate(8, 4) == "F1"
    annotation = resolved(
        case.document, case.mentions, case.decisions.values(), source=Source("rosana", "system")
    )
    chain = next(entity for entity in annotation.entities if not entity.singleton)
    assert [mention.head for mention in chain.mentions] == [1, 4, 8]


def test_example_7_refused_by_an_earlier_decision() -> None:
    found = Text(
        "rosana", read("Gropius discusses the plans with Behrens. He meets him in Dessau.")
    )
    assert [reason for _, reason in found.of("him").refused] == ["principle B: He and him"]


def test_example_8_the_induced_pair_is_no_violation() -> None:
    case = Case(
        f"Gropius/PROPN/2/nsubj/{ONE} admits/VERB/0/root that/SCONJ/5/mark he/PRON/5/nsubj/{HE} "
        f"shaves/VERB/2/ccomp himself/PRON/5/obj/{HE}|Reflex=Yes"
    )
    assert case.antecedent(5) == 3
    assert case.antecedent(3) == 0
    assert case.fate(5, 0) == "principle A of the anaphor"
    assert case.decisions[3].refused == ()


@pytest.mark.parametrize("profile", ["default", "2001"])
def test_example_9_parallelism_misleads(profile: str) -> None:
    case = Case(SEVILLE, resolver=f"rosana(profile='{profile}', without={EVIDENCE!r})")
    assert case.antecedent(HIS1) == LEPORELLO
    assert case.antecedent(HIS2) == HIS1
    off = ("SYR", *EVIDENCE)
    without = Case(SEVILLE, resolver=f"rosana(profile='{profile}', without={off!r})")
    assert without.antecedent(HIS2) == DON


def test_example_9_scores() -> None:
    case = Case(SEVILLE, resolver="rosana(profile='2001')")
    assert case.candidate(HIS2, HIS1).factors == (("SYR", 20), ("AGR", 20))
    assert case.candidate(HIS2, LEPORELLO).factors == (("SUP", 15),)
    assert case.candidate(HIS2, DON).factors == (("SUP", 15), ("AGR", 20))
