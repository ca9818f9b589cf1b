"""The contract of formats: one that takes empty tokens for words is noticed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from coindex.core import registry
from coindex.core.layers import Layer
from coindex.testing import check_format

PAGE = Path(__file__).parents[2] / "docs" / "own-format.md"
SAMPLES = {"story.spans": "Ann slept .\nShe dreamed .\n\nann\t1\t1\nann\t4\t4\n"}


BLOCKS: list[str] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
SOURCE = next(block for block in BLOCKS if "class Spans" in block)


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Makes the format of a source, for one test."""

    def made(source: str) -> Any:
        module = ModuleType("documented_spans")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(compile(source, str(PAGE), "exec", dont_inherit=True), module.__dict__)
        registry.register("formats", "spans", module.Spans)
        return module.Spans()

    return made


def test_the_page_lists_all_layers() -> None:
    table = PAGE.read_text("utf-8").partition("These are the layers:")[2].partition("## ")[0]
    assert re.findall(r"`([A-Z_]+)`", table) == [layer.name for layer in Layer]


def test_the_example_of_the_page_keeps_the_contract(spans: Callable[[str], Any]) -> None:
    check_format(spans(SOURCE), SAMPLES)


@pytest.mark.parametrize(
    ("part", "instead", "message"),
    [
        (
            "document.words(sentence.span)",
            "document.tokens[sentence.span.start : sentence.span.end]",
            "empty tokens become words",
        ),
        ("not token.empty for", "True for", "cannot be read"),
        ("if first <= last:", "if first <= last < 8:", "mentions move or leave"),
        ("Layer.SENTENCES,", "Layer.SENTENCES, Layer.EMPTY,", "empty tokens are lost"),
        (
            "if first <= last:",
            (
                "if first <= last and not any(\n"
                "    one is not mention and one.start <= mention.start and mention.end <= one.end\n"
                "    for other in annotation.entities\n"
                "    for one in other.mentions\n"
                "):"
            ),
            "mentions: [0-9]+ lost, such as “",
        ),
    ],
)
def test_empty_tokens_are_not_words(
    spans: Callable[[str], Any], part: str, instead: str, message: str
) -> None:
    assert part in SOURCE
    with pytest.raises(AssertionError, match=message):
        check_format(spans(SOURCE.replace(part, instead)), SAMPLES)
