"""Groups of options: a command has one parameter for options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any, get_type_hints


def with_grouped_options(run: Callable[..., Any]) -> Callable[..., Any]:
    """The command with the options of each group instead of the group's parameter.

    A parameter whose type is a dataclass is a group, and the fields of the dataclass are options.
    """
    own = signature(run, eval_str=True)
    groups = {name: one.annotation for name, one in own.parameters.items() if _is_group(one)}
    if not groups:
        return run

    @wraps(run)
    def command(**options: Any) -> Any:
        for name, group in groups.items():
            options[name] = group(**{one.name: options.pop(one.name) for one in fields(group)})
        return run(**options)

    parameters: list[Parameter] = []
    for name, one in own.parameters.items():
        parameters += _options(groups[name]) if name in groups else [one]
    by_keyword = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    command.__dict__["__signature__"] = own.replace(parameters=by_keyword)
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _is_group(parameter: Parameter) -> bool:
    return isinstance(parameter.annotation, type) and is_dataclass(parameter.annotation)


def _options(group: type[Any]) -> list[Parameter]:
    types = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            one.name, Parameter.KEYWORD_ONLY, default=_default(one), annotation=types[one.name]
        )
        for one in fields(group)
    ]


def _default(field: Field[Any]) -> Any:
    return Parameter.empty if field.default is MISSING else field.default
