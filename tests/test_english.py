"""Patterns that the style sheet in CONTRIBUTING.md advises against, kept out of
what users and contributors read.
"""

from __future__ import annotations

import re
from functools import cache
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
    "*about*, or *applies to*, not *said of*": (
        r"(?<!const )\bsaid of\b",
        "what is said of a chain",
    ),
    "*separated by*, not *parted by*": (r"\bparted (?:by|from)\b", "parted by blanks"),
    "*instead of*, or *replaces*, not *in the place of*": (
        r"\bin the place of\b",
        "in the place of it",
    ),
    "*nevertheless*, not *all the same*": (
        r"\ball the same\b(?! one\b)",
        "right all the same",
    ),
    "*most frequent*, not *commonest*": (r"\bcommonest\b", "the commonest first"),
    "*one ... per line*, not *a ... a line*": (
        r"\b(?:one|a) (?:line|token|word|sentence|document) a (?:line|file|chain|predicate)\b",
        "a token a line",
    ),
    "*missing*, or *does not exist*, not *is not there*": (
        r"\bthat (?:is|are) not there\b",
        "a word that is not there",
    ),
    "*cannot represent*, not *has no place for*": (r"\bno place for\b", "has no place for it"),
    "*while it runs*, not *as it goes*": (r"\bas it goes\b", "corrected as it goes"),
    "*X was not found*, not *there is no such X*": (
        r"\bthere is no such\b",
        "there is no such page",
    ),
    "*aligned with*, or *mapped to*, not *laid over*": (
        r"\blaid (?:over|on|beside)\b",
        "laid over each other",
    ),
    "*distinguished*, not *told apart*": (r"\btold apart\b", "are told apart by"),
    "*reversed*, not *turned round*": (r"\bturned round\b", "passives are turned round"),
    "*form a cycle*": ("round in a circle", "go round in a circle"),
    "*refer to*, not *take up*": (
        r"\b(?:[Tt]ak(?:e|es|ing)|took|taken) up\b",
        "which pronouns take up",
    ),
    "*must be a or b*, not *is a or b, not c*": (
        r"\b(?!must )\w+ is ['a-z_]+ or ['a-z_]+, not \{",
        "mode is 'a' or 'b', not {mode!r}",
    ),
    "*replace with*, not *replace by*": (
        r"\b[Rr]eplace (?!published|those)[^.,;:]{2,45}? by\b",
        "replace names by pseudonyms",
    ),
    "*the layout of a file*, not *of a file*, opens a description": (
        r'"""Of (?!course)',
        '"""Of one document, in order."""',
    ),
    "*is being read*, not *on its way*": (r"\bon (?:its|their) way to\b", "on its way to be"),
}
"""Each rule with its pattern, and an example that it catches."""
SUFFIXES = (".py", ".js", ".html")


@cache
def _texts() -> dict[Path, str]:
    package = PROJECT / "src/coindex"
    code = [path for path in sorted(package.rglob("*")) if path.suffix in SUFFIXES]
    paths = [*code, PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
    return {path.relative_to(PROJECT): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("rule", list(PATTERNS))
def test_plain_english(rule: str) -> None:
    pattern, example = PATTERNS[rule]
    assert re.search(pattern, example)
    places = [
        f"{path}:{number}: {line.strip()}"
        for path, text in _texts().items()
        if re.search(pattern, text)  # a whole file is searched sooner than its lines
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert not places, f"{rule}:\n" + "\n".join(places)
