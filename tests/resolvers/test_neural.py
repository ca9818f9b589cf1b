"""The learned resolver and the hybrid, with the bundled model:
probabilities, vetoes, candidates, windows.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated, Source
from coindex.core.chains import resolved
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import CoindexError, SpecError
from coindex.language.discourse.discourse import Discourse, discourse
from coindex.models.antecedents import AntecedentModel, Vectors, antecedents, bundled_folder
from coindex.pipeline.pipeline import Pipeline, resolve
from coindex.resolvers.disjointness import disjoint
from coindex.resolvers.hybrid import Hybrid, forbidden
from coindex.resolvers.neural import Neural
from coindex.resolvers.neural.features import MARKS
from coindex.resolvers.neural.learned import Learned
from coindex.resolvers.neural.reading import own_reading, reading
from coindex.resolvers.neural.scoring import IMPOSSIBLE, chosen
from coindex.resolvers.neural.states import Material, material
from coindex.resolvers.neural.windows import windows
from coindex.testing import random_parses
from coindex.testing.binding import Rule, violations

TEXT = (
    "Ann Miller met Bob in the old garden. She gave him a key, and he lost it. Miss Miller was "
    "angry with him."
)


def parsed(text: str) -> Annotated:
    pipeline = Pipeline(detector="nominals")
    document = next(pipeline.parsed([Document("text", text)]))
    return Annotated(document, pipeline.mentions(document))


ITEM = parsed(TEXT)


def decided(resolver: Any, item: Annotated = ITEM) -> list[Decision]:
    return list(resolver.resolve(item.document, item.annotation.only_mentions()))


def links(decisions: list[Decision]) -> dict[str, str]:
    text = ITEM.document
    return {
        d.anaphor.text(text): d.antecedent.text(text) for d in decisions if d.antecedent is not None
    }


@pytest.mark.parametrize("name", ["neural", "hybrid"])
def test_easy_pronouns(name: str) -> None:
    found = links(decided(registry.build("resolvers", name)))
    assert found["She"] == "Ann Miller"
    assert found["he"] in {"Bob", "him"}


@pytest.mark.parametrize("name", ["neural", "hybrid"])
def test_what_the_sieve_says_of_events_is_not_asked_for(name: str) -> None:
    item = parsed("The mayor cancelled the parade. That cost the city a fortune.")
    anaphors = [
        decision.anaphor.text(item.document)
        for decision in decided(registry.build("resolvers", name), item)
    ]
    assert "That" in anaphors


def test_probabilities_are_shares_of_one() -> None:
    for decision in decided(Neural()):
        assert decision.new is not None and decision.confidence is not None
        whole = decision.new + sum(candidate.score for candidate in decision.admissible)
        assert 0.4 < whole <= 1 + 1e-6
        if decision.antecedent is not None:
            scores = {candidate.mention: candidate.score for candidate in decision.candidates}
            assert decision.confidence >= scores[decision.antecedent]
            assert decision.confidence > decision.new
        elif decision.rule == "new entity":
            assert decision.confidence == decision.new


@pytest.mark.parametrize("least", [0.5, 0.9, 1.0])
def test_the_doubtful_stays_open(least: float) -> None:
    decisions = decided(Neural(min_confidence=least))
    for decision in decisions:
        assert decision.confidence is not None
        assert (decision.rule == "doubtful") == (decision.confidence < least)
        assert decision.antecedent is None or decision.confidence >= least
    assert len(links(decisions)) <= len(links(decided(Neural())))


def test_one_antecedent_may_count_by_itself() -> None:
    for decision in decided(Neural(decode="pairs")):
        if decision.rule == "probability":
            best = max(decision.candidates, key=lambda candidate: candidate.score)
            assert best.mention == decision.antecedent and best.score == decision.confidence


def test_corrections_are_built_upon() -> None:
    """Where nothing is joined, no two candidates count together."""
    for decision in Neural().resolve(*ITEM, correct=lambda anaphor, antecedent: None):
        assert decision.confidence is not None
        assert (
            decision.confidence
            <= max([decision.new or 0, *(one.score for one in decision.candidates)]) + 1e-9
        )


@pytest.mark.parametrize(
    "text", ["neural(scheme='muc')", "neural(decode='best')", "hybrid(decode='best')"]
)
def test_unknown_options(text: str) -> None:
    with pytest.raises(SpecError, match=r"known: craft|decode is 'entity' or 'pairs', not 'best'"):
        decided(registry.build("resolvers", text))


@pytest.mark.parametrize(
    ("binding", "rule"), [("usual", forbidden), ("strict", disjoint)], ids=["usual", "strict"]
)
def test_constraints_hold_whatever_the_probability(
    binding: Literal["usual", "strict"], rule: Rule
) -> None:
    for item in random_parses(80, seed=5):
        given = item.annotation.only_mentions()
        decisions = list(Hybrid(binding=binding).resolve(item.document, given))
        chains = resolved(item.document, given, decisions, source=Source("hybrid"))
        assert not list(violations(item.document, chains, rule))


@pytest.mark.parametrize(
    ("text", "one", "other", "reason"),
    [
        ("John saw him.", "John", "him", "principle B"),
        ("John looked about him.", "John", "him", ""),
        ("He sold John's house.", "He", "John", ""),
        ("Truman left because Truman was tired.", "Truman", "Truman", ""),
        ("Its roof leaks.", "Its roof", "Its", "i-within-i"),
        ("The hotel with flags near its roof is new.", "its", "The hotel", ""),
        ("I, John, saw you.", "I", "John", ""),
    ],
)
def test_binding_where_texts_keep_to_it(text: str, one: str, other: str, reason: str) -> None:
    item = parsed(text)
    expressions = discourse(item.document, item.annotation).expressions
    first = next(e for e in expressions if e.text.startswith(one))
    second = next(e for e in expressions if e.text.startswith(other) and e is not first)
    assert forbidden(first, second) == reason


def test_vetoes_are_told() -> None:
    item = parsed("John saw him near his house.")
    reasons = {
        (
            decision.anaphor.text(item.document),
            candidate.mention.text(item.document),
        ): candidate.rejected
        for decision in decided(Hybrid(), item)
        for candidate in decision.candidates
    }
    assert reasons["him", "John"] == "principle B"


def test_candidates_are_those_of_all_pairs() -> None:
    """Near ones, and far ones with a mark in common; taken a few at a time as
    if all were compared with all.
    """
    random = np.random.default_rng(7)
    count, reach, kept = 150, 20, 6
    marks = random.integers(-1, 40, (count, len(MARKS)))
    matching = (("lemma", "lemma"), ("first_name", "last_name"))
    model: Any = SimpleNamespace(
        reach=reach,
        kept=kept,
        matching=matching,
        bounds=np.array([1, 5, reach]),
        far=np.array([0, 1, 2, 3], np.float32),
    )
    queries, keys = (random.normal(size=(count, 8)).astype(np.float32) for _ in range(2))
    halves = queries.astype(np.float16)
    vectors = Vectors(halves, halves, queries[:, 0], queries, keys)
    marks[:, MARKS.index("number")] = np.arange(count)
    distance = np.arange(count)[:, None] - np.arange(count)
    allowed = distance <= reach
    for left, right in matching:
        one, other = marks[:, MARKS.index(left)], marks[:, MARKS.index(right)]
        allowed |= (one[:, None] == other) & (one[:, None] >= 0)
    scores = (
        queries @ keys.T
        + model.far[np.searchsorted(model.bounds, np.clip(distance, 0, reach), side="right")]
    )
    scores = np.where(allowed & (distance > 0), scores, IMPOSSIBLE)
    for found in chosen(model, vectors, marks):
        for anaphor, candidates, coarse in zip(*found, strict=True):
            best = np.argsort(-scores[anaphor], kind="stable")[:kept]
            real = scores[anaphor][best] > IMPOSSIBLE / 2
            there = coarse > IMPOSSIBLE / 2
            assert candidates[there].tolist() == best[real].tolist()
            assert np.allclose(coarse[there], scores[anaphor][best][real], atol=1e-5)


def test_windows_give_each_word_once() -> None:
    counts = np.random.default_rng(1).integers(1, 8, 900)
    owned: list[int] = []
    for window in windows(counts, size=100, overlap=25):
        assert window.start <= window.own_start < window.own_end <= window.end
        assert counts[window.start : window.end].sum() <= 100
        owned += range(window.own_start, window.own_end)
    assert owned == list(range(900))


NOVEL = (
    "The old house near the river belonged to Mr. Brand. He had lived there for ten years with "
    "his dog."
)


def detected(text: str, detector: str) -> set[str]:
    pipeline = Pipeline(detector=detector)
    document = next(pipeline.parsed([Document("text", text)]))
    return {mention.text(document) for mention in pipeline.mentions(document).mentions}


def test_mentions_depend_on_the_scheme() -> None:
    """GUM marks spans of time; LitBank marks people and places."""
    gum, litbank = detected(NOVEL, "learned"), detected(NOVEL, "learned(scheme='litbank')")
    assert {"ten years", "Mr. Brand", "He", "his"} <= gum
    assert "ten years" not in litbank
    assert {"Mr. Brand", "He", "his"} <= litbank


def test_types_are_those_of_the_scheme() -> None:
    for scheme, kind in (("gum", "person"), ("litbank", "PER")):
        result = resolve(NOVEL, resolver=f"neural(scheme='{scheme}')")
        brand = next(
            one for one in result.annotation.entities if "He" in texts(result, one.mentions)
        )
        assert brand.type == kind
        assert {"Mr. Brand", "He", "his"} <= texts(result, brand.mentions)


def texts(result: Any, mentions: Any) -> set[str]:
    return {mention.text(result.document) for mention in mentions}


def test_own_mentions_unless_others_are_named() -> None:
    assert Pipeline(resolver="neural").detector_for(ITEM.document) == "learned"
    assert (
        Pipeline(resolver="hybrid(scheme='litbank')").detector_for(ITEM.document)
        == "learned(scheme='litbank')"
    )
    assert Pipeline(resolver="rosana").detector_for(ITEM.document) == "nominals"
    assert (
        Pipeline(resolver="neural", detector="nominals").detector_for(ITEM.document) == "nominals"
    )


def test_given_mentions_stay_as_they_are() -> None:
    given = ITEM.annotation
    assert {decision.anaphor for decision in decided(Neural())} == {*given.mentions}


def test_the_detector_reads_for_the_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of a document go through the encoder once; a copy of it gets the same answer."""
    model = antecedents("", 1, "small")
    calls: list[int] = []
    states = model.states

    def counted(*given: Any) -> Any:
        calls.append(1)
        return states(*given)

    monkeypatch.setattr(model, "states", counted)
    pipeline = Pipeline(resolver="neural")
    document = next(pipeline.parsed([Document("text", TEXT)]))
    once = pipeline.resolved(document)
    assert len(calls) == 1
    again = pipeline.resolved(replace(document), pipeline.mentions(document))
    assert [one.confidence for one in again.decisions] == [one.confidence for one in once.decisions]


