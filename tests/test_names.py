"""Names of variables, parameters, functions and classes say what they stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests import sources
from tests.sources import SOURCE

ROOMS = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
VAGUE = {"me", "here", "found", "told", "said", "made"}
"""Pronouns and bare participles, which do not say what a value is."""


def test_every_room_is_read() -> None:
    assert {"core", "language", "resolvers", "training", "checking"} <= set(ROOMS)
    assert len(ROOMS) > 20


def _trees(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    for room in rooms:
        for path, tree in sources.trees().items():
            if path.is_relative_to(SOURCE / room):
                yield path.relative_to(SOURCE).as_posix(), tree


def _dependencies(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and "Depends(" in ast.unparse(node.value)
            and "Annotated" in ast.unparse(node)
        ):
            yield ast.unparse(node.targets[0])


def test_dependencies_of_routes_are_recognisable() -> None:
    names = {f"{path}: {name}" for path, tree in _trees("web") for name in _dependencies(tree)}
    assert len(names) > 10
    assert not [name for name in names if not name.endswith("Dep")]


def _names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names of variables, attributes, parameters, functions and classes; declared fields can be
    public, as those of JSON are.
    """
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    fields = {
        part.target for node in classes for part in node.body if isinstance(part, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
            yield node.lineno, node.id.lstrip("_")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name.lstrip("_")
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                yield argument.lineno, argument.arg
        elif isinstance(node, ast.ClassDef):
            yield node.lineno, node.name.lstrip("_").lower()
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr.lstrip("_")


def test_variables_and_parameters_say_what_they_are() -> None:
    places = [
        f"{path}:{line}: {name}"
        for path, tree in _trees(*ROOMS)
        for line, name in _names(tree)
        if name in VAGUE
    ]
    assert not places, "\n".join(places)
