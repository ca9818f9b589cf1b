"""The parameters of a component: name, type, default, and the description under the field."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from coindex.core.spec import choices
from coindex.core.syntax import source_tree

REQUIRED = "required"
"""Stands for the default of a parameter that has none."""


class Parameter(NamedTuple):
    """One field of a component; `description` is the string literal under
    it, `default` its value as text.

    `choices` are the values of a `Literal`; empty for other types.
    """

    name: str
    type: str
    default: str
    description: str
    choices: tuple[object, ...] = ()

    @property
    def values(self) -> str:
        """The values that a parameter can have, for readers: its choices, or its type."""
        if not self.choices:
            return self.type
        *first, last = map(repr, self.choices)
        return f"{', '.join(first)} or {last}" if first else last


def parameters(component: type) -> tuple[Parameter, ...]:
    """The parameters of a component, in the order of its fields."""
    if not is_dataclass(component):
        return ()
    described = {
        name: text
        for base in reversed(component.__mro__)
        for name, text in _descriptions(base).items()
    }
    return tuple(
        Parameter(
            item.name,
            _type(item.type),
            _default(item),
            described.get(item.name, ""),
            choices(item.type),
        )
        for item in fields(component)
        if item.init
    )


@cache
def _descriptions(component: type) -> Mapping[str, str]:
    """The string literals under the fields of a class, by field; empty if the source is not
    available.

    Python does not keep docstrings of fields, so they are read from the source.
    """
    try:
        tree = source_tree(component)
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body[0].body if tree.body and isinstance(tree.body[0], ast.ClassDef) else []
    return {
        field.target.id: " ".join(below.value.value.split())
        for field, below in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }


def _type(annotation: object) -> str:
    """The type as written in the source, whether or not annotations are stored as text."""
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def _default(item: Any) -> str:
    value = item.default_factory() if item.default_factory is not MISSING else item.default
    return REQUIRED if value is MISSING else repr(value)