def test_a_text_of_many_windows() -> None:
    """Every expression is read once, in order; no two mentions have the same words."""
    long = parsed(" ".join(f"{TEXT} {NOVEL}" for _ in range(30))).document
    found = own_reading(long, antecedents("", 1, "small"), scheme="gum")
    assert [one.number for one in found.expressions] == sorted(
        one.number for one in found.expressions
    )
    assert (
        len(found.mentions) == len({one.parts for one in found.mentions}) == len(found.rows.marks)
    )
    for expression, mention in zip(found.expressions, found.mentions, strict=True):
        assert mention.start <= expression.head < mention.end


@pytest.mark.parametrize("window", [(60, 10), (510, 64)])
def test_a_model_says_how_much_it_reads_at_once(
    window: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = antecedents()
    sizes: list[int] = []
    states = model.states

    def counted(words: Any, columns: Any) -> Any:
        sizes.append(sum(map(len, words)))
        return states(words, columns)

    monkeypatch.setattr(model, "window", window)
    monkeypatch.setattr(model, "states", counted)
    assert resolve(" ".join([TEXT] * 5), resolver="neural").entities
    assert max(sizes) <= window[0]
    assert (len(sizes) > 1) == (sum(sizes) > window[0])


@pytest.mark.parametrize("text", ["", "...", "Yes."])
def test_nothing_to_resolve(text: str) -> None:
    assert resolve(text, resolver="neural").decisions == resolve(text, resolver="hybrid").decisions


@pytest.mark.parametrize(
    ("text", "bias", "amount", "expected"),
    [
        ("The man came in. The man sat down.", "begins", 0.0, {"The man": "The man"}),
        ("The man came in. The man sat down.", "begins", 50.0, {}),
        ("Smith came. Miller left.", "strangers", 0.0, {}),
        ("Smith came. Miller left.", "strangers", -50.0, {"Miller": "Smith"}),
        ("Ann Smith came. Smith left.", "strangers", 50.0, {"Smith": "Ann Smith"}),
    ],
)
def test_a_scheme_has_biases_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    bias: str,
    amount: float,
    expected: dict[str, str],
) -> None:
    """What a new entity gains for a noun, and what an entity loses for a name that it lacks."""
    monkeypatch.setattr(antecedents(), bias, {"litbank": amount})
    result = resolve(text, resolver="neural(scheme='litbank')")
    linked = {
        one.anaphor.text(result.document): one.antecedent.text(result.document)
        for one in result.decisions
        if one.antecedent is not None
    }
    assert linked == expected
    elsewhere = resolve(text, resolver="neural(scheme='gum')")
    monkeypatch.undo()
    assert elsewhere.decisions == resolve(text, resolver="neural(scheme='gum')").decisions


