"""`coindex score`: files that fit each other, and what it says of those that do not."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coindex
from coindex import corpora, formats
from coindex.cli import app
from coindex.core.annotation import Annotated, Link, Relation
from coindex.core.errors import CoindexError
from coindex.testing import bracketed
from tests.cli.scoring import KEY, RESPONSE, items, scored, values, written


def test_spans_and_documents_give_the_same(tmp_path: Path) -> None:
    chance = random.Random(3)

    def texts() -> list[Annotated]:
        words = [
            f"[w{i}]{chance.randrange(6)}" if chance.random() < 0.7 else f"w{i}" for i in range(60)
        ]
        return [bracketed(" ".join(words), id="d")]

    key, response = written(tmp_path, "k.conll", texts()), written(tmp_path, "r.conll", texts())
    assert values(key, response) == values(key, response, "--from", "conll")


def test_key_and_response_in_different_formats(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conllu", items(KEY)),
        written(tmp_path, "r.conll", items(RESPONSE)),
    )
    assert values(key, response)["MUC"]["recall"] == 2 / 3


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY, 2))
    paths = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        paths.append(written(tmp_path / folder, "r.conll", items(KEY, 2)))
    assert [row["system"] for row in scored(key, *paths, "MUC")[0]["rows"]] == paths


def test_notes_count_the_key_once_and_name_responses(tmp_path: Path) -> None:
    item = items(KEY)[0]
    first, second = item.annotation.mentions[:2]
    linked = replace(item.annotation, links=(Link(second, (first,), Relation.BRIDGING),))
    key = tmp_path / "key.jsonl"
    formats.write([Annotated(item.document, linked)], key)
    doubled = tmp_path / "double.conll"
    plain = written(tmp_path, "plain.conll", items(KEY))
    doubled.write_text(Path(plain).read_text().replace("(1)", "(1)|(2)", 1))
    result = CliRunner().invoke(app, ["score", str(key), plain, str(doubled), "MUC"])
    notes = [line for line in result.stderr.splitlines() if line.startswith("note:")]
    assert notes[:2] == [
        "note: bridging links (only Bridging scores them) in the key: 1",
        "note: double: spans in two entities (the first counts) in the response: 1",
    ]
    assert not any(line.endswith(": 0") for line in notes)


def test_what_did_not_happen_is_not_noted(tmp_path: Path) -> None:
    """A mention inside a token of the key is; zeros, of which there are none, are not."""
    key = written(tmp_path, "k.conll", items("[Ann]1 saw herself. [She]1 left.\n\n"))
    response = written(tmp_path, "r.conll", items("[Ann]1 saw [her]1 self. [She]1 left.\n\n"))
    result = CliRunner().invoke(app, ["score", key, response, "MUC"])
    assert [line for line in result.stderr.splitlines() if line.startswith("note:")] == [
        "note: response mentions that begin or end inside a token of the key: 1"
    ]


def test_plain_files_are_read_as_spans_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the command and by Python alike: reading documents takes several times as long."""
    key, response = (
        written(tmp_path, "k.conll", items(KEY, 3)),
        written(tmp_path, "r.conll", items(RESPONSE, 3)),
    )
    expected = coindex.score(key, response, "MUC", "Kappa")

    def refused(*given: object) -> None:
        raise AssertionError("documents are read")

    monkeypatch.setattr(formats, "read", refused)
    assert coindex.score(key, response, "MUC", "Kappa") == expected
    assert values(key, response, "MUC")["MUC"]["f1"] == expected[0].value
    with pytest.raises(AssertionError, match="documents are read"):
        coindex.score(key, response, "MUC@head")


def test_a_document_on_one_side_only(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY, 2)),
        written(tmp_path, "r.conll", items(KEY, 1)),
    )
    with pytest.raises(CoindexError, match="document 'd1' is in the key but not in the response"):
        scored(key, response)
    with pytest.raises(CoindexError, match="document 'd1' is in the response but not in the key"):
        scored(response, key)
    assert values(key, response, "--missing", "empty")["MUC"]["recall"] == 1 / 2


def test_names_of_documents_must_be_the_same(tmp_path: Path) -> None:
    first, second, *others = (item.document.id for item in items(KEY, 6))
    key = written(tmp_path, "k.conll", items(KEY, 2)[:1])
    response = written(tmp_path, "r.conll", items(KEY, 6)[1:])
    expected = (
        f"document {first!r} is in the key but not in the response, which has {second!r}, "
        f"{others[0]!r}, {others[1]!r}, ... (documents are paired by their names, which must"
    )
    with pytest.raises(CoindexError, match=re.escape(expected)):
        scored(key, response)


def test_documents_in_another_order(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY, 3))
    response = written(tmp_path, "r.conll", items(KEY, 3)[::-1])
    assert values(key, response)["CoNLL"]["f1"] == 1


def test_other_characters_are_named_with_their_place(tmp_path: Path) -> None:
    key, response = (
        written(tmp_path, "k.conll", items(KEY)),
        written(tmp_path, "r.conll", items(KEY.replace("dog", "big cat"))),
    )
    with pytest.raises(
        CoindexError, match=r"d0: key and response are different texts from character 16 on"
    ):
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
    with pytest.raises(
        CoindexError, match=r"'MUK' is neither a file or folder nor a measure.*did you mean 'MUC'"
    ):
        scored(key, key, "MUK")
    with pytest.raises(CoindexError, match=r"nowhere\.conll: no such file or folder"):
        scored(key, "nowhere.conll")
    with pytest.raises(CoindexError, match="no response"):
        scored(key, "MUC")
    with pytest.raises(CoindexError, match="no view is called 'heads'"):
        scored(key, key, "MUC@heads")


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
    assert (
        "note: documents without entities in key and response (they add nothing): 2"
        in result.stderr
    )


def test_a_path_that_is_not_there_is_no_measure(tmp_path: Path) -> None:
    key = written(tmp_path, "k.conll", items(KEY))
    with pytest.raises(CoindexError, match=r"other\.conll: no such file or folder"):
        scored(key, key, "other.conll")


def test_the_key_may_be_a_corpus_by_name() -> None:
    path = corpora.find("embedded/a/plot").path
    result = CliRunner().invoke(app, ["score", "embedded/plot", str(path), "MUC"])
    disclosed = CliRunner().invoke(app, ["disclose", "embedded/plot"])
    agreed = CliRunner().invoke(app, ["agree", "embedded/plot", str(path)])
    (mark,) = set(re.findall(r"corpus:embedded/plot-1\.0#[0-9a-f]{8}", result.stdout))
    assert mark in disclosed.stdout
    assert mark in agreed.stdout
