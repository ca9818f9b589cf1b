"""`coindex compare` and `coindex run`: tables on standard output, runs as they
finish on standard error, files.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex import formats
from coindex.cli import app
from coindex.core.annotation import Annotation
from coindex.core.errors import CoindexError
from coindex.experiment.results import Results
from tests.experiment.material import corpus, document

USUAL = (
    "--parser",
    "given",
    "--draws",
    "100",
    "--resolvers",
    "recent,rosana(without=('SYR', 'SDM')),oracle",
)


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))


def coindex(*arguments: str) -> Result:
    result = CliRunner().invoke(app, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_both_modes_best_first(tmp_path: Path) -> None:
    done = coindex("compare", corpus(tmp_path), *USUAL)
    assert done.exit_code == 0
    assert done.stdout.count("made-up: 6 documents") == 2
    for given in ("gold mentions, parser given", "detected mentions, parser given"):
        assert given in done.stdout
    header = next(line for line in done.stdout.splitlines() if line.startswith("resolver"))
    for column in (
        "CoNLL",
        "CoNLL 95 %",
        "Success (third person)",
        "Anchors (third person) precision",
        "LEA",
        "Mentions",
        "p",
        "tokens/CPU s",
    ):
        assert column in header
    assert "rosana(without=('SYR', 'SDM'))" in done.stdout
    assert "|given:gold|parser:given|fragmenter:none|seen:0/6|resolver:" in done.stdout


def test_runs_are_told_as_they_finish(tmp_path: Path) -> None:
    done = coindex("compare", corpus(tmp_path), *USUAL, "--mentions", "gold")
    lines = [line for line in done.stderr.splitlines() if line.startswith("made-up gold")]
    assert [line.split()[2] for line in lines] == ["recent", "rosana(without=('SYR',", "oracle"]
    assert "parts: 18 computed (6 parsed, 18 resolved), 0 reused" in done.stderr
    again = coindex("compare", corpus(tmp_path), *USUAL, "--mentions", "gold")
    assert "parts: 0 computed (0 parsed, 0 resolved), 18 reused" in again.stderr
    assert again.stdout == done.stdout


def test_files(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    done = coindex("compare", corpus(tmp_path), *USUAL, "-o", str(folder))
    announced, report = done.stderr.splitlines()[-2:]
    assert (announced, report) == (
        f"writing tables and figures to {folder}",
        f"report: {folder / 'report.html'}",
    )
    results = Results.from_json((folder / "results.json").read_text())
    assert len(results.runs) == 6
    for name in ("summary", "measures", "slices", "differences", "disclosure"):
        for suffix in (".csv", ".md", ".tex"):
            assert (folder / f"{name}{suffix}").stat().st_size
    rows = list(csv.DictReader(io.StringIO((folder / "measures.csv").read_text())))
    assert len(rows) == 6 * 5
    first = next(row for row in results.rows if not row.by)
    assert float(rows[0]["f1"]) == first.value
    assert rows[0]["signature"] == first.signature
    differences = list(csv.DictReader(io.StringIO((folder / "differences.csv").read_text())))
    assert len(differences) == 2 * 5 * 1, "groups, measures, pairs without the oracle"


def test_as_json(tmp_path: Path) -> None:
    done = coindex("compare", corpus(tmp_path), *USUAL, "--mentions", "detected", "--as", "json")
    (table,) = json.loads(done.stdout)
    assert {row["resolver"] for row in table["rows"]} == {
        "recent",
        "rosana(without=('SYR', 'SDM'))",
        "oracle",
    }


def test_a_response_joins_the_table(tmp_path: Path) -> None:
    path = corpus(tmp_path, 3)
    formats.write([document(number) for number in range(3)], tmp_path / "theirs.conll", "conll")
    done = coindex("compare", path, *USUAL, "--response", f"theirs={tmp_path / 'theirs.conll'}")
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith("theirs")]
    assert [row[1:3] for row in rows] == [["own", "100.00"]] * 2
    assert [row[-1] for row in rows] == ["n/a", "n/a"], "nobody knows how long it took"


def test_what_is_missing_is_not_a_number(tmp_path: Path) -> None:
    formats.write(
        [document(0)._replace(annotation=document(0).annotation.only_mentions())],
        tmp_path / "m.jsonl",
    )
    done = coindex("compare", str(tmp_path / "m.jsonl"), *USUAL, "--mentions", "gold")
    row = next(line for line in done.stdout.splitlines() if line.startswith("recent"))
    assert row.split()[1] == "n/a"


def test_nothing_could_be_done(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    formats.write([document(0)._replace(annotation=Annotation("d00"))], path)
    done = coindex("compare", str(path), *USUAL, "--mentions", "gold")
    assert done.exit_code == 2
    assert "n/a: plain has no mentions of its own" in done.stderr


@pytest.mark.parametrize("mentions", ["gold", "detected", "both"])
def test_plain_text_cannot_be_compared_with(tmp_path: Path, mentions: str) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("Ann lost her key.", encoding="utf-8")
    with pytest.raises(CoindexError, match=r"plain\.txt: text without annotation, so nothing to"):
        coindex("compare", str(path), "--resolvers", "recent", "--mentions", mentions)


def test_plain_text_among_annotated_documents_is_resolved(tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "a.txt").write_text("Ann lost her key.", encoding="utf-8")
    formats.write([document(0)], folder / "b.jsonl")
    done = coindex(
        "compare", str(folder), "--resolvers", "recent", "--mentions", "detected", "--draws", "100"
    )
    assert done.exit_code == 0
    assert "mixed: 2 documents" in done.stdout
    assert "count as unresolved" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--jobs", "2", "--engine", "serial"], "--jobs is short for"),
        (["--engine", "serail"], "did you mean 'serial'"),
        (["--response", "neural"], "--response is NAME=PATH, not 'neural'"),
        (["--response", "theirs=nowhere.conll"], "nowhere.conll: no such file"),
        (["--resolvers", "rap,nobody"], "no resolver is called 'nobody'"),
        (["--measures", "CoNL"], "did you mean 'CoNLL'"),
        (["--by", "color"], "cannot split by 'color'"),
        (["--as", "word"], "no output is called 'word'"),
    ],
)
def test_what_cannot_be_done_is_said_at_once(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    with pytest.raises(CoindexError, match=said.replace("(", r"\(")):
        coindex("compare", corpus(tmp_path, 1), *arguments)


def test_a_corpus_nobody_knows() -> None:
    with pytest.raises(CoindexError, match="nowhere"):
        coindex("compare", "nowhere", *USUAL)


def test_run_does_what_a_plan_says(tmp_path: Path) -> None:
    corpus(tmp_path, 4)
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'title = "A test"\ncorpora = ["made-up.jsonl"]\nparsers = ["given"]\ndetectors = '
        '["nominals"]\n'
        'resolvers = ["recent", "subject"]\nmeasures = ["Success(of=\'third\')@head"]\nslices = '
        '["document"]\n'
        "statistics = true\ndraws = 100\n",
        encoding="utf-8",
    )
    done = coindex("run", str(plan), "-o", str(tmp_path / "out"))
    assert done.exit_code == 0
    assert "A test" in done.stderr
    heads = [
        line
        for line in done.stdout.splitlines()
        if line.startswith(("resolver", "document ", "made-up ", "d0"))
    ]
    assert heads[1].split() == [
        "resolver",
        *[
            "Success",
            "(third",
            "person)",
            "precision",
            "Success",
            "(third",
            "person)",
            "recall",
            "Success",
            "(third",
            "person)",
            "success",
        ],
    ]
    assert heads[2].startswith("document")
    assert [line.split()[0] for line in heads[3:7]] == ["d00", "d01", "d02", "d03"]
    assert "sentence_distance" in heads[7]
    assert (tmp_path / "out" / "corpora.csv").exists()
    assert coindex("run", str(plan), "--jobs", "1").stdout == done.stdout


def test_a_part_of_the_report_in_place_of_the_summary(tmp_path: Path) -> None:
    (tmp_path / "ann.inline").write_text("{a +Ann+} met {b +Eve+}. {a She} left.\n")
    chosen = (
        "--resolvers",
        "mitkov",
        "--measures",
        "Success",
        "--mentions",
        "gold",
        "--as",
        "json",
    )
    done = CliRunner().invoke(app, ["compare", str(tmp_path), *chosen, "--show", "texts"])
    table, published = json.loads(done.stdout)
    assert published["title"] == "Text by text, as published"
    assert [
        (row["document"], row["anaphors"], row["critical success"]) for row in table["rows"]
    ] == [
        ("ann", 1, 1.0),
        ("total", 1, 1.0),
    ]
    wrong = CliRunner().invoke(app, ["compare", str(tmp_path), *chosen, "--show", "text"])
    assert "did you mean 'texts'" in str(wrong.exception)
