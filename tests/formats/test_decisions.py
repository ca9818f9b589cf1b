"""What resolvers did, as JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex.core.annotation import Kind, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.decisions import from_json, read, to_json
from coindex.formats.records import Record
from coindex.io.files import File

ANN = Mention((Span(0, 1),), id="m1")
DOG = Mention((Span(2, 3),))
IT = Mention((Span(4, 5),), kind=Kind.PERSONAL, id="m3")
MENTIONS = (ANN, DOG, IT)
DECISION = Decision(
    IT,
    DOG,
    "score",
    (
        Candidate(
            DOG, admitted="heuristic", factors=(("recency", 2.0), ("recency", 0.5)), score=2.5
        ),
        Candidate(ANN, "gender"),
    ),
    5,
    3,
    (("gender", 2), ("binding", 1)),
    ((ANN, "taken"),),
    0.75,
)


def written(tmp_path: Path, *lines: str) -> File:
    path = tmp_path / "decisions.jsonl"
    path.write_text("".join(lines))
    return File(path, path.name, path.name)


def test_a_record_holds_what_the_design_names() -> None:
    values = json.loads(to_json(DECISION, MENTIONS, document="d", system="mitkov"))
    assert values["schema"] == "coindex-decisions/1"
    assert (values["doc"], values["mention"], values["type"], values["system"]) == (
        "d",
        "m3",
        "personal",
        "mitkov",
    )
    assert (values["n_candidates"], values["n_after_morph"], values["n_after_constraints"]) == (
        5,
        3,
        1,
    )
    assert (values["antecedent"], values["rule"], values["attempted"]) == (1, "score", True)
    assert values["candidates"][1] == {"mention": "m1", "score": 0.0, "rejected": "gender"}


@pytest.mark.parametrize("decision", [DECISION, Decision(ANN), Decision(IT, ANN, confidence=0.0)])
def test_reading_gives_the_decision_again(tmp_path: Path, decision: Decision) -> None:
    file = written(tmp_path, to_json(decision, MENTIONS, document="d", system="s"))
    (found,) = read(file, {"d": MENTIONS}.__getitem__, Problems())
    assert found == ("d", "s", decision)


def test_decisions_of_several_documents(tmp_path: Path) -> None:
    lines = [to_json(Decision(ANN), MENTIONS, document=name) for name in ("a", "a", "b")]
    asked = []

    def mentions_of(document: str) -> tuple[Mention, ...]:
        asked.append(document)
        return MENTIONS

    assert [
        found.document for found in read(written(tmp_path, *lines), mentions_of, Problems())
    ] == ["a", "a", "b"]
    assert asked == ["a", "b"]


def test_factors_as_an_object() -> None:
    values = {
        "mention": "m3",
        "candidates": [{"mention": 1, "score": 2, "factors": {"recency": 2}}],
    }
    decision = from_json(Record(values, Problems(), "x"), MENTIONS)
    assert decision is not None
    assert decision.candidates == (Candidate(DOG, factors=(("recency", 2),), score=2),)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("unknown mention", {"mention": "m9"}),
        ("unknown mention", {"antecedent": 9}),
        ("unknown key", {"colour": 1}),
        ("unknown schema", {"schema": "coindex-decisions/2"}),
        ("value of the wrong type", {"dropped": [["gender"]]}),
        ("value of the wrong type", {"refused": [["m1"]]}),
        ("value of the wrong type", {"n_candidates": "5"}),
    ],
)
def test_what_is_wrong(tmp_path: Path, message: str, change: dict[str, Any]) -> None:
    values = json.loads(to_json(DECISION, MENTIONS, document="d")) | change
    file = written(tmp_path, json.dumps(values))
    with pytest.raises(FormatError, match=message) as caught:
        list(read(file, lambda _: MENTIONS, Problems()))
    assert caught.value.line == 1
    problems = Problems(lenient=True)
    list(read(file, lambda _: MENTIONS, problems))
    assert problems.counts == {message: 1}
