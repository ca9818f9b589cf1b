"""Patterns that the style sheet in CONTRIBUTING.md advises against, kept out of
what users and contributors read.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
PATTERNS = {
    "again, not *anew*": (r"\banew\b", "counted anew"),
    "say who acts, not *whoever* or *somebody*": (r"\b(?:whoever|somebody)\b", "for whoever asks"),
    "*is not a*, not *is no*": (
        r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|other\b|such\b|one\b)[a-z]+\b",
        "this is no path",
    ),
    "*distinguished by*, not *told by*": (r"\btold by\b", "told by its name"),
    "*continues*, not *goes on*": (
        r"\b(?:goes|gone) on (?:with|where|without)\b",
        "goes on with it",
    ),
    "*the n-th*": ("how-man", "the how-manieth it is"),
    "*this many*, or the number itself, not *so many*": (
        r"\bso many\b(?! (?:that|more)\b)",
        "at most so many words",
    ),
    "*repeatedly*, or *recur*, not *again and again*": (
        r"\bagain and again\b",
        "come again and again",
    ),
}
"""Each rule with its pattern, and an example that it catches."""
ROOMS = (
    "annotation",
    "checking",
    "cli",
    "core",
    "corpora",
    "detectors",
    "engines",
    "experiment",
    "formats",
    "fragmenters",
    "integrations",
    "language",
    "measures",
    "models",
    "parsers",
    "rendering",
    "report",
    "resolvers",
    "testing",
    "training",
    "web",
)
"""Rooms of the package that are checked."""
SUFFIXES = (".py", ".js", ".html")


def _files() -> list[Path]:
    package = PROJECT / "src/coindex"
    code = [
        path
        for room in ROOMS
        for path in sorted((package / room).rglob("*"))
        if path.suffix in SUFFIXES
    ]
    return [*code, PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]


@pytest.mark.parametrize("rule", list(PATTERNS))
def test_plain_english(rule: str) -> None:
    pattern, example = PATTERNS[rule]
    assert re.search(pattern, example)
    places = [
        f"{path.relative_to(PROJECT)}:{number}: {line.strip()}"
        for path in _files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert not places, f"{rule}:\n" + "\n".join(places)
