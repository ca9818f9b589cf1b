"""Names of variables, parameters and functions say what they stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import coindex

SOURCE = Path(coindex.__file__).parent
ROOMS = (
    "annotation",
    "cli",
    "core",
    "corpora",
    "detectors",
    "engines",
    "experiment",
    "fragmenters",
    "measures",
    "rendering",
    "report",
    "web",
)
VAGUE = {"me", "here", "found", "told", "said", "made"}
"""Pronouns and bare participles, which do not say what a value is."""


def _trees(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    for room in rooms:
        for path in sorted((SOURCE / room).rglob("*.py")):
            yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def _dependencies(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and "Depends(" in ast.unparse(node.value) and "Annotated" in ast.unparse(node):
            yield ast.unparse(node.targets[0])


def test_dependencies_of_routes_are_recognisable() -> None:
    names = {f"{path}: {name}" for path, tree in _trees("web") for name in _dependencies(tree)}
    assert len(names) > 10
    assert not [name for name in names if not name.endswith("Dep")]


def _names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.For | ast.AsyncFor | ast.comprehension | ast.NamedExpr | ast.withitem):
            for name in ast.walk(node):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    yield name.lineno, name.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name.lstrip("_")
            for argument in (*node.args.posonlyargs, *node.args.args):
                yield argument.lineno, argument.arg


def test_variables_and_parameters_say_what_they_are() -> None:
    places = [f"{path}:{line}: {name}" for path, tree in _trees(*ROOMS) for line, name in _names(tree) if name in VAGUE]
    assert not places, "\n".join(places)
