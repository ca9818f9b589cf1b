"""Standard input and output in pipes: `-` for files, and JSON Lines that are worked on as they come."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from coindex.cli import app
from coindex.cli.inputs import documents
from coindex.core.errors import CoindexError, FormatError
from coindex.formats import write
from coindex.testing import bracketed

KEY = bracketed("[Ann]1 lost [her]1 key . [She]1 left .", id="a")


class Source(io.RawIOBase):
    """A pipe that knows how often it was read."""

    def __init__(self, *blocks: bytes) -> None:
        self.blocks, self.reads = list(blocks), 0

    def read1(self, size: int = -1) -> bytes:
        self.reads += 1
        return self.blocks.pop(0) if self.blocks else b""


def row(id: str) -> bytes:
    return json.dumps({"id": id, "text": "Ann sang."}).encode() + b"\n"


def pipe(monkeypatch: pytest.MonkeyPatch, *blocks: bytes) -> Source:
    source = Source(*blocks)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=source, isatty=lambda: False))
    return source


@pytest.mark.parametrize("format", ["jsonl", "jsonl()"])
def test_the_first_document_is_there_before_the_last(
    format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = pipe(monkeypatch, row("a"), row("b")[:9], row("b")[9:], row("c"))
    items = documents(["-"], format=format)
    assert next(items).document.id == "a"
    assert source.reads == 1
    assert next(items).document.id == "b"
    assert source.reads == 3
    assert [item.document.id for item in items] == ["c"]


def test_bad_lines_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, row("a"), b"{broken\n")
    items = documents(["-"], format="jsonl")
    next(items)
    with pytest.raises(FormatError, match="standard input:2"):
        next(items)
    pipe(monkeypatch)
    with pytest.raises(FormatError, match="no JSON object"):
        list(documents(["-"], format="jsonl"))


def test_other_formats_are_read_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"1\tAnn\t_\tPROPN\t_\t_\t0\troot\t_\t_\n\n"
    stdin = SimpleNamespace(buffer=io.BytesIO(data), isatty=lambda: False)
    monkeypatch.setattr(sys, "stdin", stdin)
    (item,) = documents(["-"], format="conllu")
    assert item.document.tokens[0].form == "Ann"


def run(*arguments: str, input: str) -> str:
    outcome = CliRunner().invoke(app, list(arguments), input=input)
    if isinstance(outcome.exception, CoindexError):
        raise outcome.exception
    assert outcome.exit_code == 0, outcome.output
    return outcome.output


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.jsonl"
    write([KEY], path)
    return path


def test_dashes_stand_for_keys_and_responses(key: Path) -> None:
    content = key.read_text()
    for arguments in (("score", str(key), "-", "MUC"), ("score", "-", str(key), "MUC")):
        assert "100.00" in run(*arguments, input=content)
    assert f"{key} and standard input" in run("agree", str(key), "-", input=content)
    assert "shape" in run("errors", str(key), "-", input=content)
    assert run("stats", "-", input=content).splitlines()[1].startswith("a ")


def test_standard_input_is_read_once(key: Path) -> None:
    with pytest.raises(CoindexError, match="only once"):
        run("score", "-", "-", "MUC", input=key.read_text())


def test_nothing_is_left_behind(key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    run("stats", "-", input=key.read_text())
    assert not list((tmp_path / "temporary").iterdir())


def test_comparisons_and_solutions_read_a_dash(key: Path) -> None:
    content = key.read_text()
    options = ("--resolvers", "one", "--mentions", "gold", "--measures", "MUC")
    assert "one" in run("compare", "-", *options, input=content)
    assert "NumberSentences: " in run("solutions", "-", "--resolver", "recent", input=content)
    with pytest.raises(CoindexError, match="only once"):
        run("solutions", "-", "-", input=content)


def test_checks_recognise_the_format_of_standard_input() -> None:
    options = ("--resolver", "none")
    said = run("check", "-", *options, input="Ann|[e1] saw Bob . She|[e1] left .\n")
    assert "documents without mentions" not in said
    with pytest.raises(CoindexError, match="standard input: format not recognised"):
        run("check", "-", *options, input="Ann left.")
    assert "documents without mentions" in run("check", *options, "--from", "text", input="Ann.")
