"""ROSANA on the worked examples of its specification: rule patterns, the paper's
sentences, quoted speech, options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention, Source
from coindex.core.chains import resolved
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document, Fragment
from coindex.core.errors import SpecError
from coindex.language.discourse import discourse
from coindex.resolvers.rosana import Rosana
from coindex.resolvers.rosana.admission import Admission, Syntax
from coindex.testing import bracketed, check_resolver
from coindex.testing.binding import violations
from tests.language.conftest import tree
from tests.resolvers.worked import Worked, read

HE = "Gender=Masc|Number=Sing|Person=3|PronType=Prs"
IT = "Number=Sing|Person=3|PronType=Prs"
ONE = "Number=Sing"

GERMAN = (
    f"Der/DET/2/det Mann/NOUN/6/nsubj/{ONE} hat/AUX/6/aux den/DET/5/det "
    f"Präsidenten/NOUN/6/obj/{ONE} besucht/VERB/0/root ,/PUNCT/12/punct "
    f"der/PRON/12/nsubj/Number=Sing|PronType=Rel ihn/PRON/12/obj/{HE} von/ADP/11/case "
    "sich/PRON/12/obl/Person=3|PronType=Prs|Reflex=Yes überzeugte/VERB/_/acl:relcl"
)
MANN, PRESIDENT, DER, IHN, SICH = 1, 4, 7, 8, 10
GERMAN_FRAGMENTS = (Fragment(5), Fragment(11, 0, (1, 4)))

TIRED = (
    f"The/DET/2/det president/NOUN/3/nsubj/{ONE} left/VERB/0/root after/SCONJ/7/mark "
    f"he/PRON/7/nsubj/{HE} had/AUX/7/aux spoken/VERB/_/advcl because/SCONJ/11/mark "
    f"he/PRON/11/nsubj/{HE} was/AUX/11/cop tired/ADJ/_/advcl"
)
TIRED_FRAGMENTS = (Fragment(2), Fragment(6, 0, (2,)), Fragment(10, 0, (2, 6)))
SPOKEN = (
    f"He/PRON/2/nsubj/{HE} left/VERB/0/root after/SCONJ/7/mark the/DET/5/det "
    f"president/NOUN/7/nsubj/{ONE} had/AUX/7/aux spoken/VERB/_/advcl"
)
ARRIVED = (
    f"When/SCONJ/3/mark he/PRON/3/nsubj/{HE} arrived/VERB/_/advcl "
    f"we/PRON/5/nsubj/Person=1|PronType=Prs told/VERB/0/root him/PRON/5/obj/{HE}"
)
HURT = (
    "Peter/PROPN/2/nsubj hurt/VERB/0/root himself/PRON/2/obj/PronType=Prs|Reflex=Yes "
    f"after/SCONJ/8/mark the/DET/6/det boy/NOUN/8/nsubj/{ONE} had/AUX/8/aux left/VERB/_/advcl"
)
OWNER = (
    f"the/DET/2/det owner/NOUN/0/root/{ONE} of/ADP/5/case the/DET/5/det "
    f"telescope/NOUN/2/nmod/{ONE} with/ADP/7/case it/PRON/_/nmod/{IT}"
)
OBSERVED = (
    f"Peter/PROPN/2/nsubj/{ONE} observed/VERB/0/root the/DET/4/det owner/NOUN/2/obj/{ONE} "
    f"of/ADP/7/case the/DET/7/det telescope/NOUN/4/nmod/{ONE} with/ADP/9/case "
    f"it/PRON/{{}}/{{}}/{IT}"
)
SEVILLE = (
    f"On/ADP/4/case a/DET/4/det dark/ADJ/4/amod night/NOUN/10/obl/{ONE} in/ADP/6/case "
    f"Seville/PROPN/4/nmod/{ONE} ,/PUNCT/4/punct Leporello/PROPN/10/nsubj/{ONE} is/AUX/10/aux "
    f"keeping/VERB/0/root watch/NOUN/10/obj/{ONE} ,/PUNCT/13/punct grumbling/VERB/10/advcl "
    f",/PUNCT/13/punct outside/ADP/17/case a/DET/17/det house/NOUN/10/obl/{ONE} in/ADP/19/case "
    f"which/PRON/25/obl/PronType=Rel his/PRON/22/nmod:poss/{HE}|Poss=Yes "
    f"master/NOUN/22/nmod:desc/{ONE} Don/PROPN/25/nsubj/{ONE} Giovanni/PROPN/22/flat/{ONE} "
    "is/AUX/25/aux:pass engaged/VERB/17/acl:relcl in/ADP/30/case "
    f"his/PRON/30/nmod:poss/{HE}|Poss=Yes latest/ADJ/30/amod amorous/ADJ/30/amod "
    f"pursuit/NOUN/25/obl/{ONE} ./PUNCT/10/punct"
)
HIS1, HIS2, LEPORELLO, DON = 19, 26, 7, 21


class Text(Worked):
    """As `Worked`, but a word names the expression it heads; `his` is not *his hat*."""

    def of(self, form: str, occurrence: int = 1) -> Decision:
        places = [index for index, token in enumerate(self.document.tokens) if token.form == form]
        return next(one for one in self.decisions if one.anaphor.head == places[occurrence - 1])


class Case:
    """One hand-built sentence or more, resolved; expressions are
    named by the token that heads them.
    """

    def __init__(
        self,
        *sentences: str,
        fragments: tuple[Fragment, ...] = (),
        resolver: str = "rosana",
        language: str = "en",
    ) -> None:
        document = tree(*sentences, language=language)
        first = document.sentences[0]._replace(fragments=fragments)
        self.document = replace(document, sentences=(first, *document.sentences[1:]))
        self.mentions: Annotation = registry.build("detectors", "nominals(relatives=True)").detect(
            self.document
        )
        component = registry.build("resolvers", resolver)
        self.decisions: Mapping[int, Decision] = {
            decision.anaphor.head or 0: decision
            for decision in component.resolve(self.document, self.mentions)
        }

    def antecedent(self, token: int) -> int | None:
        found = self.decisions[token].antecedent
        return None if found is None else found.head

    def candidate(self, anaphor: int, candidate: int) -> Candidate:
        return next(
            one for one in self.decisions[anaphor].candidates if one.mention.head == candidate
        )

    def fate(self, anaphor: int, candidate: int) -> str:
        found = self.candidate(anaphor, candidate)
        return found.rejected or found.admitted

    def admission(self, anaphor: int, candidate: int) -> Admission:
        """As in step 1, for pairs whose words do not agree as well."""
        view = discourse(self.document, self.mentions)
        return Syntax(view).admission(view.by_head[anaphor], view.by_head[candidate])


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
    case = Case(SEVILLE, resolver=f"rosana(profile='{profile}')")
    assert case.antecedent(HIS1) == LEPORELLO
    assert case.antecedent(HIS2) == HIS1
    without = Case(SEVILLE, resolver=f"rosana(profile='{profile}', without='SYR')")
    assert without.antecedent(HIS2) == DON


def test_example_9_scores() -> None:
    case = Case(SEVILLE, resolver="rosana(profile='2001')")
    assert case.candidate(HIS2, HIS1).factors == (("SYR", 20),)
    assert case.candidate(HIS2, LEPORELLO).factors == (("SUP", 15),)
    assert case.candidate(HIS2, DON).score == 15


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
