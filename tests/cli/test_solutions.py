"""`coindex solutions`: SUPAR's Figure 6 from one command; and its
second mode in `compare` and `run`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex import formats
from coindex.cli import app
from coindex.core.errors import CoindexError
from coindex.experiment.results import Results
from coindex.testing import bracketed

LINE = re.compile(r"[A-Za-z]+[<>!$](exit|failure) \d+ \d+ \d+ \d+")
TEXT = (
    "[Peter]1 met [Ann]2 and saw [the boy]3 with [the telescope]4 .\n[He]1 liked [it]4 .\n[She]2 "
    "saw [herself]2 ."
)


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def key(tmp_path: Path) -> str:
    formats.write([bracketed(TEXT, id="visit")], tmp_path / "key.jsonl")
    return str(tmp_path / "key.jsonl")


def coindex(*arguments: str) -> Result:
    result = CliRunner().invoke(app, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_forms_that_nothing_has_are_refused(key: str, tmp_path: Path) -> None:
    target = tmp_path / "solutions.txt"
    for of in ("foo", "third+foo"):
        with pytest.raises(CoindexError, match=r"has the form 'foo'; known: .*PER3.*third"):
            coindex("solutions", key, "--of", of, "-o", str(target))
    assert not target.exists()
    for of in ("It", "mine", "the boy", "reflexive", "third+RELA"):
        assert coindex("solutions", key, "--of", of).exit_code == 0


def test_the_output_file_of_the_evaluation_module(key: str) -> None:
    done = coindex("solutions", key)
    assert done.stdout == (
        "persIt<exit 1 5 1 1\n"
        "persNoRefl<exit 2 10 3 1\n"
        "persRefl<exit 1 7 1 1\n"
        "\n"
        "NumberSentences: 3 - NumberWords: 19 Words/Sent: 6.33\n"
    )
    assert "4 of 4 solved anaphors right (100.0 %); candidates 22 (5.5 each)" in done.stderr


def test_into_a_file_for_several_resolvers_in_both_modes(key: str, tmp_path: Path) -> None:
    asked = ("--resolver", "recent", "--resolver", "rap", "--corrected")
    coindex("solutions", key, *asked, "-o", str(tmp_path / "out.txt"))
    text = (tmp_path / "out.txt").read_text()
    headings = [line.partition(" on ")[0] for line in text.splitlines() if line.startswith("%")]
    assert headings == ["% recent", "% recent corrected", "% rap", "% rap corrected"]
    assert all(
        LINE.fullmatch(line)
        for line in text.splitlines()
        if line and not line.startswith(("%", "Number"))
    )


@pytest.mark.parametrize("how", ["compare", "run"])
def test_both_modes_are_compared(how: str, key: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    if how == "compare":
        usual = (
            "--resolvers",
            "recent",
            "--measures",
            "Supar@head",
            "--mentions",
            "gold",
            "--draws",
            "10",
        )
        done = coindex("compare", key, *usual, "--corrected", "-o", str(out))
    else:
        settings = [
            'corpora = ["key.jsonl"]',
            'resolvers = ["recent"]',
            'measures = ["Supar@head"]',
            "draws = 10",
        ]
        (tmp_path / "plan.toml").write_text(
            "\n".join([*settings, 'detectors = ["gold"]', "corrected = true", ""])
        )
        done = coindex("run", str(tmp_path / "plan.toml"), "-o", str(out))
        lines = [line.split() for line in done.stdout.splitlines()]
        assert ["recent", "corrected", "75.00", "5.5000", "1.5000", "50.00"] in lines, (
            "candidates are not per cent"
        )
    assert done.exit_code == 0
    assert "recent corrected" in done.stdout
    results = Results.from_json((out / "results.json").read_text())
    assert [run.condition.resolver for run in results.runs] == ["recent", "recent corrected"]
    plain, corrected = (run.condition for run in results.runs)
    assert plain.component == corrected.component == "recent" and corrected.corrected
    assert "Each error is corrected before the next anaphor." in (out / "report.html").read_text()
    assert (
        (out / "evaluation.txt")
        .read_text()
        .startswith("% recent on key, gold mentions, Supar@head\n")
    )


def test_corrected_errors_do_not_lead_to_others(tmp_path: Path) -> None:
    """*He* goes to the guest; unless that is corrected, the guest is taken for a
    man, and *she* cannot be found.
    """
    item = bracketed("[The guest]1 met [the neighbour]2 .\n[He]2 smiled .\n[She]1 left .", id="met")
    formats.write([item], tmp_path / "met.jsonl")
    found = coindex(
        "solutions", str(tmp_path / "met.jsonl"), "--resolver", "subject", "--corrected"
    ).stdout
    plain, corrected = found.split("% subject corrected")
    assert "persNoRefl<failure 2 " in plain
    assert "persNoRefl<exit 1 " in corrected and "persNoRefl<failure 1 " in corrected


MEASURE = "Supar('third', 'whole')"


def test_reasons_in_json_are_read_back_as_decisions(key: str, tmp_path: Path) -> None:
    asked = ("resolve", key, "--resolver", "supar", "--mentions", "gold")
    response, decisions = str(tmp_path / "response.jsonl"), tmp_path / "decisions.json"
    coindex(*asked, "--as", "jsonl", "-o", response)
    decisions.write_text(coindex(*asked, "--as", "json", "--why").stdout)
    scored = coindex("score", key, response, MEASURE, "--decisions", str(decisions)).stdout
    assert "100.00  5.5000  1.2500" in scored, "before and after constraints"
    assert "n/a" in coindex("score", key, response, MEASURE).stdout


def test_a_mention_that_the_response_lacks_is_made_from_its_tokens(
    key: str, tmp_path: Path
) -> None:
    """Formats without singletons drop most candidates."""
    asked = ("resolve", key, "--resolver", "supar", "--mentions", "gold")
    response, decisions = str(tmp_path / "response.sgm"), tmp_path / "decisions.json"
    coindex(*asked, "--as", "muc", "-o", response)
    decisions.write_text(coindex(*asked, "--as", "json", "--why").stdout)
    assert (
        "5.5000  1.2500"
        in coindex("score", key, response, MEASURE, "--decisions", str(decisions)).stdout
    )
