"""Errors by shape and by cause."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from coindex.core.annotation import Reference, Source
from coindex.core.chains import entities, resolved
from coindex.core.decision import Candidate, Decision
from coindex.core.registry import build
from coindex.measures.errors import Shape, cause_of, errors
from coindex.measures.pair import Pair
from coindex.report.error_tables import analysed
from coindex.testing import bracketed
from tests.resolvers.worked import read


def shapes(key: str, response: str) -> Counter[Shape]:
    document, gold = bracketed(key)
    return Counter(
        error.shape for error in errors(Pair(document, gold, bracketed(response).annotation))
    )


def test_a_perfect_response_has_no_errors() -> None:
    assert not shapes("[Ann]a saw [her]a", "[Ann]a saw [her]a")


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("[the old man]a saw [him]a and him in [town]t", {Shape.MISSING: 1}),
        ("[the old man]a [saw]x [him]a and [him]a in [town]t", {Shape.SPURIOUS: 1}),
        ("the [old man]a saw [him]a and [him]a in [town]t", {Shape.BOUNDARY: 1, Shape.LINK: 1}),
        ("[the old man]a saw [him]b and [him]b in [town]t", {Shape.SPLIT: 1, Shape.UNLINKED: 1}),
        ("[the old man]a saw [him]a and [him]a in [town]a", {Shape.MERGED: 1}),
    ],
)
def test_shapes(response: str, expected: dict[Shape, int]) -> None:
    assert shapes("[the old man]a saw [him]a and [him]a in [town]t", response) == expected


def test_wrong_link_with_context() -> None:
    document, key = bracketed("[Ann]a met [Bea]b when [she]a left")
    response = bracketed("[Ann]a met [Bea]b when [she]b left").annotation
    found = [error for error in errors(Pair(document, key, response)) if error.shape is Shape.LINK]
    [error] = found
    assert error.kind == "personal"
    assert error.proposed is not None
    assert error.expected is not None
    assert (error.proposed.text(document), error.expected.text(document)) == ("Bea", "Ann")
    assert error.context(document, 2) == "Bea when [she] left"


def test_causes() -> None:
    _, key = bracketed("[Ann]a met [Bea]b when [she]a left")
    ann, bea, she = key.mentions
    near = Candidate(bea, factors=(("near", 2.0), ("subject", 0.0)), score=2)
    far = Candidate(ann, factors=(("near", 0.0), ("subject", 1.0)), score=1)
    assert cause_of(None, []) == "antecedent not detected"
    assert cause_of(None, [ann]) == "not attempted"
    assert cause_of(Decision(she, bea, candidates=(near, far)), [ann]) == "outranked by near"
    equal = (Candidate(bea, factors=(("near", 1.0),)), Candidate(ann, factors=(("near", 1.0),)))
    assert cause_of(Decision(she, bea, candidates=equal), [ann]) == "outranked by order"
    assert (
        cause_of(Decision(she, bea, candidates=(near, Candidate(ann, "gender"))), [ann])
        == "dropped by gender"
    )
    assert cause_of(Decision(she, bea, candidates=(near,)), [ann]) == "out of window"
    assert (
        cause_of(Decision(she, bea, candidates=(near,), dropped=(("number", 2),)), [ann])
        == "dropped, mostly by number"
    )
    listed = (near, Candidate(she, "number"))
    assert (
        cause_of(Decision(she, bea, candidates=listed, dropped=(("number", 1),)), [ann])
        == "not a candidate"
    ), "all that were dropped are named"
    assert (
        cause_of(Decision(she, None, "too ambiguous", (far,)), [ann]) == "not chosen: too ambiguous"
    )
    assert cause_of(Decision(she, bea, refused=((ann, "bound"),)), [ann]) == "refused: bound"


def test_the_feature_in_which_the_right_candidate_does_not_agree_is_named() -> None:
    document = read("Mary met Bob near the house. He paid.")
    mary, _, house, he = build("detectors", "nominals").detect(document).mentions
    decision = Decision(he, None, dropped=(("animacy", 3), ("gender", 1)))
    assert cause_of(decision, [mary], document) == "dropped by gender"
    assert cause_of(decision, [house], document) == "dropped by animacy"
    assert cause_of(decision, [he], document) == "out of window"
    assert (
        cause_of(Decision(he, None, dropped=(("speaker", 1),)), [he], document)
        == "dropped, mostly by speaker"
    )


@pytest.mark.parametrize(
    ("resolver", "cause"),
    [
        ("rosana", "outranked by gender"),
        *(
            (name, "dropped by gender")
            for name in ("mitkov", "rap", "cogniac", "hobbs", "kennedy_boguraev", "supar")
        ),
    ],
)
def test_gender_is_named_as_the_cause(resolver: str, cause: str) -> None:
    """The largest class of Stuckardt's errors (2001)."""
    document = read("Mary met Bob near the house. He paid.")
    mentions = build("detectors", "nominals").detect(document)
    mary, bob, house, he = mentions.mentions
    key = replace(mentions, entities=entities([("a", mary), ("b", bob), ("h", house), ("a", he)]))
    decisions = tuple(build("resolvers", resolver).resolve(document, mentions))
    pair = Pair(
        document, key, resolved(document, mentions, decisions, source=Source(resolver)), decisions
    )
    assert [error.cause for error in errors(pair) if error.cause] == [cause]


def test_causes_come_from_decisions() -> None:
    document, key = bracketed("[Ann]a met [Bea]b when [she]a left")
    ann, bea, she = key.mentions
    response = bracketed("[Ann]a met [Bea]b when [she]b left").annotation
    decision = Decision(she, bea, candidates=(Candidate(bea), Candidate(ann, "gender")))
    causes = [
        error.cause for error in errors(Pair(document, key, response, (decision,))) if error.cause
    ]
    assert causes == ["dropped by gender"]


def test_tables() -> None:
    document, key = bracketed("[Ann]a met [Bea]b when [she]a left")
    ann, bea, she = key.mentions
    response = bracketed("[Ann]a met [Bea]b when [she]b left").annotation
    decision = Decision(she, bea, candidates=(Candidate(bea), Candidate(ann, "gender")))
    shapes_table, causes_table, examples = analysed([Pair(document, key, response, (decision,))])
    assert ["wrong link", 1, 1] in [list(row) for row in shapes_table.rows]
    assert [list(row) for row in causes_table.rows] == [["dropped by gender", 1, 1]]
    assert ["dropped by gender", "test", "Bea", "Ann", "Ann met Bea when [she] left"] in [
        list(r) for r in examples.rows
    ]


def test_what_does_not_refer_is_not_missed() -> None:
    key = bracketed("[Ann]1 left. [It] rained.")
    rain = key.annotation.mentions[1]._replace(reference=Reference.NONREFERENTIAL)
    annotation = replace(key.annotation, mentions=(key.annotation.mentions[0], rain))
    response = replace(annotation, mentions=annotation.mentions[:1])
    assert list(errors(Pair(key.document, annotation, response))) == []
