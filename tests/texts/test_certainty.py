"""How certain a change is: probabilities of all ways to a name, and doubts."""

from __future__ import annotations

from dataclasses import replace

import pytest

import coindex
from coindex.core.annotation import Annotated, Annotation
from coindex.core.decision import Candidate, Decision
from coindex.language.discourse.discourse import discourse
from coindex.language.languages import get_language
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.testing import bracketed
from coindex.texts.rewriting.certainty import Evidence
from coindex.texts.rewriting.choices import Choices, Left
from coindex.texts.rewriting.marginals import Marginals
from coindex.texts.rewriting.rewriter import Rewriter, with_large_model
from coindex.texts.rewriting.rewriting import rewriting
from tests.texts.rewritten_text import parsed


def test_less_certain_mentions_stay() -> None:
    document = parsed("Ann came. She sat.", "en")
    result = coindex.resolve(document, resolver="hybrid")
    unsure = tuple(
        Decision(one.anaphor, one.antecedent, one.rule, confidence=0.4, new=0.6)
        for one in result.decisions
    )
    choices = Choices(min_confidence=0.8)
    assert rewriting(document, result.annotation, result.decisions, choices).replaced == 1
    left = rewriting(document, result.annotation, unsure, choices)
    assert [one.reason for one in left.kept] == [Left.UNSURE]


def test_an_uncertain_name_is_not_used() -> None:
    """The child is meant in any case; whether she is Ada Holm is another question."""
    document = parsed("Dr. Ada Holm sat. The child was four. They sent her away.", "en")
    marked = bracketed("[Dr. Ada Holm]1 sat. [The child]1 was four. They sent [her]1 away.")
    key = key_on(document, marked)
    holm, child, her = key.entities[0].mentions
    doubtful = Decision(child, holm, "rule", confidence=0.4, new=0.6)
    decisions = (doubtful, Decision(her, child, "rule", confidence=0.99, new=0.01))
    (change,) = rewriting(document, key, decisions, Choices(("pronouns",), 0.8)).changes
    assert change.name == "the child"
    sure = (replace(doubtful, confidence=0.99), decisions[1])
    (named,) = rewriting(document, key, sure, Choices(("pronouns",), 0.8)).changes
    assert named.name == "Dr. Ada Holm"
    assert change.certainty < named.certainty


def test_all_ways_to_a_name_count() -> None:
    """*Her* may be *she* or *Ann*: what is lost on one way is won on the other."""
    text = "[Ann]1 sat. [She]1 slept. Bob saw [her]1."
    document = parsed("Ann sat. She slept. Bob saw her.", "en")
    ann, she, her = key_on(document, bracketed(text)).entities[0].mentions
    first = Decision(ann, confidence=1.0, new=1.0)
    second = Decision(she, ann, "", (Candidate(ann, score=0.8),), confidence=0.8, new=0.2)
    either = (Candidate(she, score=0.5), Candidate(ann, score=0.4))
    third = Decision(her, she, "", either, confidence=0.9, new=0.1)
    chances = Marginals((first, second, third))
    assert chances.together(ann, her) == pytest.approx(0.5 * 0.8 + 0.4)
    assert chances.together(her, she) == pytest.approx(0.5 + 0.4 * 0.8)
    ruled = Marginals((first, replace(second, confidence=None, rule="reflexive"), third))
    assert ruled.together(she, ann) == pytest.approx(0.99)
    assert Marginals((Decision(ann), Decision(she, ann))).together(she, ann) is None


def test_a_rule_is_as_certain_as_a_probability_of_99_percent() -> None:
    document = parsed("Ann sat. She slept.", "en")
    annotation = key_on(document, bracketed("[Ann]1 sat. [She]1 slept."))
    ann, she = annotation.entities[0].mentions
    first = Decision(ann, confidence=1.0, new=1.0)

    def certainty(decision: Decision) -> float:
        choices = Choices(min_confidence=0)
        return rewriting(document, annotation, (first, decision), choices).changes[0].certainty

    def rated(chance: float) -> float:
        candidates = (Candidate(ann, score=chance),)
        return certainty(Decision(she, ann, "", candidates, confidence=chance, new=1 - chance))

    ruled = certainty(Decision(she, ann, "reflexive"))
    assert ruled == pytest.approx(rated(0.99))
    assert ruled > rated(0.95) > rated(0.6)