def test_answers_do_not_depend_on_threads() -> None:
    one, two = (resolve(f"{TEXT} {NOVEL}", resolver=f"neural(threads={count})") for count in (1, 2))
    assert one.annotation.mentions == two.annotation.mentions
    assert [d.confidence for d in one.decisions] == [d.confidence for d in two.decisions]


def test_what_to_install_for_the_large_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coindex.models.antecedents.entry_points", lambda group: ())
    with pytest.raises(CoindexError, match=r"pip install \./distributions/large"):
        antecedents("", 7, "large")


def test_an_installed_model_is_found_by_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    point = SimpleNamespace(name="large", load=lambda: bundled_folder)
    monkeypatch.setattr("coindex.models.antecedents.entry_points", lambda group: (point,))
    found = antecedents("", 3, "large")
    read = reading(ITEM.document, ITEM.annotation, found, "gum")
    assert len(read.mentions) == len(ITEM.annotation.mentions)


def test_a_model_of_another_version(tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text('{"version": 1}', encoding="utf-8")
    with pytest.raises(CoindexError, match="train it again"):
        Learned(model=str(tmp_path)).detect(ITEM.document)


def test_the_model_reads_no_speakers_and_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    document = parsed("DAN: I had the keys.\nEVE: You lost them.\n").document
    seen: list[Document] = []

    def watched(model: AntecedentModel, discourse: Discourse) -> Material:
        seen.append(discourse.document)
        return material(model, discourse)

    monkeypatch.setattr(import_module("coindex.resolvers.neural.reading"), "material", watched)
    read = own_reading(document, antecedents(), scheme="")
    assert seen == [document]
    assert {one.speaker for one in read.discourse.document.sentences} == {"DAN", "EVE"}
    assert {one.discourse for one in read.expressions} == {read.discourse}
