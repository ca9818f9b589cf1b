"""`coindex resolve` and `coindex compare` with the resolver `llm`, against a scripted endpoint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import SpecError
from coindex.resolvers.llm.client import ask
from coindex.testing import bracketed
from coindex.workbench.editing.parses import without_files
from tests.cli.calling import coindex
from tests.resolvers.endpoint import Reply, Scripted, scripted

pytest.importorskip("openai", reason="openai is not installed: pip install 'coindex[llm]'")
TEXT = "Ann lost her key. She looked for it."


@pytest.fixture
def endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scripted]:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    ask.cache_clear()
    with scripted() as server:
        yield server
    ask.cache_clear()


def numbered(text: str) -> Reply:
    """Every pronoun and the name are one; the answer says *lst* for *lost*."""
    text = re.sub(r"\[(Ann|her|She)\]\(#\)", r"[\1](#1)", text).replace("lost", "lst")
    return Reply(re.sub(r"\(#\)", "(#2)", text))


def test_resolve_says_what_was_spent_and_repaired(endpoint: Scripted) -> None:
    endpoint.script = numbered
    name = f"llm(model='tiny', base_url='{endpoint.url}', price_in=5.0)"
    done = coindex("resolve", "--text", TEXT, "--resolver", name, "--why")
    assert done.returncode == 0, done.stderr
    assert "[Ann]1 lost [[her]1 key]2. [She]1 looked for [it]2." in done.stdout
    assert "refers to “her” (sentence 1), by the model's words: [She](#1)" in done.stdout
    assert "the model's words: [She](#1): what the model wrote about this mention" in done.stdout
    assert "spent: requests 1, tokens in 100, tokens out 20, cost 0.0005" in done.stderr
    assert "repaired: words changed 1" in done.stderr


def test_compare_reports_tokens_cost_and_repairs(endpoint: Scripted, tmp_path: Path) -> None:
    endpoint.script = numbered
    item = bracketed("[Ann]1 lost [[her]1 key]2 .\n[She]1 looked for [it]2 .", id="ann")
    formats.write([item], tmp_path / "key.jsonl")
    name = f"llm(model='tiny', base_url='{endpoint.url}', price_out=10.0)"
    options = ("--mentions", "gold", "--draws", "10", "--resolvers")
    shown = ("--as", "markdown", "--show", "cost")
    done = coindex("compare", tmp_path / "key.jsonl", *options, f"{name},recent", *shown)
    assert done.returncode == 0, done.stderr
    row = next(line for line in done.stdout.splitlines() if "tiny" in line and line[0] == "|")
    assert [cell.strip() for cell in row.split("|")[-5:-1]] == ["1", "100", "20", "0.0002"]
    assert "words changed 1" in done.stdout
    assert len(endpoint.requests) == 1
    again = coindex("compare", tmp_path / "key.jsonl", *options, f"{name},recent", *shown)
    assert again.stdout == done.stdout and len(endpoint.requests) == 1


def test_visitors_of_a_workbench_cannot_name_it() -> None:
    for text in ("llm(model='tiny')", "llm('tiny', prompt='links')"):
        with pytest.raises(SpecError, match="sends texts to another server"):
            without_files(text)
