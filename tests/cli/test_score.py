"""`coindex score`: measures, slices, intervals, tests, and how they are printed."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coindex
from coindex import formats
from coindex.cli import app
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.decision import Candidate, Decision
from coindex.core.errors import CoindexError
from coindex.experiment.cache import DiskCache
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan, Response
from coindex.formats.decisions import to_json
from tests.cli.scoring import KEY, RESPONSE, items, scored, values, written
from tests.experiment.material import document


def test_the_default_measures(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(RESPONSE)),
    )
    found = values(key, response)
    assert list(found) == ["MUC", "B3", "CEAFm", "CEAFe", "LEA", "BLANC", "CoNLL", "Mentions"]
    assert found["Mentions"]["f1"] == 1
    assert found["MUC"]["recall"] == 2 / 3
    assert found["MUC"]["precision"] == 2 / 4
    assert found["MUC"]["signature"].startswith("match:exact|singletons:yes|docs:1|corpus:k#")


def test_measures_with_options_and_views(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(RESPONSE)),
    )
    names = ["LEA(singletons=False)", "CoNLL@overlap", 'Success(of="him")', 'Anchors(of="PER3")']
    found = values(key, response, *names)
    assert list(found) == [
        "LEA(singletons=False)",
        "CoNLL@overlap",
        "Success(of='him')",
        "Anchors(of='PER3')",
    ]
    assert found["Success(of='him')"]["success"] == 0
    assert "match:overlap" in found["CoNLL@overlap"]["signature"]
    assert "singletons:no" in found["LEA(singletons=False)"]["signature"]


@pytest.mark.parametrize(
    ("by", "slices"),
    [
        ("form", {"all", "she", "it", "him", "his"}),
        ("document", {"all", "d0"}),
        ("genre", {"all", "unknown"}),
        ("type", {"all", "PER3", "POS3"}),
        ("distance", {"all", "same sentence", "1", "none before"}),
    ],
)
def test_slices(tmp_path: Path, by: str, slices: set[str]) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(RESPONSE)),
    )
    rows = scored(key, response, "Success", "--by", by)[0]["rows"]
    assert {row["slice"] for row in rows} == slices


def test_a_measure_of_documents_cannot_be_split_by_form(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    with pytest.raises(CoindexError, match="MUC cannot be split by form"):
        scored(key, key, "MUC", "--by", "form")
    result = CliRunner().invoke(app, ["score", key, key, "MUC", "Success", "--by", "form"])
    assert (
        "note: no slices of MUC by form: whole documents are judged, not anaphors" in result.stderr
    )
    assert {
        row["measure"]
        for row in scored(key, key, "MUC", "Success", "--by", "form")[0]["rows"]
        if row.get("by")
    } == {"Success"}


def test_intervals_and_tests(tmp_path: Path) -> None:
    key, good = (
        written(tmp_path, "k.conll", items(KEY, 14)),
        written(tmp_path, "good.conll", items(KEY, 14)),
    )
    bad = written(tmp_path, "bad.conll", [*items(RESPONSE, 13), items(KEY, 14)[13]])
    tables = scored(key, bad, good, "MUC", "--ci", "--draws", "200")
    row = tables[0]["rows"][0]
    assert row["low"] <= row["f1"] <= row["high"]
    assert "bs:200|seed:12345" in row["signature"]
    [test] = tables[1]["rows"]
    assert test["difference"] < 0
    assert test["p"] == test["p (Holm)"] < 0.05
    assert "p (McNemar)" not in test


def test_paired_decisions(tmp_path: Path) -> None:
    """In each of four documents the good response alone resolves *him*."""
    key, good = (
        written(tmp_path, "k.conll", items(KEY, 4)),
        written(tmp_path, "good.conll", items(KEY, 4)),
    )
    bad = written(tmp_path, "bad.conll", items(RESPONSE, 4))
    [test] = scored(key, good, bad, "Success", "--draws", "50")[1]["rows"]
    assert test["difference"] == pytest.approx(1 / 3)
    assert test["p (McNemar)"] == 2 / 2**4


def test_one_document_is_resampled_by_decisions(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(RESPONSE)),
    )
    row = values(key, response, "Success", "--ci", "--draws", "100")["Success"]
    assert row["low"] < row["success"] < row["high"]
    assert "low" not in values(key, response, "MUC", "--ci")["MUC"]


def test_what_else_is_measured_changes_no_p(tmp_path: Path) -> None:
    """The same responses as those of an experiment have the same p: Holm's
    correction is over the pairs alone.
    """
    known = [document(number) for number in range(5)]
    key = str(tmp_path / "key.jsonl")
    formats.write(known, key)
    paths = {name: str(tmp_path / f"{name}.jsonl") for name in ("good", "fair", "bad")}
    for right, path in zip((5, 3, 0), paths.values(), strict=True):
        wrong = [
            Annotated(item.document, item.annotation.only_mentions()) for item in known[right:]
        ]
        formats.write([*known[:right], *wrong], path)

    def tested(*measures: str) -> dict[tuple[str, ...], list[float]]:
        rows = scored(key, *paths.values(), *measures)[1]["rows"]
        return {
            tuple(sorted((row["first"], row["second"]))): [row["p"], row["p (Holm)"]]
            for row in rows
            if row["measure"] == "CoNLL"
        }

    alone = tested("CoNLL")
    assert any(adjusted > p for p, adjusted in alone.values()), "three pairs are corrected for"
    assert tested("CoNLL", "LEA", "MUC", "B3") == alone
    responses = tuple(Response(name, path) for name, path in paths.items())
    plan = Plan((key,), ("given",), resolvers=(), measures=("CoNLL", "LEA"), responses=responses)
    results = Experiment(
        plan.checked(), registry.build("engines", "serial"), DiskCache(tmp_path / "cache")
    ).run()
    made = results.comparisons(results.groups[0], "CoNLL")
    assert {tuple(sorted((one.first, one.second))): [one.p, one.adjusted] for one in made} == alone


def test_one_corpus_has_one_checksum_whatever_signs(tmp_path: Path) -> None:
    """The same response to the same key has the same signature from
    `score` and from an experiment.
    """
    key, response = (
        written(tmp_path, "k.conll", items(KEY, 2)),
        written(tmp_path, "r.conll", items(RESPONSE, 2)),
    )
    alone = values(key, response, "MUC", "--ci", "--draws", "50")["MUC"]["signature"]
    plan = Plan(
        (key,),
        ("given",),
        resolvers=(),
        measures=("MUC",),
        responses=(Response("r", response),),
        draws=50,
    )
    results = Experiment(
        plan.checked(), registry.build("engines", "serial"), DiskCache(tmp_path / "cache")
    ).run()
    assert [row.signature for row in results.rows if not row.by] == [alone]
    (row,) = coindex.score(key, response, "MUC")
    assert row.signature == re.sub(r"\|bs:50\|seed:\d+", "", alone)


def test_a_slice_is_named_in_its_signature(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY, 2))
    rows = scored(key, key, "MUC", "Success", "--by", "document,form")[0]["rows"]
    named = {
        (row.get("by", ""), row["slice"]): row["signature"]
        for row in rows
        if row["measure"] == "Success"
    }
    assert "|slice:document=d1|" in named["document", "d1"]
    assert "|slice:form=she|" in named["form", "she"]
    assert "|slice:" not in named["", "all"]


@pytest.mark.parametrize("style", ["csv", "markdown", "latex"])
def test_several_responses_are_one_table_with_their_names(tmp_path: Path, style: str) -> None:
    key = written(tmp_path, "k.conll", items(KEY, 2))
    paths = [written(tmp_path, f"{name}.conll", items(RESPONSE, 2)) for name in ("ours", "theirs")]
    result = CliRunner().invoke(
        app, ["score", key, *paths, "MUC", "CoNLL", "Success", "--ci", "--as", style]
    )
    lines = result.stdout.splitlines()
    if style == "csv":
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        assert [(row["system"], row["measure"]) for row in rows] == [
            (system, measure)
            for measure in ("MUC", "CoNLL", "Success")
            for system in ("ours", "theirs")
        ]
        assert all(None not in row and None not in row.values() for row in rows), (
            "every line has as many fields"
        )
    elif style == "markdown":
        assert lines[2] == "| system | MUC f1 | CoNLL f1 | Success success |"
        assert [
            line.split(" | ")[0] for line in lines if line.startswith("| ") and "---" not in line
        ][1:] == [
            "| ours",
            "| theirs",
        ]
    else:
        assert result.stdout.count("\\begin{tabular}") == 1
        cells = [line.split("&")[0].strip() for line in lines if line.endswith(r"\\")]
        assert cells == ["system", "ours", "", "theirs", ""], "each with a line of intervals"
    assert "--differences compares every two systems" in result.stderr
    tests = CliRunner().invoke(app, ["score", key, *paths, "MUC", "--differences", "--as", "csv"])
    assert [(row["first"], row["second"]) for row in csv.DictReader(io.StringIO(tests.stdout))] == [
        ("ours", "theirs")
    ]


def test_no_interval_says_why(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    other = written(tmp_path, "r.conll", items(RESPONSE))
    result = CliRunner().invoke(
        app, ["score", key, key, other, "MUC", "Success", "--ci", "--by", "document"]
    )
    assert "note: no intervals of MUC: documents are drawn, and there is only one" in result.stderr
    assert "note: no intervals of slices with a single document: 4" in result.stderr
    assert (
        "note: no comparison of the responses: documents are exchanged, and there is only one"
        in result.stderr
    )


def test_python_scores_as_the_command_does(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY, 3)),
        written(tmp_path, "r.conll", items(RESPONSE, 3)),
    )
    rows = coindex.score(key, response)
    for row, told in zip(rows, scored(key, response)[0]["rows"], strict=True):
        assert (row.measure, row.signature) == (told["measure"], told["signature"])
        assert all(told[name] == value for name, value in row.values.items())
    memory = coindex.score(items(KEY, 3), items(RESPONSE, 3))
    assert [row.values for row in memory] == [row.values for row in rows]
    assert "corpus:documents#" in memory[0].signature
    assert {row.slice for row in coindex.score(key, response, "Success", by="form")} >= {
        "",
        "she",
        "him",
    }


@pytest.mark.parametrize(
    ("style", "sign"),
    [("csv", "system,measure,precision"), ("markdown", "| MUC |"), ("latex", "\\toprule")],
)
def test_styles(tmp_path: Path, style: str, sign: str) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    result = CliRunner().invoke(app, ["score", key, key, "MUC", "--as", style])
    assert sign in result.stdout
    assert "match:exact" in result.stdout


def test_antecedents_in_seven_cells(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(RESPONSE)),
    )
    row = values(key, response, "Antecedents")["Antecedents"]
    assert [row[cell] for cell in ("++", "+-", "+?", "+_", "+*", "?+", "?_")] == [
        2,
        2,
        0,
        0,
        0,
        0,
        0,
    ]


def test_candidates_are_not_known_without_decisions(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(RESPONSE)),
    )
    row = values(key, response, "Supar")["Supar"]
    assert row["success"] == pytest.approx(2 / 3)
    assert row["before"] is row["after"] is row["by_constraints"] is None


def test_candidates_are_means_not_shares(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    mentions = next(formats.read(key)).annotation.mentions
    taken = tmp_path / "decisions.jsonl"
    decision = Decision(
        mentions[2], mentions[1], candidates=(Candidate(mentions[1]),), considered=3
    )
    taken.write_text(to_json(decision, mentions, document="d0"))
    result = CliRunner().invoke(app, ["score", key, key, "Supar", "--decisions", str(taken)])
    assert "100.00  3.0000  1.0000" in result.stdout
