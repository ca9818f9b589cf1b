"""The package's Python files as syntax trees, each read once by a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import coindex

SOURCE = Path(coindex.__file__).parent


@cache
def trees() -> dict[Path, ast.Module]:
    """The trees, in the order of their paths."""
    paths = sorted(SOURCE.rglob("*.py"))
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def nodes() -> dict[Path, tuple[ast.AST, ...]]:
    """All nodes of each tree; many tests look at every one of them."""
    return {path: tuple(ast.walk(tree)) for path, tree in trees().items()}
