"""`coindex score`, from files to printed numbers, and what it says of bad files."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coindex import corpora, formats
from coindex.cli import app
from coindex.core.annotation import Annotated
from coindex.core.decision import Candidate, Decision
from coindex.core.errors import CoindexError
from coindex.formats.decisions import to_json
from coindex.testing import bracketed

KEY = """\
[Ann]1 met [Bob]2 and [his]2 dog.
[She]1 gave [it]3 to [him]2.

"""
RESPONSE = """\
[Ann]1 met [Bob]2 and [his]2 dog.
[She]1 gave [it]2 to [him]1.

"""


def items(text: str, count: int = 1, id: str = "d") -> list[Annotated]:
    return [bracketed(text, id=f"{id}{number}") for number in range(count)]


def written(folder: Path, name: str, documents: list[Annotated]) -> str:
    path = folder / name
    formats.write(documents, path, "conllu" if name.endswith(".conllu") else "conll")
    return str(path)


def scored(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["score", *arguments, "--as", "json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def values(*arguments: str) -> dict[str, dict[str, Any]]:
    return {row["measure"]: row for row in scored(*arguments)[0]["rows"]}


def test_the_default_measures(tmp_path: Path) -> None:
    key, response = written(tmp_path, "k.conll", items(KEY)), written(tmp_path, "r.conll", items(RESPONSE))
    found = values(key, response)
    assert list(found) == ["MUC", "B3", "CEAFm", "CEAFe", "LEA", "BLANC", "CoNLL", "Mentions"]
    assert found["Mentions"]["f1"] == 1
    assert found["MUC"]["recall"] == 2 / 3
    assert found["MUC"]["precision"] == 2 / 4
    assert found["MUC"]["signature"].startswith("match:exact|singletons:yes|docs:1|corpus:k#")


def test_spans_and_documents_give_the_same(tmp_path: Path) -> None:
    chance = random.Random(3)

    def texts() -> list[Annotated]:
        words = [f"[w{i}]{chance.randrange(6)}" if chance.random() < 0.7 else f"w{i}" for i in range(60)]
        return [bracketed(" ".join(words), id="d")]

    key, response = written(tmp_path, "k.conll", texts()), written(tmp_path, "r.conll", texts())
    assert values(key, response) == values(key, response, "--from", "conll")


def test_key_and_response_in_different_formats(tmp_path: Path) -> None:
    key, response = written(tmp_path, "k.conllu", items(KEY)), written(tmp_path, "r.conll", items(RESPONSE))
    assert values(key, response)["MUC"]["recall"] == 2 / 3


def test_measures_with_options_and_views(tmp_path: Path) -> None:
    key, response = written(tmp_path, "k.conll", items(KEY)), written(tmp_path, "r.conll", items(RESPONSE))
    names = ["LEA(singletons=False)", "CoNLL@overlap", 'Success(of="him")', 'Anchors(of="PER3")']
    found = values(key, response, *names)
    assert list(found) == ["LEA(singletons=False)", "CoNLL@overlap", "Success(of='him')", "Anchors(of='PER3')"]
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
    key, response = written(tmp_path, "k.conll", items(KEY)), written(tmp_path, "r.conll", items(RESPONSE))
    rows = scored(key, response, "Success", "--by", by)[0]["rows"]
    assert {row["slice"] for row in rows} == slices


def test_a_measure_of_documents_cannot_be_split_by_form(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    with pytest.raises(CoindexError, match="MUC cannot be split by form"):
        scored(key, key, "MUC", "--by", "form")


def test_intervals_and_tests(tmp_path: Path) -> None:
    key, good = written(tmp_path, "k.conll", items(KEY, 14)), written(tmp_path, "good.conll", items(KEY, 14))
    bad = written(tmp_path, "bad.conll", [*items(RESPONSE, 13), items(KEY, 14)[13]])
    tables = scored(key, bad, good, "MUC", "--ci", "--draws", "200")
    row = tables[0]["rows"][0]
    assert row["low"] <= row["f1"] <= row["high"]
    assert "bs:200|seed:12345" in row["signature"]
    [test] = tables[2]["rows"]
    assert test["difference"] < 0
    assert test["p"] == test["p (Holm)"] < 0.05
    assert "p (McNemar)" not in test


def test_paired_decisions(tmp_path: Path) -> None:
    """In each of four documents the good response alone resolves *him*."""
    key, good = written(tmp_path, "k.conll", items(KEY, 4)), written(tmp_path, "good.conll", items(KEY, 4))
    bad = written(tmp_path, "bad.conll", items(RESPONSE, 4))
    [test] = scored(key, good, bad, "Success", "--draws", "50")[2]["rows"]
    assert test["difference"] == pytest.approx(1 / 3)
    assert test["p (McNemar)"] == 2 / 2**4


def test_one_document_is_resampled_by_decisions(tmp_path: Path) -> None:
    key, response = written(tmp_path, "k.conll", items(KEY)), written(tmp_path, "r.conll", items(RESPONSE))
    row = values(key, response, "Success", "--ci", "--draws", "100")["Success"]
    assert row["low"] < row["success"] < row["high"]
    assert "low" not in values(key, response, "MUC", "--ci")["MUC"]


def test_a_document_on_one_side_only(tmp_path: Path) -> None:
    key, response = written(tmp_path, "k.conll", items(KEY, 2)), written(tmp_path, "r.conll", items(KEY, 1))
    with pytest.raises(CoindexError, match="document 'd1' is in the key but not in the response"):
        scored(key, response)
    with pytest.raises(CoindexError, match="document 'd1' is in the response but not in the key"):
        scored(response, key)
    assert values(key, response, "--missing", "empty")["MUC"]["recall"] == 1 / 2


def test_documents_in_another_order(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY, 3))
    response = written(tmp_path, "r.conll", items(KEY, 3)[::-1])
    assert values(key, response)["CoNLL"]["f1"] == 1


def test_other_characters_are_named_with_their_place(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(KEY.replace("dog", "cat"))),
    )
    with pytest.raises(CoindexError, match=r"d0: key and response are different texts from character 16 on"):
        scored(key, response)


def test_unclosed_brackets_are_an_error(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    broken = tmp_path / "r.conll"
    broken.write_text(Path(key).read_text().replace("(1)", "(1", 1))
    with pytest.raises(CoindexError, match="mention never closed"):
        scored(key, str(broken))


def test_a_span_in_two_entities_is_noted(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    doubled = tmp_path / "r.conll"
    doubled.write_text(Path(key).read_text().replace("(1)", "(1)|(2)", 1))
    result = CliRunner().invoke(app, ["score", key, str(doubled)])
    assert "note: spans in two entities (the first counts) in the response: 1" in result.stderr


def test_neither_file_nor_measure(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    with pytest.raises(CoindexError, match=r"'MUK' is neither a file or folder nor a measure.*did you mean 'MUC'"):
        scored(key, key, "MUK")
    with pytest.raises(CoindexError, match="no response"):
        scored(key, "nowhere.conll")
    with pytest.raises(CoindexError, match="no view is called 'heads'"):
        scored(key, key, "MUC@heads")


@pytest.mark.parametrize(
    ("style", "sign"), [("csv", "measure,precision"), ("markdown", "| MUC |"), ("latex", "\\hline")]
)
def test_styles(tmp_path: Path, style: str, sign: str) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    result = CliRunner().invoke(app, ["score", key, key, "MUC", "--as", style])
    assert sign in result.stdout
    assert "match:exact" in result.stdout


def test_a_document_twice(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    doubled = tmp_path / "twice.conll"
    doubled.write_text(Path(key).read_text() * 2)
    with pytest.raises(CoindexError, match="document id occurs twice: 'd0', of documents 1 and 2"):
        scored(str(doubled), str(doubled))


@pytest.mark.parametrize("measure", ["MUC", "MUC@head"])
def test_documents_without_entities_are_noted(tmp_path: Path, measure: str) -> None:
    key = written(tmp_path, "k.conll", items("Ann met Bob.\n\n", 2))
    result = CliRunner().invoke(app, ["score", key, key, measure])
    assert "note: documents without entities in key and response (they add nothing): 2" in result.stderr


def test_antecedents_in_seven_cells(tmp_path: Path) -> None:
    key, response = written(tmp_path, "k.conll", items(KEY)), written(tmp_path, "r.conll", items(RESPONSE))
    row = values(key, response, "Antecedents")["Antecedents"]
    assert [row[cell] for cell in ("++", "+-", "+?", "+_", "+*", "?+", "?_")] == [2, 2, 0, 0, 0, 0, 0]


def test_candidates_are_not_known_without_decisions(tmp_path: Path) -> None:
    key, response = written(tmp_path, "k.conll", items(KEY)), written(tmp_path, "r.conll", items(RESPONSE))
    row = values(key, response, "Supar")["Supar"]
    assert row["success"] == pytest.approx(2 / 3)
    assert row["before"] is row["after"] is row["by_constraints"] is None


def test_candidates_are_means_not_shares(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    mentions = next(formats.read(key)).annotation.mentions
    taken = tmp_path / "decisions.jsonl"
    decision = Decision(mentions[2], mentions[1], candidates=(Candidate(mentions[1]),), considered=3)
    taken.write_text(to_json(decision, mentions, document="d0"))
    result = CliRunner().invoke(app, ["score", key, key, "Supar", "--decisions", str(taken)])
    assert "100.00  3.0000  1.0000" in result.stdout


def test_a_path_that_is_not_there_is_no_measure(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    with pytest.raises(CoindexError, match=r"other\.conll: no such file or folder"):
        scored(key, key, "other.conll")


def test_the_key_may_be_a_corpus_by_name() -> None:
    path = corpora.find("embedded/a/plot").path
    result = CliRunner().invoke(app, ["score", "embedded/plot", str(path), "MUC"])
    assert "corpus:embedded/plot#" in result.stdout
    disclosed = CliRunner().invoke(app, ["disclose", "embedded/plot"])
    assert "corpus:embedded/plot#" in disclosed.stdout
