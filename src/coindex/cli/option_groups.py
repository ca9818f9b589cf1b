"""How options reach commands: the headings of the help, groups of options for which a command has
one parameter, and `--plugin`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, get_type_hints

import typer

INPUT, PREPROCESSING, OUTPUT = "Input", "Preprocessing", "Output"
JOBS = "Jobs over many documents"
HEADINGS = ("Arguments", "Options", OUTPUT, INPUT, PREPROCESSING, JOBS)
"""In their order; "Options" are the command's own."""


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


Plugins = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        metavar="FILE",
        help="Python file with your own components; it is executed. May be repeated.",
    ),
]


def with_plugins(run: Callable[..., Any]) -> Callable[..., Any]:
    """The command with one more option, whose files are loaded before the command starts."""

    @wraps(run)
    def command(*, plugin: list[str] | None = None, **options: Any) -> Any:
        if plugin:
            from coindex.core.plugins import load_plugin

            for path in plugin:
                load_plugin(path)
        return run(**options)

    own = signature(run, eval_str=True)
    option = Parameter("plugin", Parameter.KEYWORD_ONLY, default=None, annotation=Plugins)
    command.__dict__["__signature__"] = own.replace(parameters=[*own.parameters.values(), option])
    command.__annotations__ = {
        **{one.name: one.annotation for one in own.parameters.values()},
        "plugin": Plugins,
    }
    return command
