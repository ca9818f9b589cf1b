"""How certain a change is: probabilities of all ways to a name, doubts, and the large model."""

from __future__ import annotations

from dataclasses import replace

import pytest

import coindex
from coindex.core.annotation import Annotated, Annotation
from coindex.core.decision import Candidate, Decision
from coindex.language.discourse.discourse import discourse
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.testing import bracketed
from coindex.texts.rewriting.certainty import Evidence
from coindex.texts.rewriting.choices import Choices, Left
from coindex.texts.rewriting.marginals import Marginals
from coindex.texts.rewriting.rewriter import Rewriter, asked, with_large_model
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


def test_an_uncertain_name_is_not_replaced_by_a_description() -> None:
    document = parsed("Dr. Ada Holm sat. The child was four. They sent her away.", "en")
    marked = bracketed("[Dr. Ada Holm]1 sat. [The child]1 was four. They sent [her]1 away.")
    key = key_on(document, marked)
    holm, child, her = key.entities[0].mentions
    doubtful = Decision(child, holm, "rule", confidence=0.4, new=0.6)
    decisions = (doubtful, Decision(her, child, "rule", confidence=0.99, new=0.01))
    left = rewriting(document, key, decisions, Choices(("pronouns",), 0.8))
    assert [one.reason for one in left.kept] == [Left.UNSURE]
    sure = (replace(doubtful, confidence=0.99), decisions[1])
    right = rewriting(document, key, sure, Choices(("pronouns",), 0.8))
    assert right.text.endswith("They sent Dr. Ada Holm away.")


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


def test_doubts_lower_probabilities() -> None:
    """*Sam sold his car*: with probabilities, Tom can be chosen, but not by default."""
    marked = "[Tom]1 left. [Sam]2 sold [his]1 car."
    document = parsed("Tom left. Sam sold his car.", "en")
    key = key_on(document, bracketed(marked))
    (tom, his), (sam,) = (entity.mentions for entity in key.entities)
    decisions = (
        Decision(tom, confidence=1.0, new=1.0),
        Decision(sam, confidence=1.0, new=1.0),
        Decision(his, tom, "", (Candidate(tom, score=0.99),), confidence=0.99, new=0.01),
    )
    assert rewriting(document, key, decisions, Choices()).kept[0].reason is Left.UNSURE
    asked = rewriting(document, key, decisions, Choices(min_confidence=0.8))
    assert asked.text == "Tom left. Sam sold Tom’s car."
    assert 0.8 <= asked.changes[0].certainty < 0.9


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


@pytest.mark.parametrize(
    ("resolver", "others"),
    [
        ("hybrid", ("hybrid(scheme='litbank')",)),
        ("sieve", ("hybrid", "hybrid(scheme='litbank')")),
        ('hybrid(size="large")', ("hybrid", "hybrid(scheme='litbank', size='large')")),
        (
            "hybrid(scheme='litbank', size='large')",
            ("hybrid(size='large')", "hybrid(scheme='litbank')"),
        ),
    ],
)
def test_others_use_the_large_model_where_it_answers(
    resolver: str, others: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_large_model.cache_clear()
    monkeypatch.setattr("coindex.models.antecedents.installed_sizes", lambda: {"large": None})
    assert asked(("hybrid", "hybrid(scheme='litbank')"), resolver) == others
    with_large_model.cache_clear()


def test_the_large_model_has_weights_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    item = Annotated(parsed("Ann sat. She slept.", "en"), Annotation("test"))
    rewriter = Rewriter(choices=Choices(min_confidence=0.0))
    monkeypatch.setattr("coindex.texts.rewriting.rewriter.with_large_model", lambda _: "")
    alone = rewriter(item)
    monkeypatch.setattr("coindex.texts.rewriting.rewriter.with_large_model", lambda _: "neural")
    resolved, others = rewriter.opinions(item)
    assert resolved.annotation.source.name == "neural"
    assert others[0].annotation.source.name == "hybrid"
    named = Rewriter(Pipeline(resolver="hybrid"), rewriter.choices)(item)
    assert named.changes == alone.changes, "who names a resolver gets it"
    annotation = resolved.annotation
    names = ("neural", "Ada Holm", "hybrid(size='large')", 'neural(scheme="gum", size="large")')
    certainties = []
    for name in names:
        sourced = replace(annotation, source=annotation.source._replace(name=name))
        (change,) = rewriting(
            resolved.document, sourced, resolved.decisions, rewriter.choices, others
        ).changes
        certainties.append(change.certainty)
    assert certainties[0] == certainties[1] != certainties[2] == certainties[3]


def test_with_the_large_model_a_close_second_takes_certainty_away() -> None:
    """Ann is as probable in both cases; the rest is Eva's, or that of a new person."""
    item = bracketed("[Ann Lee]1 sat. [Eva]2 fell. [She]1 slept.")
    document = parsed(item.document.text, "en")
    key = key_on(document, item)
    large = replace(key, source=key.source._replace(name="hybrid(size='large')"))
    (ann, she), (eva,) = (entity.mentions for entity in key.entities)
    seen = discourse(document, large)
    certainties = []
    for second in (0.01, 0.3):
        candidates = (Candidate(ann, score=0.7), Candidate(eva, score=second))
        decisions = (
            Decision(ann, confidence=1.0, new=1.0),
            Decision(eva, confidence=1.0, new=1.0),
            Decision(she, ann, "", candidates, confidence=0.7, new=0.3 - second),
        )
        evidence = Evidence(seen, large, decisions)
        certainties.append(evidence.certainty(seen.by_mention[she], seen.by_mention[ann]))
    assert certainties[1] < certainties[0]


def test_people_of_a_conversation_are_less_certain() -> None:
    narrated = "Bill Wilson came. He was a carpenter. He put a floor in a barn."
    spoken = f"Do you know, I saw your house? {narrated} You know my barn, I told you. You were in."
    certainties = [
        max((one.certainty for one in coindex.rewrite(text, min_confidence=0.0).changes), default=0)
        for text in (narrated, spoken)
    ]
    assert certainties[1] < certainties[0]
