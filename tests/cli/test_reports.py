"""`coindex disclose`, `coindex stats` and `coindex agree` on small files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coindex import formats
from coindex.cli import app
from coindex.core.errors import CoindexError
from coindex.testing import bracketed

KEY = "[Ann]1 met [Bob]2 and [his]2 dog.\n[She]1 gave [it]3 to [him]2 and [they]4 left.\n"
OTHER = "[Ann]1 met [Bob]2 and [his]2 dog.\n[She]2 gave [it]3 to [him]2 and [they]4 left.\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = tmp_path / "key.conll", tmp_path / "other.conll"
    for path, text in zip(paths, (KEY, OTHER), strict=True):
        formats.write([bracketed(text, id=f"d{number}") for number in range(3)], path, "conll")
    return str(paths[0]), str(paths[1])


def tables(*arguments: str) -> Any:
    result = CliRunner().invoke(app, [*arguments, "--as", "json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_disclosure_of_two_responses(files: tuple[str, str]) -> None:
    key, other = files
    [table] = tables("disclose", key, other, key)
    rows = {row.pop("", ""): row for row in table["rows"]}
    assert rows["A raw count"]["total"] == 15
    assert rows["- plural"]["out of scope"] == 3
    assert rows["- noncoreferential"]["it"] == 3
    assert rows["E evaluation set"] == {
        "him": 3,
        "his": 3,
        "it": 0,
        "she": 3,
        "out of scope": 0,
        "total": 9,
    }
    assert rows["key: correct referents"]["total"] == 9
    assert rows["other: correct referents"]["total"] == 3
    assert rows["key: resolution rate"]["total"] == 9 / 15


def test_disclosure_of_chosen_forms(files: tuple[str, str]) -> None:
    [table] = tables("disclose", *files, "--forms", "his, him")
    rows = {row.pop("", ""): row for row in table["rows"]}
    assert rows["E evaluation set"] == {"him": 3, "his": 3, "out of scope": 0, "total": 6}
    assert rows["- form not covered"]["out of scope"] == 3
    with pytest.raises(CoindexError, match="exclude: no category is called 'bad luck'"):
        tables("disclose", *files, "--exclude", "bad luck")


def test_statistics(files: tuple[str, str]) -> None:
    table, averages = tables("stats", files[0])
    assert table["rows"][-1]["document"] == "total"
    assert (table["rows"][-1]["documents"], table["rows"][-1]["anaphors"]) == (3, 9)
    assert averages["rows"][0]["mean of documents"] == averages["rows"][0]["mean of anaphors"]


def test_agreement(files: tuple[str, str]) -> None:
    [table] = tables("agree", *files, "--ci", "--draws", "50")
    found = {row["measure"]: row for row in table["rows"]}
    assert list(found) == ["Mentions F1", "MUC F1", "CoNLL F1", "Kappa", "Alpha"]
    assert found["Mentions F1"]["agreement"] == 1
    assert 0 < found["Kappa"]["agreement"] < 1
    same = {
        row["measure"]: row["agreement"] for row in tables("agree", files[0], files[0])[0]["rows"]
    }
    assert set(same.values()) == {1}


def test_agreement_of_two_names_the_files(files: tuple[str, str]) -> None:
    _, listed = tables("agree", *files, "--list")
    assert set(listed["rows"][0]) == {"document", "token", "words", "aspect", "key", "other"}


def test_agreement_on_nothing_is_not_disagreement(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{name}.conll") for name in ("one", "two")]
    for path in paths:
        formats.write([bracketed("It rained", id=f"d{number}") for number in range(2)], path)
    [table] = tables("agree", *paths, "--ci", "--draws", "20")
    assert {(row["agreement"], row.get("low")) for row in table["rows"]} == {(None, None)}


def test_agreement_of_three(files: tuple[str, str], tmp_path: Path) -> None:
    third = str(tmp_path / "third.conll")
    formats.write(
        [bracketed(KEY.replace("[his]2", "[his]1"), id=f"d{number}") for number in range(3)], third
    )
    whole, pairs, people, without, kinds = tables(
        "agree", *files, third, "--by", "kind", "--ci", "--draws", "20"
    )
    values = {row["measure"]: row for row in whole["rows"]}
    assert list(values) == ["Mentions F1", "MUC F1", "CoNLL F1", "Kappa", "Alpha"]
    assert values["Alpha"]["low"] <= values["Alpha"]["agreement"] <= values["Alpha"]["high"]
    by_pair = {row["pair"]: row for row in pairs["rows"]}
    two = {row["measure"]: row["agreement"] for row in tables("agree", *files)[0]["rows"]}
    assert {name: by_pair["key and other"][name] for name in two} == two
    mean = sum(row["CoNLL F1"] for row in pairs["rows"]) / 3
    assert values["CoNLL F1"]["agreement"] == pytest.approx(mean)
    assert [row["annotator"] for row in people["rows"]] == ["key", "other", "third"]
    left = {row["without"]: row["agreement"] for row in without["rows"]}
    assert left["third"] == pytest.approx(two["Alpha"])
    assert {row["kind"] for row in kinds["rows"]} == {"name", "personal", "possessive"}
    *_, by_kind, listed = tables("agree", *files, third, "--list")
    assert [(row["aspect"], row["disagreements"]) for row in by_kind["rows"]] == [("entity", 6)]
    assert listed["rows"][0]["readings"] == "key, other: Bob @2; third: Ann @0"


def test_agreement_where_not_all_have_all_documents(files: tuple[str, str], tmp_path: Path) -> None:
    third = str(tmp_path / "third.conll")
    formats.write([bracketed(KEY, id="d1")], third)
    with pytest.raises(CoindexError, match="'d0' is in key but not in third"):
        tables("agree", *files, third)
    pairs = tables("agree", *files, third, "--missing", "skip")[1]["rows"]
    assert [row["documents"] for row in pairs] == [3, 1, 1]
    with pytest.raises(CoindexError, match="two annotations or more"):
        tables("agree", files[0])
    with pytest.raises(CoindexError, match="twice"):
        tables("agree", files[0], files[0], files[1])


def test_disclosure_of_a_key_alone(files: tuple[str, str]) -> None:
    [table] = tables("disclose", files[0])
    names = [row.get("", "") for row in table["rows"]]
    assert names[-2:] == ["E evaluation set", "attainable rate"]
    assert "A raw count" in names


def test_keys_without_sentences_are_parsed_first(tmp_path: Path) -> None:
    key, response = tmp_path / "key", tmp_path / "response.conllu"
    key.mkdir()
    (key / "ann.inline").write_text(
        "{a +Ann+} told {b +Bob+} that {a she} left. {b He} knew that.\n"
    )
    assert CliRunner().invoke(app, ["resolve", str(key), "-o", str(response)]).exit_code == 0
    assert tables("stats", str(key))[0]["rows"][-1]["sentences"] == 2
    alone, beside = (
        {row.get("", ""): row["total"] for row in table["rows"]}
        for [table] in (tables("disclose", str(key)), tables("disclose", str(key), str(response)))
    )
    assert alone.items() <= beside.items()
    slices = {
        row["slice"]
        for row in tables("score", str(key), str(response), "Success", "--by", "distance")[0][
            "rows"
        ]
    }
    assert slices == {"all", "same sentence", "1"}


def test_every_column_of_the_statistics_has_its_own_name(files: tuple[str, str]) -> None:
    row = tables("stats", files[0])[0]["rows"][-1]
    assert (row["intrasentential"], row["nontrivial"], row["critical"]) == (3, 9, 6)
    assert (row["intrasentential_share"], row["critical_share"]) == (1 / 3, 2 / 3)
