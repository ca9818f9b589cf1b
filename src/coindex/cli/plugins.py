"""The option `--plugin`, which every command that takes components has."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

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
