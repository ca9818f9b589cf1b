"""SUPAR's Figure 6 and its matching."""

from __future__ import annotations

import pytest

from coindex.core.annotation import Annotation, Mention, Reference
from coindex.core.chains import entities
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Span
from coindex.core.protocols import SolutionLine as Line
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.supar import Supar
from coindex.testing import bracketed

FIGURE_6 = [
    Line("persIt", "<", "exit", 2, 70, 30, 0),
    Line("persIt", "<", "failure", 4, 140, 60, 0),
    Line("persNoRefl", "<", "exit", 40, 1400, 560, 0),
    Line("persNoRefl", "<", "failure", 14, 530, 210, 0),
    Line("persRefl", "<", "exit", 1, 30, 7, 1),
]


def test_totals_of_figure_6() -> None:
    rows = [
        (*line[3:], 0, 0, 0, 0) if line.outcome == "exit" else (0, 0, 0, 0, *line[3:])
        for line in FIGURE_6
    ]
    score = Supar.score(total(rows))
    assert sum(line.number for line in FIGURE_6) == 61
    assert score.success == 43 / 61 == pytest.approx(0.705, abs=5e-4)
    assert (score.before or 0, score.after or 0) == pytest.approx((35.6, 14.2), abs=0.05)
    assert score.by_constraints == 1 / 61
    assert Supar.score(total(rows[2:4])).success == pytest.approx(0.741, abs=5e-4)
    assert str(FIGURE_6[0]) == "persIt<exit 2 70 30 0"


def test_published_percentages_that_do_not_follow() -> None:
    assert round(100 * 921 / 1144, 1) == 80.5
    assert round(100 * 835 / 1163, 1) == 71.8
    assert round(396_977 / 8_938, 1) == 44.4


def mention(start: int, end: int, head: int) -> Mention:
    return Mention((Span(start, end),), head=head)


def test_head_and_whole() -> None:
    document, _ = bracketed("Peter saw the boy with the telescope . He left")
    boy, longer, he = mention(2, 4, 3), mention(2, 7, 3), mention(8, 9, 8)
    key = Annotation("t", mentions=(boy, he), entities=entities([("b", boy), ("b", he)]))
    response = Annotation("t", mentions=(longer, he), entities=entities([("b", longer), ("b", he)]))
    pair = Pair(document, key, response)
    assert Supar(match="head").counts(pair)[0] == 1
    assert Supar(match="whole").counts(pair)[4] == 1


def test_an_exophor_that_is_solved_is_a_failure_with_its_own_sign() -> None:
    document, _ = bracketed("Bob slept . He laughed")
    bob = mention(0, 1, 0)
    exophor = mention(3, 4, 3)._replace(reference=Reference.EXOPHORIC)
    key = Annotation("t", mentions=(bob, exophor))
    he = mention(3, 4, 3)
    response = Annotation("t", mentions=(bob, he), entities=entities([("b", bob), ("b", he)]))
    (line,) = Supar().lines([Pair(document, key, response)])
    assert (line[1], line[2], line[3]) == ("!", "failure", 1)


def test_a_solution_may_be_any_link_of_the_chain() -> None:
    document, key = bracketed("[Ann]a said [she]a lost [herself]a in [Bea]b and [it]b")
    ann, she, herself, bea, it = key.mentions
    decisions = (
        Decision(
            she, ann, considered=3, candidates=(Candidate(ann), Candidate(bea, rejected="gender"))
        ),
        Decision(herself, ann, considered=4, candidates=(Candidate(ann), Candidate(she))),
        Decision(it, she, considered=5, candidates=(Candidate(she), Candidate(bea))),
    )
    pair = Pair(document, key, key, decisions)
    assert [str(line) for line in Supar().lines([pair])] == [
        "persIt<failure 1 5 2 0",
        "persNoRefl<exit 1 3 1 1",
        "persRefl<exit 1 4 2 0",
    ]


def test_options() -> None:
    with pytest.raises(ValueError, match="head or whole"):
        Supar(match="tail")
