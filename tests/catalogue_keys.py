"""The sentences of the program that catalogues translate, collected from its sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import coindex
from coindex.rendering.wording import sentences

SOURCE = Path(coindex.__file__).parent
TEMPLATES = (SOURCE / "web/templates", SOURCE / "report/html/templates")
_CALL = re.compile(r'\bt\("([^"]+)"\)')
_CHOICE = re.compile(r"\bt\(\{(.*?)\}\[")


def of_templates() -> dict[str, str]:
    """Text of templates and words in them that go through `t`, each with its file."""
    keys: dict[str, str] = {}
    for folder in TEMPLATES[:1]:
        for path in sorted(folder.glob("*.html")):
            source = path.read_text(encoding="utf-8")
            words = [*sentences(source), *_CALL.findall(source)]
            for choice in _CHOICE.findall(source):
                words += re.findall(r': "([^"]+)"', choice)
            keys |= dict.fromkeys(words, path.name)
    return keys


def of_calls(name: str) -> dict[str, str]:
    """Sentences that Python modules hand to a function of this name, each with its file."""
    return {
        sentence: path.relative_to(SOURCE).as_posix()
        for path in sorted(SOURCE.rglob("*.py"))
        for sentence in _arguments(ast.parse(path.read_text(encoding="utf-8")), name)
    }


def _arguments(tree: ast.Module, name: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == name
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield str(node.args[0].value)


def listed(keys: dict[str, str]) -> str:
    """Sentences as lines of a catalogue, ready to be completed."""
    return "\n".join(f'"{key}" = ""  # {place}' for key, place in sorted(keys.items()))