def test_a_last_resort_is_no_probability() -> None:
    """Where the model finds no antecedent and a rule takes the nearest, the model's own doubt
    counts.
    """
    document = parsed("Ann sat. She slept.", "en")
    ann, she = key_on(document, bracketed("[Ann]1 sat. [She]1 slept.")).entities[0].mentions
    first = Decision(ann, confidence=1.0, new=1.0)
    guessed = Decision(she, ann, "pronoun", (Candidate(ann, score=0.2),), new=0.7)
    assert Marginals((first, guessed)).together(she, ann) == pytest.approx(0.2)
    unlisted = replace(guessed, candidates=())
    assert (Marginals((first, unlisted)).together(she, ann) or 0) < 0.1
    annotation = key_on(document, bracketed("[Ann]1 sat. [She]1 slept."))
    (change,) = rewriting(document, annotation, (first, guessed), Choices(min_confidence=0)).changes
    assert change.certainty <= 0.2


def test_probabilities_say_more_than_doubts() -> None:
    """*Sam sold his car*: only probabilities can say that it is Tom's."""
    marked = "[Tom]1 left. [Sam]2 sold [his]1 car."
    document = parsed("Tom left. Sam sold his car.", "en")
    key = key_on(document, bracketed(marked))
    (tom, his), (sam,) = (entity.mentions for entity in key.entities)
    assert rewriting(document, key, (), Choices()).kept[0].reason is Left.UNSURE
    decisions = (
        Decision(tom, confidence=1.0, new=1.0),
        Decision(sam, confidence=1.0, new=1.0),
        Decision(his, tom, "", (Candidate(tom, score=0.999),), confidence=0.999, new=0.001),
    )
    assert rewriting(document, key, decisions, Choices()).text == "Tom left. Sam sold Tom’s car."


def test_what_may_be_said_or_done_is_less_certain() -> None:
    """*It* that somebody denies is seldom a thing, however probable that is."""
    certainties = []
    for verb in ("lost", "denied"):
        document = parsed(f"The box was old. Sam {verb} it.", "en")
        key = key_on(document, bracketed(f"[The box]1 was old. [Sam]2 {verb} [it]1."))
        (box, it), (sam,) = (entity.mentions for entity in key.entities)
        decisions = (
            Decision(box, confidence=1.0, new=1.0),
            Decision(sam, confidence=1.0, new=1.0),
            Decision(it, box, "", (Candidate(box, score=0.95),), confidence=0.95, new=0.05),
        )
        (change,) = rewriting(document, key, decisions, Choices(min_confidence=0)).changes
        certainties.append(change.certainty)
    assert certainties[1] < certainties[0]


@pytest.mark.parametrize(
    ("surer", "less"),
    [
        # *It* agrees with more than *she* does.
        ("[Ann]1 fell. [She]1 broke.", "[The box]1 fell. [It]1 broke."),
        ("[Ann]1 fell. [She]1 broke.", "[Ann]1 fell. [Eve]2 sat. [She]1 broke."),
    ],
)
def test_equally_probable_links_are_not_equally_certain(surer: str, less: str) -> None:
    certainties = []
    for marked in (surer, less):
        item = bracketed(marked)
        document = parsed(item.document.text, "en")
        key = key_on(document, item)
        decisions = []
        for mention in sorted(key.mentions, key=lambda one: one.start):
            first, *_ = key.entity_of()[mention].mentions
            if mention == first:
                decisions.append(Decision(mention, confidence=1.0, new=1.0))
            else:
                chosen = (Candidate(first, score=0.8),)
                decisions.append(Decision(mention, first, "", chosen, confidence=0.8, new=0.2))
        choices = Choices(("pronouns",), min_confidence=0.0)
        (change,) = rewriting(document, key, decisions, choices).changes
        certainties.append(change.certainty)
    assert certainties[1] < certainties[0]


