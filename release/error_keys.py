"""The messages that catalogues translate, collected from the program's sources.

Those with fields are calls of `Message`. One without fields is a plain string that is handed to an
error's class, or to a function or method that hands it on to one; if it has a name, what the name
was given in the same function counts.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from release import sources, translation_keys
from release.sources import SOURCE

_BASES = {"CoindexError"}
_REMEDIES = {"leniently": 0, "doing": 1}
"""The functions that make remedies: from which argument on they are given text."""
_LETTER = re.compile(r"[^\W\d_]{2}")
_FIELD = re.compile(r"\{\w+\}")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def of_messages() -> dict[str, str]:
    """All messages, with their fields numbered, each with its file."""
    takers = _takers(list(sources.nodes().values()))
    keys = dict(translation_keys.of_message_calls())
    for path, nodes in sources.nodes().items():
        for function in _scopes(nodes):
            for call in _own(function):
                for text in _messages(call, takers, function):
                    keys.setdefault(text, path.relative_to(SOURCE).as_posix())
    return {key: at for key, at in keys.items() if _LETTER.search(_FIELD.sub("", key))}


def _takers(modules: list[tuple[ast.AST, ...]]) -> dict[str, int]:
    """By name, the classes of errors and the functions that hand a parameter on to them: which of
    their arguments is the message.
    """
    takers = dict.fromkeys((*_error_classes(modules), "report"), 0)
    functions = [
        (function, method, [node for node in ast.walk(function) if isinstance(node, ast.Call)])
        for nodes in modules
        for owner in nodes
        for method in [isinstance(owner, ast.ClassDef)]
        for function in (owner.body if isinstance(owner, ast.ClassDef | ast.Module) else ())
        if isinstance(function, _Function)
    ]
    before = -1
    while before != len(takers):
        before = len(takers)
        for function, method, calls in functions:
            names = [
                argument.arg if _is_text(argument) else ""
                for argument in function.args.args[method:]
            ]
            for call in calls:
                given = _given(call, takers)
                if isinstance(given, ast.Name) and given.id in names:
                    if function.name == "__init__":
                        continue
                    takers.setdefault(function.name, names.index(given.id))
    return takers


def _is_text(argument: ast.arg) -> bool:
    return isinstance(argument.annotation, ast.Name) and argument.annotation.id == "str"


def _error_classes(modules: list[tuple[ast.AST, ...]]) -> set[str]:
    classes = [node for nodes in modules for node in nodes if isinstance(node, ast.ClassDef)]
    known = set(_BASES)
    before = 0
    while before != len(known):
        before = len(known)
        known |= {
            one.name
            for one in classes
            if any(isinstance(base, ast.Name) and base.id in known for base in one.bases)
        }
    return known - {"MissingExtra"}


def _scopes(nodes: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    """A module and its functions."""
    yield from (node for node in nodes if isinstance(node, ast.Module | _Function))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _Function):
            waiting.extend(ast.iter_child_nodes(node))


def _given(node: ast.AST, takers: dict[str, int]) -> ast.expr | None:
    """What a call hands to an error as its message."""
    if not isinstance(node, ast.Call):
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    place = takers.get(name, -1)
    return node.args[place] if 0 <= place < len(node.args) else None


def _messages(node: ast.AST, takers: dict[str, int], scope: ast.AST) -> Iterator[str]:
    given = [_given(node, takers), *_advice(node)]
    values = _assigned(scope) if any(given) else {}
    for expression in given:
        if expression is not None:
            yield from _texts(expression, values)


def _advice(node: ast.AST) -> Iterator[ast.expr]:
    """What a call says to do about an error."""
    if isinstance(node, ast.Call):
        yield from (word.value for word in node.keywords if word.arg in ("remedy", "effect"))
        name = getattr(node.func, "id", "")
        if name in _REMEDIES:
            yield from node.args[_REMEDIES[name] :]


def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    values: dict[str, list[ast.expr]] = defaultdict(list)
    for node in _own(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    values[target.id].append(node.value)
    return values


def _texts(given: ast.expr, values: dict[str, list[ast.expr]], depth: int = 0) -> Iterator[str]:
    """The strings that an expression may be."""
    if depth > 3:
        return
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value
    elif isinstance(given, ast.IfExp):
        yield from _texts(given.body, values, depth)
        yield from _texts(given.orelse, values, depth)
    elif isinstance(given, ast.Name):
        for value in values.get(given.id, ()):
            yield from _texts(value, values, depth + 1)
