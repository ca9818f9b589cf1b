"""The command `coindex`: its frame, and the library's own subcommands, one module each, which
imports the heavy libraries it needs. Other rooms and packages declare theirs as entry points.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from itertools import groupby
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from coindex import __version__
from coindex.cli.option_groups import HEADINGS, with_grouped_options, with_plugins
from coindex.cli.wording import (
    asked_language,
    chosen_interface,
    explain,
    in_language,
    translated_command,
    translated_help,
    usage_errors_in_language,
)
from coindex.core import registry
from coindex.core.commands import GROUPS, Command
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.interface.catalogues import speaking
from coindex.interface.translation import say, translate


@contextmanager
def _uniform_ending() -> Iterator[None]:
    """End every command in the same way when its output is closed (`|
    head`) and when it is interrupted.
    """
    try:
        yield
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # Python still flushes its buffers at exit
        sys.exit(0)
    except KeyboardInterrupt:
        typer.echo(say("interrupted"), err=True)
        sys.exit(130)


@cache
def commands() -> dict[str, Command]:
    """Every command that an installed package declares, by name, in the order of the help."""
    found: dict[str, Command] = {}
    for name, point in registry.declarations("commands").items():
        try:
            found[name] = point.load()
        except Exception as error:  # a module may raise anything while it is imported
            what = Message(
                "command {name!r} ({point}) cannot be loaded: {error}",
                name=name,
                point=point.value,
                error=error,
            )
            typer.echo(f"coindex: {translate(what)}", err=True)
    last = len(GROUPS)
    places = {group: place for place, group in enumerate(GROUPS)}

    def order(name: str) -> tuple[int, str, int, str]:
        command = found[name]
        return places.get(command.group, last), command.group, command.rank, name

    return {name: found[name] for name in sorted(found, key=order)}


def _function(name: str, declared: Command) -> Callable[..., Any]:
    """What a command runs; one that a package brings may be declared wrongly."""
    module, _, function = declared.run.partition(":")
    try:
        run: Callable[..., Any] = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        what = Message(
            "command {name!r} ({point}) cannot be loaded: {error}",
            name=name,
            point=declared.run,
            error=error,
        )
        raise CoindexError(what) from error
    return run


WIDEST_OPTION = 24
"""Characters of the column of options; the description of a longer one is below it."""
_LEAST = re.compile(r" *\[x>=\d+\]|; x>=\d+(?=\])")
"""The least value of a number, which an error names when it matters."""
_VALUES = {"int": "N", "float": "X", "str": "TEXT", "path": "PATH"}
_TYPE = re.compile(rf"<({'|'.join(_VALUES)})(?: range)?>")


class _Command(TyperCommand):
    """Lists its options under headings: those that several commands share have one each."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                option = _TYPE.sub(lambda found: _VALUES[found[1]], record[0])
                record = (option, _LEAST.sub("", record[1]))
                heading = "Arguments" if parameter.param_type_name == "argument" else "Options"
                heading = getattr(parameter, "rich_help_panel", None) or heading
                sections.setdefault(heading, []).append(record)
        for heading in sorted(sections, key=_order_of_headings):
            with formatter.section(say(heading)):
                formatter.write_dl(sections[heading], col_max=WIDEST_OPTION)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the example as it is: what is typed must not be wrapped."""
        if self.epilog:
            with formatter.section(say("Example")):
                for line in self.epilog.splitlines():
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def _order_of_headings(heading: str) -> int:
    return HEADINGS.index(heading) if heading in HEADINGS else len(HEADINGS)


class _Commands(TyperGroup):
    """Imports a command's module only when that command is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(commands())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        meant = get_close_matches(args[0], commands(), n=1)
        if meant and args[0] not in commands():
            ctx.fail(f"No such command {args[0]!r}. Did you mean {meant[0]!r}?")
        return super().resolve_command(ctx, args)

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        with _uniform_ending(), usage_errors_in_language():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        with _uniform_ending(), usage_errors_in_language():
            return super().invoke(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        declared = commands().get(cmd_name)
        if declared is None:
            return None
        run = with_grouped_options(_function(cmd_name, declared))
        if declared.plugins:
            run = with_plugins(run)
        single = typer.Typer(
            add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
        )
        single.command(cmd_name, cls=_Command, help=declared.summary, epilog=declared.example)(run)
        command = typer.main.get_command(single)
        command.name = cmd_name
        _hide_python_types(command)
        return translated_command(command)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        listed = [pair for pair in commands().items() if pair[1].listed]
        for group, members in groupby(listed, lambda pair: pair[1].group):
            with formatter.section(translated_help(group)):
                formatter.write_dl([(name, translated_help(one.summary)) for name, one in members])

    def get_help(self, ctx: Any) -> str:
        self.help = translated_help(self.help or "")
        for parameter in self.params:
            parameter.help = translated_help(getattr(parameter, "help", "") or "")  # type: ignore[attr-defined]  # arguments have none
        return in_language(super().get_help(ctx))


def _hide_python_types(command: Any) -> None:
    """Keep `<list[str]>`, Typer's words for values that may be repeated, out of the help."""
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: ""
        elif parameter.multiple and parameter.metavar is None:
            parameter.metavar = "TEXT"


app = typer.Typer(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"coindex {__version__}")
        raise typer.Exit


@app.callback()
def _start(
    ctx: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
    interface: str = typer.Option(
        "",
        "--interface",
        metavar="LANGUAGE",
        help="Language of messages and help, such as en or es; else $COINDEX_INTERFACE.",
    ),
) -> None:
    """Resolve anaphora and coreference, explain each decision, compare resolvers fairly."""
    if interface:  # `main` takes the option from the command line before
        ctx.with_resource(speaking(asked_language(interface)))


def main() -> None:
    """Run the command line; errors of Coindex and of the file system
    become one line and exit code 2.
    """
    _use_unicode()
    try:
        with chosen_interface():
            _run()
    except CoindexError as error:
        sys.exit(_fail(explain(error)))


def _run() -> None:
    try:
        with _uniform_ending():
            try:
                app()
            finally:
                sys.stdout.flush()
    except CoindexError as error:
        sys.exit(_fail(explain(error)))
    except UnicodeEncodeError as error:
        name = error.object[:60].encode("utf-8", "backslashreplace").decode()
        what = Message(
            "the name of a file or document is not UTF-8: {name!r}; rename the file", name=name
        )
        sys.exit(_fail(translate(what)))
    except OSError as error:
        where = error.filename or say("standard output")
        sys.exit(_fail(f"{where}: {translate(str(error.strerror or error))}"))


def _use_unicode() -> None:
    """Write UTF-8 to files and pipes, whatever the locale; a terminal gets what it can show."""
    if isinstance(sys.stdout, TextIOWrapper):
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def _fail(message: str) -> int:
    typer.echo(f"coindex: {message}", err=True)
    return 2
