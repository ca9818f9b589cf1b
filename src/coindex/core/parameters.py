"""The parameters of a component: name, type, range, default, and the description under the field.

    @component
    class Nearest:
        window: int = ranged(3, least=0)
        '''How many sentences back candidates are looked for.'''

A component string and a call of the constructor are checked alike.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from itertools import pairwise
from numbers import Integral, Real
from threading import Lock
from typing import (
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)

from coindex.core.errors import SpecError, closest
from coindex.core.messages import Message

_ALONE = Lock()


def expression(text: str) -> ast.expr:
    """The syntax tree of an expression; nothing is evaluated."""
    with _ALONE:
        return ast.parse(text, mode="eval").body


def source_tree(component: type) -> ast.Module:
    """The syntax tree of a class, from its source; OSError or TypeError
    where the source is not available.
    """
    with _ALONE:  # inspect parses the whole module to find the class
        return ast.parse(textwrap.dedent(inspect.getsource(component)))


REQUIRED = "required"
"""Stands for the default of a parameter that has none."""
_RANGE = "range"
"""The key of a range in the metadata of a field."""
_LINES = "lines"
"""The key of the names that a field of profile lines takes."""
_CHECKING = "checks_parameters"
"""The mark of a `__post_init__` that checks already, for classes that inherit it."""

Class = TypeVar("Class")
Number = TypeVar("Number")


class Range(NamedTuple):
    """The smallest and the largest value of a number; `None` is no limit."""

    least: float | None = None
    most: float | None = None

    def check(self, name: str, key: str, value: Any) -> None:
        """Refuse a value outside the range of the parameter `key` of the component `name`."""
        least, most = self
        if (least is None or value >= least) and (most is None or value <= most):
            return
        given: dict[str, Any] = {"name": name, "item": key, "value": value}
        if least is None:
            raise SpecError(
                Message("{name}: {item} must be at most {most}, not {value!r}", most=most, **given)
            )
        if most is None:
            raise SpecError(
                Message(
                    "{name}: {item} must be at least {least}, not {value!r}", least=least, **given
                )
            )
        raise SpecError(
            Message(
                "{name}: {item} must be from {least} to {most}, not {value!r}",
                least=least,
                most=most,
                **given,
            )
        )

    def __str__(self) -> str:
        """As notation, which needs no translation: `>= 1`, `in [0, 1]`."""
        if self.least is not None and self.most is not None:
            return f"in [{self.least}, {self.most}]"
        return f">= {self.least}" if self.least is not None else f"<= {self.most}"


def ranged(default: Number, *, least: float | None = None, most: float | None = None) -> Number:
    """A field of a component that holds a number of this range; where `None` is the default, it is
    allowed.
    """
    limited: Number = field(default=default, metadata={_RANGE: Range(least, most)})
    return limited


Lines = tuple[tuple[str, Any], ...]
"""Lines of a profile that replace its own, by name."""


def profile_lines(*names: str) -> Lines:
    """A field for what used to be parameters and is now said in a profile.

    Component strings still give these names, and a component is still written with them, so that
    plans and signatures keep their meaning; forms and help leave them out.
    """
    taken: Lines = field(default=(), metadata={_LINES: names}, kw_only=True)
    return taken


def lines_of(component: type) -> tuple[str, tuple[str, ...]]:
    """The field for lines of a profile and the names that it takes; empty without one."""
    found = (
        (item.name, item.metadata[_LINES])
        for item in settings(component)
        if _LINES in item.metadata
    )
    return next(found, ("", ()))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def component(cls: type[Class]) -> type[Class]:
    """Make a class a frozen dataclass whose constructor refuses values outside the ranges and
    choices of its fields.

    A `__post_init__` of the class runs after the check.
    """
    own = getattr(cls, "__post_init__", None)
    if not hasattr(own, _CHECKING):
        setattr(cls, "__post_init__", _checking(own))  # noqa: B010 - unknown to type checkers
    return dataclass(frozen=True, slots=True)(cls)


def _checking(own: Callable[[Any], None] | None) -> Callable[[Any], None]:
    def check_and_initialise(self: Any) -> None:
        kind: type = type(self)
        check(kind, kind.__name__, {name: getattr(self, name) for name in _accepted(kind)})
        if own is not None:
            own(self)

    setattr(check_and_initialise, _CHECKING, True)
    return check_and_initialise


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
    range: Range | None = None

    @property
    def values(self) -> str:
        """The values that a parameter can have, for readers: its choices, or its type and range."""
        if not self.choices:
            return f"{self.type} {self.range}" if self.range else self.type
        *first, last = map(repr, self.choices)
        return f"{', '.join(first)} or {last}" if first else last


def settings(component: type) -> list[Field[Any]]:
    """The fields that the constructor of a component takes, in its order: those that can be given
    by name alone, as the ones of a base are, come last.
    """
    if not is_dataclass(component):
        return []
    known = [item for item in fields(component) if item.init]
    return sorted(known, key=lambda item: bool(item.kw_only))


def parameters(component: type) -> tuple[Parameter, ...]:
    """The parameters of a component, in the order of its constructor."""
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
            item.metadata.get(_RANGE),
        )
        for item in settings(component)
        if _LINES not in item.metadata
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


_PLAIN: Mapping[str, type] = {"int": Integral, "float": Real, "str": str, "bool": bool}


class _Accepted(NamedTuple):
    """What a value is checked against: the type as written and, where it is a plain one, as a
    class; whether `None` is allowed; its choices and its range.
    """

    written: str
    plain: type | None
    optional: bool
    choices: tuple[Any, ...]
    range: Range | None


@cache
def _accepted(component: type) -> Mapping[str, _Accepted]:
    known = {}
    for item in settings(component):
        written = _type(item.type)
        bare = written.removesuffix(" | None")
        known[item.name] = _Accepted(
            written,
            _PLAIN.get(bare),
            bare != written,
            choices(item.type),
            item.metadata.get(_RANGE),
        )
    return known


def check(component: type, name: str, arguments: Mapping[str, Any]) -> None:
    """Check numbers, strings, booleans and literals against annotation and range; other types check
    themselves.
    """
    known = _accepted(component)
    for key, value in arguments.items():
        accepted = known[key]
        if accepted.choices and value not in accepted.choices:
            choice = _choice(accepted.choices, value)
            raise SpecError(
                Message("{name}: {item} is {choice}", name=name, item=key, choice=choice)
            )
        if accepted.plain is None or (value is None and accepted.optional):
            continue
        # In Python a boolean is a number, too.
        if not isinstance(value, accepted.plain) or (
            isinstance(value, bool) and accepted.plain is not bool
        ):
            raise SpecError(
                Message(
                    "{name}: {item} must be {type}, not {value!r}",
                    name=name,
                    item=key,
                    type=accepted.written,
                    value=value,
                )
            )
        if accepted.range is not None:
            accepted.range.check(name, key, value)


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
