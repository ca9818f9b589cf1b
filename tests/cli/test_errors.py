"""`coindex errors` on small files."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.cli.errors_command import _accounting
from coindex.core.decision import Candidate, Decision
from coindex.core.errors import CoindexError
from coindex.formats.decisions import to_json
from coindex.testing import bracketed
from tests.cli.calling import coindex
from tests.cli.test_reports import tables

KEY = "[Ann]1 met [Bea]2 when [she]1 left [home]3"
RESPONSE = "[Ann]1 met [Bea]2 when [she]2 left home"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = tmp_path / "key.conll", tmp_path / "response.conll"
    for path, text in zip(paths, (KEY, RESPONSE), strict=True):
        formats.write([bracketed(text, id="d")], path)
    return str(paths[0]), str(paths[1])


def test_shapes_with_their_context(files: tuple[str, str]) -> None:
    shapes, examples = tables("errors", *files)
    assert {row["shape"]: row["all"] for row in shapes["rows"]} == {
        "missing": 1, "split": 1, "merged": 1, "wrong link": 1,
    }  # fmt: skip
    [wrong] = [row for row in examples["rows"] if row["error"] == "wrong link"]
    assert (wrong["proposed"], wrong["expected"]) == ("Bea", "Ann")
    assert wrong["context"] == "Ann met Bea when [she] left home"


def test_causes_from_decisions(files: tuple[str, str], tmp_path: Path) -> None:
    mentions = next(formats.read(files[1])).annotation.mentions
    ann, bea, she = mentions
    near = Candidate(bea, factors=(("near", 2.0),), score=2)
    decision = Decision(she, bea, candidates=(near, Candidate(ann, "gender")), considered=2)
    taken = tmp_path / "decisions.jsonl"
    taken.write_text(to_json(decision, mentions, document="d"))
    _, causes, _, preferences = tables("errors", *files, "--decisions", str(taken))
    assert {row["cause"]: row["all"] for row in causes["rows"]} == {
        "not detected": 1,
        "dropped by gender": 1,
    }
    assert preferences["rows"] == [
        {"preference": "near", "fired": 1, "power": 0.0, "use per anaphor": 1.0}
    ]


def test_a_resolver_instead_of_a_response(files: tuple[str, str]) -> None:
    found = tables("errors", files[0], "--resolver", "recent", "--parser", "bundled")
    assert [table["title"] for table in found[:2]] == ["Errors by shape", "Errors by cause"]


def test_either_a_response_or_a_resolver(files: tuple[str, str]) -> None:
    with pytest.raises(CoindexError, match="name a response, or a resolver"):
        tables("errors", files[0])
    with pytest.raises(CoindexError, match="a resolver has its own decisions"):
        tables("errors", files[0], "--resolver", "recent", "--decisions", "x.jsonl")


def test_a_key_without_a_parse_is_parsed_for_a_resolver(files: tuple[str, str]) -> None:
    shapes, *_ = tables("errors", files[0], "--resolver", "one")
    assert {row["shape"]: row["all"] for row in shapes["rows"]}["merged"] > 0
    with pytest.raises(CoindexError, match="has no parse of its own"):
        tables("errors", files[0], "--resolver", "recent", "--parser", "given")


def test_plain_text_has_no_errors(files: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "d.txt"
    path.write_text("Ann met Bea when she left home", encoding="utf-8")
    for arguments in (("--resolver", "recent"), (files[1],)):
        done = coindex("errors", path, *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(f"coindex: {path}: text without annotation, so nothing to")
        assert "(give a file with annotation; " in done.stderr
    done = coindex("errors", files[0], path)
    assert "d is text without annotation, so nothing to compare" in done.stderr


def test_causes_come_from_decisions_that_name_every_candidate() -> None:
    """Where a resolver can name all, a cause is what dropped the right candidate."""
    assert _accounting("rosana") == "rosana(reasons=True)"
    assert _accounting("mitkov(window=3)") == "mitkov(window=3, listed=0)"
    assert _accounting("mitkov(listed=5)") == "mitkov(listed=5)"
    assert _accounting("bfp") == "bfp"
    assert _accounting("sieve") == "sieve"
