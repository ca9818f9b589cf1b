"""The skeleton: what a decision records, how selection and corrections work,
and the constraints others share.
"""

from __future__ import annotations

from functools import partial

import pytest

from coindex.core import registry
from coindex.core.annotation import Mention
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.language.discourse.discourse import Expression, discourse, third_person
from coindex.resolvers.constraints import agreement, binding, co_argument, containment
from coindex.resolvers.preferences import frozen, parallel, subject, weighted
from coindex.resolvers.ranking import LISTED, Factors, Method, Ranking, preceding
from tests.resolvers.worked import read


def ranking(document: Document) -> Ranking:
    return Ranking(document, registry.build("detectors", "nominals").detect(document))


def expression(document: Document, form: str) -> Expression:
    view = discourse(document, registry.build("detectors", "nominals").detect(document))
    return next(one for one in view.by_head.values() if document.tokens[one.head].form == form)


def test_what_a_decision_records() -> None:
    document = read("The boys and a teacher met Mary. Ann saw her.")
    scores = weighted({"subject": 2, "parallel": 1}, (subject, parallel))
    decision = next(
        ranking(document).decisions(
            Method(partial(preceding, back=1), (agreement, binding), scores)
        )
    )
    rejected = {
        one.mention.text(document): one.rejected for one in decision.candidates if one.rejected
    }
    assert rejected == {"Ann": "principle B"}
    best = decision.admissible[0]
    assert (best.mention, best.score) == (
        decision.antecedent,
        sum(value for _, value in best.factors),
    )
    assert decision.considered == decision.agreeing + sum(count for _, count in decision.dropped)
    assert decision.agreeing == len(decision.candidates)


def test_ties_go_to_the_nearest() -> None:
    document = read("Mary met Ann. She left.")
    decision = next(ranking(document).decisions(Method(partial(preceding, back=1), (agreement,))))
    assert decision.antecedent is not None
    assert decision.antecedent.text(document) == "Ann"


def test_no_candidate_is_left_open() -> None:
    decision = next(
        ranking(read("She left.")).decisions(Method(partial(preceding, back=1), (agreement,)))
    )
    assert (decision.antecedent, decision.rule, decision.considered) == (None, "no candidate", 0)


def test_long_lists_are_cut_and_counted() -> None:
    document = read(" ".join(["The lamp fell."] * (LISTED + 5)) + " Ann moved it.")
    decision = list(
        ranking(document).decisions(Method(partial(preceding, back=100), (agreement,)))
    )[-1]
    assert len(decision.candidates) == LISTED
    assert dict(decision.dropped)["not listed"] == 5
    assert decision.agreeing == LISTED + 5
    assert decision.remaining == LISTED + 5, "those that are not named are left, too"


def test_all_candidates_are_named_on_request() -> None:
    document = read(" ".join(["The lamp fell."] * (LISTED + 5)) + " Ann and Bob moved it.")
    resolver = registry.build("resolvers", "supar(listed=0, window=50)")
    *_, decision = resolver.resolve(
        document, registry.build("detectors", "nominals").detect(document)
    )
    reasons = [candidate.rejected for candidate in decision.candidates]
    assert len(reasons) == decision.considered and not decision.dropped
    assert reasons.count("") == decision.remaining == LISTED + 5
    assert "animacy" in reasons, "Ann"


def test_corrections_are_built_upon_but_not_recorded() -> None:
    document = read("Mary met Ann. She left. She fell.")
    mentions = registry.build("detectors", "nominals").detect(document)
    mary: Mention = mentions.mentions[0]
    asked: list[tuple[Mention, Mention | None]] = []

    def correct(anaphor: Mention, antecedent: Mention | None) -> Mention | None:
        asked.append((anaphor, antecedent))
        return mary

    corrected = Ranking(document, mentions, correct)

    def familiar(anaphor: Expression, candidate: Expression) -> Factors:
        return (("size", corrected.entities.of(candidate).size),)

    first, second = corrected.decisions(Method(partial(preceding, back=2), (agreement,), familiar))
    assert [one for _, one in asked] == [first.antecedent, second.antecedent]
    assert first.antecedent is not None
    assert first.antecedent.text(document) == "Ann"
    assert {one.mention: one.score for one in second.candidates}[mary] == 2
    assert [antecedent.mention for _, antecedent in corrected.links] == [mary, mary]


def test_third_person_pronouns_without_the_generic_one() -> None:
    document = read("One should know that she hurt herself when I saw them.")
    view = discourse(document, registry.build("detectors", "nominals").detect(document))
    assert [one.form for one in third_person(view.expressions)] == ["she", "herself", "them"]


@pytest.mark.parametrize(
    ("text", "anaphor", "candidate", "expected"),
    [
        ("John seems to want to see him.", "him", "John", "co-argument"),
        ("John came and saw him.", "him", "John", "co-argument"),
        ("John's mother saw him.", "him", "John", ""),
        ("John hurt himself.", "himself", "John", ""),
    ],
)
def test_co_arguments(text: str, anaphor: str, candidate: str, expected: str) -> None:
    document = read(text)
    assert co_argument(expression(document, anaphor), expression(document, candidate)) == expected


@pytest.mark.parametrize(
    ("text", "anaphor", "candidate", "expected"),
    [
        ("His mother's house burned.", "His", "house", "i-within-i"),
        ("John and his dog left.", "his", "John", ""),
        ("The man who lost his hat left.", "his", "man", ""),
    ],
)
def test_containment(text: str, anaphor: str, candidate: str, expected: str) -> None:
    document = read(text)
    assert containment(expression(document, anaphor), expression(document, candidate)) == expected


def test_weights_are_sorted_and_known() -> None:
    assert frozen({"b": 1, "a": 2.5}, {"a": 0, "b": 0}) == (("a", 2.5), ("b", 1))
    with pytest.raises(SpecError, match="no factor is called 'c'"):
        frozen((("c", 1),), {"a": 0})
