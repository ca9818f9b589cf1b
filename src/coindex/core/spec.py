"""The notation of components: `mitkov(window=2)`, `LEA(singletons=False)@exact` <-> name,
parameters and view.
"""

from __future__ import annotations

import ast
import logging
import re
from dataclasses import MISSING
from functools import cache
from typing import Any, NamedTuple

from coindex.core.errors import SpecError, suggestion
from coindex.core.messages import Message
from coindex.core.parameters import check, expression, lines_of, settings

_LOG = logging.getLogger("coindex")
LONGEST = 10_000
"""Characters of a component string: longer ones are refused before Python's parser sees them, whose
memory grows with them.
"""


class Spec(NamedTuple):
    """The parts of a component string. Nothing has been looked up or imported."""

    name: str
    positional: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()
    view: str = ""

    def with_named(self, name: str, value: Any) -> Spec:
        """The same component with another value of a parameter."""
        others = (pair for pair in self.named if pair[0] != name)
        return self._replace(named=(*others, (name, value)))

    def __str__(self) -> str:
        arguments = [repr(value) for value in self.positional]
        arguments += [f"{key}={value!r}" for key, value in self.named]
        call = f"{self.name}({', '.join(arguments)})" if arguments else self.name
        return f"{call}@{self.view}" if self.view else call


_HYPHENATED = re.compile(r"[A-Za-z]\w*(?:-\w+)+")


def read(text: str) -> Spec:
    """Split a component string into its parts. It is parsed as a literal call and never
    evaluated.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise SpecError(
            Message(
                "component string of {count} characters; at most {longest} are read",
                count=len(text),
                longest=LONGEST,
            )
        )
    if _HYPHENATED.fullmatch(text):  # corpora have such names, and no options
        return Spec(text)
    try:
        tree = expression(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SpecError(
            Message(
                "cannot read {shortened!r}: write NAME, NAME(option=value) or NAME(...)@view",
                shortened=shortened(text),
            )
        ) from error
    view = ""
    if (
        isinstance(tree, ast.BinOp)
        and isinstance(tree.op, ast.MatMult)
        and isinstance(tree.right, ast.Name)
    ):
        view = tree.right.id
        tree = tree.left
    if isinstance(tree, ast.Name):
        return Spec(tree.id, view=view)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        positional = tuple(_literal(node, text) for node in tree.args)
        named = tuple((_keyword(node, text), _literal(node.value, text)) for node in tree.keywords)
        return Spec(tree.func.id, positional, named, view)
    raise SpecError(
        Message(
            "cannot read {shortened!r}: write NAME, NAME(option=value) or NAME(...)@view",
            shortened=shortened(text),
        )
    )


def several(text: str) -> tuple[str, ...]:
    """The component strings in a list with commas; commas inside brackets and quotes do not
    separate them.
    """
    parts, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        if character == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += character
    return tuple(part.strip() for part in parts if part.strip())


def shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."


def _keyword(node: ast.keyword, text: str) -> str:
    if node.arg is None:
        raise SpecError(
            Message("cannot read {shortened!r}: ** is not allowed", shortened=shortened(text))
        )
    return node.arg


def _literal(node: ast.expr, text: str) -> Any:
    try:
        return _frozen(ast.literal_eval(node))
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        source = shortened(ast.unparse(node))
        raise SpecError(
            Message(
                "{source!r} in {shortened!r} is not a literal: use numbers, 'strings', "
                "True, False, None, (tuples)",
                source=source,
                shortened=shortened(text),
            )
        ) from error


def _frozen(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return tuple(sorted((key, _frozen(item)) for key, item in value.items()))
    if isinstance(value, set):
        return tuple(sorted(value))
    return value


def build(component: type, spec: Spec) -> Any:
    """Construct a component; for a wrong parameter, the error says which are known and which was
    probably meant.
    """
    field, former = lines_of(component)
    known = [item for item in settings(component) if item.name != field]
    names = [item.name for item in known]
    if len(spec.positional) > len(names):
        raise SpecError(
            Message(
                "{spec} takes at most {count} parameters; {suggestion}",
                spec=spec.name,
                count=len(names),
                suggestion=suggestion("", names),
            )
        )
    arguments: dict[str, Any] = dict(zip(names, spec.positional, strict=False))
    # Parameters that have become lines of a profile are still read, so that old plans and databases
    # keep working.
    lines = [(key, value) for key, value in spec.named if key in former]
    for key, value in spec.named:
        if key in former:
            _note(spec.name, key)
            continue
        if key not in names:
            raise SpecError(
                Message(
                    "{spec} has no parameter {key!r}; {suggestion}",
                    spec=spec.name,
                    key=key,
                    suggestion=suggestion(key, names),
                )
            )
        if key in arguments:
            raise SpecError(Message("{spec} is given {key!r} twice", spec=spec.name, key=key))
        arguments[key] = value
    check(component, spec.name, arguments)
    missing = [item.name for item in known if item.name not in arguments and _required(item)]
    if missing:
        raise SpecError(
            Message("{spec} needs {missing}", spec=spec.name, missing=", ".join(missing))
        )
    if lines:
        arguments[field] = tuple(lines)
    try:
        return component(**arguments)
    except (TypeError, ValueError) as error:
        raise SpecError(Message("{spec}: {error}", spec=spec.name, error=error)) from error


@cache
def _note(name: str, key: str) -> None:
    """Say once that a parameter has become a line of a profile."""
    _LOG.warning(
        "%s: %s is a line of a profile now; it is still read, and a file is the way to set it: "
        "%s(profile='mine.toml')",
        name,
        key,
        name,
    )


def _required(item: Any) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


def parameters(component: Any) -> tuple[tuple[str, Any], ...]:
    """The parameters of a component that differ from their defaults, in order."""
    changed: list[tuple[str, Any]] = []
    field, _ = lines_of(type(component))
    for item in settings(type(component)):
        if item.name == field:
            changed += getattr(component, field)
            continue
        value = getattr(component, item.name)
        default = item.default_factory() if item.default_factory is not MISSING else item.default
        if default is MISSING or value != default:
            changed.append((item.name, value))
    return tuple(changed)
