"""Barbu & Mitkov's worked example and the published success rates."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.decision import Candidate, Decision
from coindex.core.outcome import Outcome
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan, Response
from coindex.experiment.scoring import score
from coindex.measures.pair import Pair
from coindex.measures.success import (
    CriticalSuccess,
    NonTrivialSuccess,
    Success,
    indicators,
)
from coindex.testing import bracketed


def test_the_worked_example() -> None:
    score = Success.score((8, 11, 12, 13))
    assert score == (8 / 11, 8 / 12, 8 / 13)
    assert CriticalSuccess.score((4, 6)).success == 4 / 6
    assert NonTrivialSuccess.score((6, 9)).success == 6 / 9


@pytest.mark.parametrize(
    ("correct", "success", "precision"),
    [(206, 56.9, 48.81), (180, 49.72, 42.65), (223, 61.6, 52.84)],
)
def test_published_totals(correct: int, success: float, precision: float) -> None:
    score = Success.score((correct, 422, 422, 362))
    assert 100 * (score.success or 0) == pytest.approx(success, abs=0.011)
    assert 100 * (score.precision or 0) == pytest.approx(precision, abs=0.011)


def pair(decisions: tuple[Decision, ...] = ()) -> Pair:
    document, key = bracketed("[Ann]a saw [Bob]b. [He]b liked [her]a and [it]c and [she]a left")
    response = bracketed("[Ann]a saw [Bob]b. [He]b liked [her]b and [it]a and she left").annotation
    return Pair(document, key, response, decisions)


def test_counts_over_a_document() -> None:
    """*He* is right, *her* wrong, *it* no anaphor, *she* not found."""
    assert Success().counts(pair()) == (1, 3, 3, 3)
    assert Success("her").counts(pair()) == (0, 1, 1, 1)
    assert Success("it").counts(pair()) == (0, 1, 1, 0)
    assert Success("it").score((0, 1, 1, 0)).success is None


def test_nearest_only() -> None:
    document, key = bracketed("[Ann]a said [she]a lost [her]a key")
    _, she, her = key.mentions
    ann = key.mentions[0]
    linked = Pair(document, key, key, (Decision(she, ann), Decision(her, ann)))
    assert Success().counts(linked)[0] == 2
    assert Success(nearest_only=True).counts(linked)[0] == 1


def test_powers_of_preferences() -> None:
    ann, bob, he, her, it = pair().response.mentions
    decisions = (
        Decision(
            he,
            bob,
            considered=2,
            agreeing=1,
            candidates=(Candidate(bob, factors=(("near", 1.0), ("far", -1.0))),),
        ),
        Decision(
            her,
            bob,
            considered=2,
            agreeing=2,
            candidates=(Candidate(bob, factors=(("near", 1.0),)),),
        ),
        Decision(it, ann, considered=1, agreeing=1),
    )
    case = pair(decisions)
    near, far = sorted(indicators([case]), reverse=True)
    assert (near.fired, near.power, near.use) == (2, 1 / 2, 2 / 3)
    assert (far.fired, far.power) == (1, 0)


def test_the_same_anaphors_are_critical_for_every_method() -> None:
    document, key = bracketed(
        "[Ann]a met [Eve]b and [Bob]c. [She]a smiled. [He]c left. [It]d rained. [They] ran."
    )
    ann, eve, bob, she, he, *_ = key.mentions
    eager = Pair(
        document,
        key,
        key,
        (Decision(she, ann, considered=9, agreeing=9), Decision(he, bob, agreeing=4)),
    )
    modest = Pair(document, key, key, (Decision(she, eve), Decision(he, None)))
    silent = Pair(document, key, Annotation("test"))
    assert [CriticalSuccess().counts(one) for one in (eager, modest, silent)] == [
        (1, 1),
        (0, 1),
        (0, 1),
    ]
    assert [NonTrivialSuccess().counts(one) for one in (eager, modest, silent)] == [
        (2, 2),
        (0, 2),
        (0, 2),
    ]


def test_an_empty_response_succeeds_in_nothing() -> None:
    document, key = bracketed("[Ann]a said [she]a left")
    assert Success().counts(Pair(document, key, Annotation("test"))) == (0, 0, 0, 1)


CRITICAL = """\
# id: one
# language: en

{a +John+} met {b +Bill+}. {a He} greeted {b him}. {c +Mary+} came. {a He} kissed {c her}.
"""


def test_one_number_for_one_pair_of_files_whichever_command_scores(tmp_path: Path) -> None:
    """A key without sentences gets them, so that candidates are those of the last sentences."""
    key, response = tmp_path / "key.inline", tmp_path / "response.inline"
    key.write_text(CRITICAL)
    response.write_text(CRITICAL.replace("{a He} kissed", "{b He} kissed"))
    measures = ("CriticalSuccess(of='third')", "NonTrivialSuccess(of='third')")
    scored = [row.value for row in score(str(key), str(response), *measures)]
    plan = Plan(
        corpora=(str(key),),
        resolvers=(),
        measures=measures,
        responses=(Response("theirs", str(response)),),
    )
    compared = Experiment(plan, registry.build("engines", "serial")).run()
    assert scored == [row.value for row in compared.rows if not row.by]


def test_the_formula_of_the_paper_counts_all_right_answers() -> None:
    right = len([None for _, one in Success().outcomes(pair()) if one is Outcome.RIGHT])
    same, printed = NonTrivialSuccess(), NonTrivialSuccess(numerator="all")
    assert printed.counts(pair())[0] == right
    assert printed.counts(pair())[1] == same.counts(pair())[1]
    with pytest.raises(ValueError, match="numerator must be same or all"):
        NonTrivialSuccess(numerator="both")  # type: ignore[arg-type]