def test_the_large_model_answers_if_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    with_large_model.cache_clear()
    monkeypatch.setattr("coindex.models.antecedents.installed_sizes", dict)
    assert with_large_model("hybrid") == ""
    with_large_model.cache_clear()
    monkeypatch.setattr("coindex.models.antecedents.installed_sizes", lambda: {"large": None})
    assert with_large_model("hybrid(scheme='litbank')") == (
        "hybrid(scheme='litbank', size='large')"
    )
    assert with_large_model("neural(size='large')") == with_large_model("sieve") == ""
    with_large_model.cache_clear()


def test_others_are_asked_only_where_there_are_no_probabilities() -> None:
    item = Annotated(parsed("Ann sat. She slept.", "en"), Annotation("test"))
    _, others = Rewriter(Pipeline(resolver="hybrid")).opinions(item)
    assert not others
    _, others = Rewriter(Pipeline(resolver="sieve")).opinions(item)
    names = get_language("en").opinions
    assert tuple(one.annotation.source.name for one in others) == names != ()


def test_the_large_model_is_used_if_nobody_names_a_resolver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    item = Annotated(parsed("Ann sat. She slept.", "en"), Annotation("test"))
    monkeypatch.setattr("coindex.texts.rewriting.rewriter.with_large_model", lambda _: "neural")
    resolved, _ = Rewriter().opinions(item)
    assert resolved.annotation.source.name == "neural"
    named, _ = Rewriter(Pipeline(resolver="hybrid")).opinions(item)
    assert named.annotation.source.name == "hybrid"


def test_a_close_second_takes_certainty_away() -> None:
    """Ann is as probable in both cases; the rest is Eva's, or that of a new person."""
    item = bracketed("[Ann Lee]1 sat. [Eva]2 fell. [She]1 slept.")
    document = parsed(item.document.text, "en")
    key = key_on(document, item)
    (ann, she), (eva,) = (entity.mentions for entity in key.entities)
    seen = discourse(document, key)
    certainties = []
    for second in (0.01, 0.3):
        candidates = (Candidate(ann, score=0.7), Candidate(eva, score=second))
        decisions = (
            Decision(ann, confidence=1.0, new=1.0),
            Decision(eva, confidence=1.0, new=1.0),
            Decision(she, ann, "", candidates, confidence=0.7, new=0.3 - second),
        )
        evidence = Evidence(seen, key, decisions)
        certainties.append(evidence.certainty(seen.by_mention[she], seen.by_mention[ann]))
    assert certainties[1] < certainties[0]


def test_the_same_probability_is_more_certain_in_a_long_text() -> None:
    """In long chains the probabilities of links are multiplied, though few are wrong alone."""
    certainties = []
    for more in ("", " It rained." * 200):
        document = parsed(f"Ann sat. She slept.{more}", "en")
        key = key_on(document, bracketed(f"[Ann]1 sat. [She]1 slept.{more}"))
        ann, she = key.entities[0].mentions
        candidates = (Candidate(ann, score=0.8),)
        decisions = (
            Decision(ann, confidence=1.0, new=1.0),
            Decision(she, ann, "", candidates, confidence=0.8, new=0.2),
        )
        (change, *_) = rewriting(document, key, decisions, Choices(min_confidence=0)).changes
        certainties.append(change.certainty)
    assert certainties[0] < certainties[1]


def test_people_of_a_conversation_are_less_certain() -> None:
    narrated = "Bill Wilson came. He was a carpenter. He put a floor in a barn."
    spoken = f"Do you know, I saw your house? {narrated} You know my barn, I told you. You were in."
    certainties = [
        max((one.certainty for one in coindex.rewrite(text, min_confidence=0.0).changes), default=0)
        for text in (narrated, spoken)
    ]
    assert certainties[1] < certainties[0]
