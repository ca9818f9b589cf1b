"""Names of the dependencies that routes declare."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from coindex import web

SOURCE = Path(web.__file__).parent
PRONOUNS = {"me", "here", "of", "found", "told", "said"}
"""Words that do not say what a parameter is."""


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def _dependencies(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and "Depends(" in ast.unparse(node.value) and "Annotated" in ast.unparse(node):
            yield ast.unparse(node.targets[0])


def test_dependencies_are_recognisable() -> None:
    names = {f"{path}: {name}" for path, tree in _trees() for name in _dependencies(tree)}
    assert len(names) > 10
    assert not [name for name in names if not name.endswith("Dep")]


def test_parameters_say_what_they_are() -> None:
    places = [
        f"{path}:{node.lineno}: {argument.arg}"
        for path, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        if argument.arg in PRONOUNS
    ]
    assert not places, "\n".join(places)
