"""The notation of components: `mitkov(window=2)`, `LEA(singletons=False)@exact` <-> name,
parameters and view.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, NamedTuple, get_args, get_origin

from coindex.core.errors import SpecError, closest, suggestion
from coindex.core.messages import Message
from coindex.core.syntax import expression

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
    known = [item for item in fields(component) if item.init] if is_dataclass(component) else []
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
    for key, value in spec.named:
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
    _check_types(component, spec.name, arguments)
    missing = [item.name for item in known if item.name not in arguments and _required(item)]
    if missing:
        raise SpecError(
            Message("{spec} needs {missing}", spec=spec.name, missing=", ".join(missing))
        )
    try:
        return component(**arguments)
    except (TypeError, ValueError) as error:
        raise SpecError(Message("{spec}: {error}", spec=spec.name, error=error)) from error


def _required(item: Any) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


_PLAIN: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float),
    "str": (str,),
    "bool": (bool,),
    "bool | None": (bool, type(None)),
}


def _check_types(component: type, name: str, arguments: Mapping[str, Any]) -> None:
    """Check numbers, strings, booleans and literals against the annotation; other types check
    themselves.
    """
    for item in fields(component) if is_dataclass(component) else ():
        allowed = choices(item.type)
        if item.name in arguments and allowed and arguments[item.name] not in allowed:
            raise SpecError(
                Message(
                    "{name}: {item} is {choice}",
                    name=name,
                    item=item.name,
                    choice=_choice(allowed, arguments[item.name]),
                )
            )
        expected = _PLAIN.get(
            item.type if isinstance(item.type, str) else getattr(item.type, "__name__", "")
        )
        if item.name not in arguments or expected is None:
            continue
        value = arguments[item.name]
        wrong_boolean = isinstance(value, bool) and bool not in expected
        if wrong_boolean or not isinstance(value, expected):
            raise SpecError(
                Message(
                    "{name}: {item} must be {type}, not {value!r}",
                    name=name,
                    item=item.name,
                    type=item.type,
                    value=value,
                )
            )


def _choice(allowed: tuple[Any, ...], value: Any) -> Message:
    """The end of an error message: the allowed values, the wrong one, and what was
    probably meant.
    """
    *first, last = map(repr, allowed)
    meant = closest(str(value), map(str, allowed))
    allowed_values = f"{', '.join(first)} or {last}"
    if not meant:
        return Message("{allowed}, not {value!r}", allowed=allowed_values, value=value)
    return Message(
        "{allowed}, not {value!r}; did you mean {meant!r}?",
        allowed=allowed_values,
        value=value,
        meant=meant,
    )


def choices(annotation: Any) -> tuple[Any, ...]:
    """The values of a `Literal`, also if annotations are stored as text; empty for other types."""
    if not isinstance(annotation, str):
        return get_args(annotation) if get_origin(annotation) is Literal else ()
    if not annotation.startswith("Literal[") or not annotation.endswith("]"):
        return ()
    values: tuple[Any, ...] = ast.literal_eval(expression(f"({annotation[8:-1]},)"))
    return values


def parameters(component: Any) -> tuple[tuple[str, Any], ...]:
    """The parameters of a component that differ from their defaults, in order."""
    changed = []
    for item in fields(component):
        if not item.init:
            continue
        value = getattr(component, item.name)
        default = item.default_factory() if item.default_factory is not MISSING else item.default
        if default is MISSING or value != default:
            changed.append((item.name, value))
    return tuple(changed)
