"""Experiments from plan to results: right numbers, the same by every engine,
and reused instead of repeated.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from coindex import __version__, formats
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Entity
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import CoindexError, FormatError, MissingExtra
from coindex.core.protocols import Correct
from coindex.experiment.conditions import Condition, ConditionGroup
from coindex.experiment.response_pairs import Key
from coindex.experiment.results import Results, Standing
from coindex.experiment.scoring import Scores, Scoring
from coindex.measures.pair import Pair
from coindex.pipeline.pipeline import Pipeline
from tests.experiment.material import MEASURES, QUICK, carried_out, corpus, document, planned


def without_times(text: str) -> str:
    return re.sub(r'"seconds":[-+.e\d]+', '"seconds":0', text)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("results")
    return carried_out(planned(corpus(folder)), folder / "cache")[0]


GOLD = ConditionGroup("made-up", "given", "none", "gold")
DETECTED = GOLD._replace(detector="nominals")


def test_numbers_are_those_of_the_measures_themselves(results: Results) -> None:
    for detector in ("gold", "nominals"):
        for resolver in QUICK:
            pipeline = Pipeline("given", detector=detector, resolver=resolver)
            scores = Scores(Scoring(MEASURES, intervals=True, draws=200), Key("made-up"))
            response = scores.begin(resolver)
            for item in map(document, range(6)):
                found = pipeline.resolved(item.document, pipeline.mentions(*item), item.annotation)
                response.add(Pair(*item, found.annotation, found.decisions), item.document.id)
            for alone, measure in zip(scores.rows, MEASURES, strict=True):
                row = results.row(
                    Condition("made-up", "given", "none", detector, resolver), measure
                )
                assert row is not None
                assert (row.values, row.counts, row.interval) == (
                    alone.values,
                    alone.counts,
                    alone.interval,
                )


def test_decisions_and_responses_are_read_back(results: Results) -> None:
    run = next(run for run in results.runs_of(DETECTED) if run.condition.resolver == "rosana")
    pipeline = Pipeline("given", resolver="rosana")
    for pair, item in zip(run.pairs(), map(document, range(6)), strict=True):
        found = pipeline.resolved(item.document)
        assert (pair.document, pair.key) == item
        assert (pair.response, tuple(pair.decisions)) == (found.annotation, found.decisions)


def test_slices_add_up(results: Results) -> None:
    condition = Condition("made-up", "given", "none", "gold", "recent")
    whole = results.row(condition, MEASURES[1])
    for by in ("genre", "form"):
        rows = results.slices(condition, MEASURES[1], by)
        assert whole is not None
        assert tuple(map(sum, zip(*(row.counts for row in rows), strict=True))) == whole.counts
    assert {row.slice for row in results.slices(condition, MEASURES[1], "form")} == {
        "he",
        "she",
        "it",
    }
    assert results.slices(condition, MEASURES[0], "form") == (), (
        "CoNLL judges documents, not anaphors"
    )
    assert [row.slice for row in results.slices(condition, MEASURES[0], "genre")] == [
        "plot",
        "press",
    ]


def test_groups_and_their_order(results: Results) -> None:
    assert results.groups == (GOLD, DETECTED)
    assert [run.condition.resolver for run in results.runs_of(GOLD)] == list(QUICK)
    ordered = results.best_first(GOLD)
    values = [results.row(run.condition, MEASURES[0]) for run in ordered]
    numbers = [row.value for row in values if row is not None and row.value is not None]
    standings = [run.standing for run in ordered]
    assert standings == [Standing.SYSTEM, Standing.BASELINE, Standing.BASELINE, Standing.BOUND]
    assert numbers[1] >= numbers[2], "each kind is sorted"
    assert numbers[3] > numbers[2], "a bound stands below what it bounds"


def test_a_signature_says_everything(results: Results) -> None:
    row = results.row(Condition("made-up", "given", "none", "nominals", "rosana"), MEASURES[0])
    assert row is not None
    checksum = results.corpora[0].checksum
    assert re.fullmatch(r"[0-9a-f]{8}", checksum)
    assert row.signature == (
        f"match:head|singletons:no|docs:6|corpus:made-up#{checksum}|given:detected|parser:given|fragmenter:none|"
        f"seen:0/6|resolver:rosana|bs:200|seed:12345|v:{__version__}"
    )


def test_a_slice_has_a_signature_of_its_own(results: Results) -> None:
    row = results.row(
        Condition("made-up", "given", "none", "gold", "recent"), MEASURES[1], by="form", slice="she"
    )
    assert row is not None
    assert row.signature.startswith(
        f"match:head|docs:6|slice:form=she|corpus:made-up#{results.corpora[0].checksum}|"
    )
    signed = [(row.condition, row.measure, row.signature) for row in results.rows]
    assert len(set(signed)) == len(signed), "no two numbers are signed alike"


def test_a_comparison_has_a_signature_of_its_own(results: Results) -> None:
    one = results.comparisons(DETECTED, MEASURES[0])[0]
    checksum = results.corpora[0].checksum
    assert results.signature(DETECTED, MEASURES[0], one) == (
        f"match:head|singletons:no|docs:6|corpus:made-up#{checksum}|given:detected|parser:given|fragmenter:none|"
        f"seen:0/6|first:{one.first}|second:{one.second}|ar:exact|holm:3|bs:200|seed:12345|v:{__version__}"
    )


def test_other_measures_and_groups_change_no_p(results: Results, tmp_path: Path) -> None:
    alone, _ = carried_out(
        planned(corpus(tmp_path), measures=(MEASURES[1],), detectors=("gold",)), tmp_path / "cache"
    )
    assert alone.comparisons(GOLD, MEASURES[1]) == results.comparisons(GOLD, MEASURES[1])


def test_what_has_no_value_is_not_compared(results: Results) -> None:
    condition = results.runs_of(GOLD)[0].condition
    rows = tuple(
        row._replace(values=dict.fromkeys(row.values))
        if (row.condition, row.measure) == (condition, MEASURES[0])
        else row
        for row in results.rows
    )
    partial = replace(results, rows=rows)
    made = partial.comparisons(GOLD, MEASURES[0])
    assert len(made) == 1
    assert condition.resolver not in {name for one in made for name in (one.first, one.second)}
    assert len(partial.comparisons(GOLD, MEASURES[1])) == 3


def test_comparisons(results: Results) -> None:
    made = results.comparisons(GOLD, MEASURES[1])
    assert len(made) == 3, "the oracle, which has the key, is not tested"
    assert "oracle" not in {name for one in made for name in (one.first, one.second)}
    assert all(one.adjusted >= one.p and one.mcnemar is not None for one in made)
    best = results.best_first(GOLD, MEASURES[1])[0]
    assert made[0].first == best.condition.resolver
    rows = {
        run.condition.resolver: results.row(run.condition, MEASURES[1])
        for run in results.runs_of(GOLD)
    }
    for one in made:
        first, second = rows[one.first], rows[one.second]
        assert (
            first is not None
            and second is not None
            and first.value is not None
            and second.value is not None
        )
        assert one.difference == pytest.approx(first.value - second.value)
        assert one.interval.low <= one.difference <= one.interval.high
    assert results.comparisons(GOLD, MEASURES[1]) is made, "made once"
    with pytest.raises(CoindexError, match="was not measured"):
        results.comparisons(GOLD, "MUC")


def test_json_there_and_back(results: Results) -> None:
    text = results.to_json()
    again = Results.from_json(text, cache=results.runs[0].cache.folder)
    assert again == results
    assert again.to_json() == text
    assert [len(pair.decisions) for pair in again.runs[0].pairs()] == [
        len(p.decisions) for p in results.runs[0].pairs()
    ]
    assert json.loads(text)["rows"][0]["corpus"] == "made-up"
    with pytest.raises(FormatError, match="not results of Coindex"):
        Results.from_json("[]")


def test_frames(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=dict))
    frame = results.to_frame()
    assert {len(column) for column in frame.values()} == {len(results.rows)}
    assert frame["value"][0] == results.rows[0].value
    assert {
        "corpus",
        "given",
        "resolver",
        "measure",
        "slice",
        "low",
        "high",
        "f1",
        "success",
        "signature",
    } <= set(frame)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtra, match="polars is not installed"):
        results.to_frame("polars")
    with pytest.raises(CoindexError, match="pandas or polars"):
        results.to_frame("excel")


def test_engines_give_the_same(results: Results, tmp_path: Path) -> None:
    other, experiment = carried_out(results.plan, tmp_path / "cache", "processes(2)")
    assert without_times(other.to_json()) == without_times(results.to_json())
    assert experiment.counts.parts == {"computed": 48}
    again, experiment = carried_out(results.plan, tmp_path / "cache")
    assert again.to_json() == other.to_json(), "times, too, are those of when it was computed"
    assert experiment.counts.parts == {"reused": 48}


def test_only_what_is_new_is_done(tmp_path: Path) -> None:
    path = corpus(tmp_path, 3)
    counts = carried_out(planned(path), tmp_path / "cache")[1].counts
    assert dict(counts.steps) == {"parse": 3, "mentions": 6, "decisions": 24, "judged": 24}
    counts = carried_out(planned(path, resolvers=(*QUICK, "rap")), tmp_path / "cache")[1].counts
    assert dict(counts.steps) == {"decisions": 6, "judged": 6}
    counts = carried_out(planned(path, measures=("LEA@head",)), tmp_path / "cache")[1].counts
    assert dict(counts.steps) == {"judged": 24}, "other measures need no new decisions"
    counts = carried_out(planned(corpus(tmp_path, 4)), tmp_path / "cache")[1].counts
    assert dict(counts.steps) == {"parse": 1, "mentions": 2, "decisions": 8, "judged": 8}


def test_a_changed_document_is_done_again(tmp_path: Path) -> None:
    path = Path(corpus(tmp_path, 3))
    first, _ = carried_out(planned(str(path)), tmp_path / "cache")
    path.write_text(path.read_text().replace("dog", "cat"))
    second, experiment = carried_out(planned(str(path)), tmp_path / "cache")
    assert experiment.counts.steps["parse"] == 2
    assert first.corpora[0].checksum != second.corpora[0].checksum


@dataclass(frozen=True, slots=True)
class Moody:
    """Fails on one document, unless it is in a better mood."""

    failing: str = "d01"

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        if document.id == MOOD.get("bad", self.failing):
            raise RuntimeError("not today")
        yield Decision(mentions.mentions[-1], mentions.mentions[0], "first")


MOOD: dict[str, str] = {}


@pytest.fixture
def moody() -> None:
    registry.register("resolvers", "moody", Moody)


@pytest.mark.usefixtures("moody")
def test_a_resolver_that_fails_on_one_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned(corpus(tmp_path, 3), resolvers=("moody", "recent"), detectors=("gold",))
    results, _ = carried_out(plan, tmp_path / "cache")
    run = results.runs[0]
    assert run.problems == {"d01": "RuntimeError: not today"}
    assert not run.lacking
    pairs = {pair.document.id: pair for pair in run.pairs()}
    assert not pairs["d01"].decisions
    assert all(entity.singleton for entity in pairs["d01"].response.entities)
    row, other = (results.row(run.condition, MEASURES[1]) for run in results.runs)
    assert row is not None and other is not None
    assert row.counts[3] == other.counts[3], "its anaphors count, resolved or not"
    assert results.runs[1].problems == {}
    monkeypatch.setitem(MOOD, "bad", "nothing")
    monkeypatch.setattr("coindex.experiment.units._tried", set())
    later, experiment = carried_out(plan, tmp_path / "cache")
    assert later.runs[0].problems == {}
    assert experiment.counts.steps["decisions"] == 1, "what failed is tried again, and nothing else"


@pytest.mark.usefixtures("moody")
def test_a_resolver_that_can_do_nothing_has_no_numbers(tmp_path: Path) -> None:
    path = corpus(tmp_path, 1)
    plan = planned(path, resolvers=("moody(failing='d00')", "recent"), detectors=("gold",))
    results, _ = carried_out(plan, tmp_path / "cache")
    assert results.runs[0].lacking == "RuntimeError: not today"
    assert {row.value for row in results.rows if row.condition == results.runs[0].condition} == {
        None
    }
    assert not results.runs[1].lacking


def test_what_a_corpus_lacks_has_no_value(tmp_path: Path) -> None:
    bare = [
        Annotated(item.document, Annotation(item.document.id)) for item in map(document, range(2))
    ]
    alone = [
        item._replace(
            annotation=replace(
                item.annotation,
                entities=tuple(
                    Entity(str(n), (m,)) for n, m in enumerate(item.annotation.mentions)
                ),
            )
        )
        for item in map(document, range(2))
    ]
    for name, items in (("bare", bare), ("alone", alone)):
        formats.write(items, tmp_path / f"{name}.jsonl", "jsonl")
    paths = (str(tmp_path / "bare.jsonl"), str(tmp_path / "alone.jsonl"))
    results, _ = carried_out(planned(*paths), tmp_path / "cache")
    gold, detected, alone_gold, _ = (results.runs_of(group)[0] for group in results.groups)
    assert gold.lacking == "bare has no mentions of its own"
    assert {results.row(detected.condition, measure).value for measure in MEASURES} == {None}  # type: ignore[union-attr]
    values = [results.row(alone_gold.condition, measure).value for measure in MEASURES]  # type: ignore[union-attr]
    assert values == [None, None, 1.0], "without chains only mentions can be scored"
    assert results.comparisons(results.groups[1], MEASURES[0]) == []
    assert results.comparisons(results.groups[2], MEASURES[0]) == []
    assert len(results.comparisons(results.groups[2], MEASURES[2])) == 3, (
        "mentions can be compared without chains"
    )


def test_a_cleared_cache_is_told(tmp_path: Path) -> None:
    results, _ = carried_out(planned(corpus(tmp_path, 1), detectors=("gold",)), tmp_path / "cache")
    elsewhere = Results.from_json(results.to_json(), cache=tmp_path / "nothing")
    with pytest.raises(CoindexError, match="run the experiment again"):
        list(elsewhere.runs[0].pairs())


def test_mentions_of_its_own_for_each_resolver(tmp_path: Path) -> None:
    plan = planned(corpus(tmp_path), detectors=("auto",), resolvers=("sieve", "rosana", "recent"))
    results, _ = carried_out(plan, tmp_path / "cache")
    (group,) = results.groups
    assert group.given == "own"
    rows = {run.condition.resolver: results.row(run.condition, MEASURES[0]) for run in results.runs}
    alone = {
        "sieve": "nominals(adverbs=True, extraposed=True)",
        "rosana": "nominals",
        "recent": "nominals",
    }
    for name, detector in alone.items():
        row = rows[name]
        assert row is not None
        assert f"|given:own|parser:given|fragmenter:none|detector:{detector}|" in row.signature
        named, _ = carried_out(
            planned(corpus(tmp_path), detectors=(detector,), resolvers=(name,)),
            tmp_path / "cache",
        )
        assert named.rows[0].counts == row.counts
    signature = results.signature(group, MEASURES[0], results.comparisons(group, MEASURES[0])[0])
    assert "|given:own|parser:given|fragmenter:none|detector:auto|seen:0/6|first:" in signature
