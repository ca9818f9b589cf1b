"""Dialogues: the last turn stands alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coindex
from coindex.cli import app
from coindex.core.errors import CoindexError
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.dialogue import MOST, split_turns

TURNS = (
    "user: Who was Ada Lovelace?",
    "assistant: Ada Lovelace was an English mathematician who wrote about an engine.",
    "user: When was she born?",
)
ALONE = "user: When was Ada Lovelace born?"


def test_a_turn_gets_the_names_of_earlier_ones() -> None:
    dialogue = coindex.Dialogue()
    for turn in TURNS[:-1]:
        dialogue.listen(turn)
    done = dialogue.add(TURNS[-1])
    assert done.text == ALONE
    (change,) = done.changes
    assert done.document.text[change.start : change.end] == change.old == "she"
    assert done.text[change.new_start : change.new_end] == change.new == "Ada Lovelace"


def test_turns_are_parsed_once_and_forgotten_when_many(monkeypatch: pytest.MonkeyPatch) -> None:
    dialogue = coindex.Dialogue()
    first = dialogue.listen("user: Who was Ada Lovelace?")
    dialogue.add("user: When was she born?")
    assert dialogue.turns[0] is first
    for _ in range(MOST):
        dialogue.listen("assistant: Let me look.")
    assert len(dialogue.turns) == MOST and dialogue.turns[0] is not first


def test_a_first_turn_stays_and_an_empty_one_is_refused() -> None:
    dialogue = coindex.Dialogue()
    assert dialogue.add("When was she born?").text == "When was she born?"
    with pytest.raises(CoindexError, match="empty"):
        dialogue.add("  ")


def test_turns_of_a_written_dialogue() -> None:
    assert split_turns("Who?\n\nAnn.\n") == ["Who?", "Ann."]
    assert split_turns("Ann: Who?\nAnd when?\n**Bob:** I.") == [
        "Ann: Who? And when?",
        "**Bob:** I.",
    ]


def test_the_command_prints_the_last_turn(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("\n".join(TURNS), encoding="utf-8")
    run = CliRunner().invoke(app, ["rewrite", str(path), "--turn", "last"])
    assert run.stdout == f"{ALONE}\n"
    run = CliRunner().invoke(app, ["rewrite", str(path), "--turn", "last", "--as", "json"])
    assert [change["new"] for change in json.loads(run.stdout)["changes"]] == ["Ada Lovelace"]
    run = CliRunner().invoke(app, ["rewrite", str(path), "--turn", "last", "--resolver", "sieve"])
    assert isinstance(run.exception, CoindexError) and "--resolver" in str(run.exception)


def test_the_last_turn_needs_less_certainty_than_a_text(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text(
        "user: What is the tallest mountain in South America?\n"
        "assistant: Aconcagua, at 6,961 metres.\nuser: Who climbed it first?",
        encoding="utf-8",
    )
    asked = ["rewrite", str(path), "--turn", "last"]
    run = CliRunner().invoke(app, asked)
    assert run.stdout == "user: Who climbed Aconcagua first?\n"
    run = CliRunner().invoke(app, [*asked, "--min-confidence", str(Choices().min_confidence)])
    assert run.stdout == "user: Who climbed it first?\n"
