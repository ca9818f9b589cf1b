"""The command `coindex`: one module for each subcommand, which
imports the heavy libraries it needs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import typer
from typer.core import TyperGroup

from coindex import __version__
from coindex.cli.groups import with_grouped_options
from coindex.cli.interface import asked_language, chosen_interface, in_language, localized
from coindex.cli.plugins import with_plugins
from coindex.cli.usage import usage_errors_in_language
from coindex.cli.wording import worded
from coindex.core.errors import CoindexError
from coindex.core.interface import helped, message, say, speaking

COMMANDS = {
    "resolve": "Resolve anaphors: chains, reasons, or the text with its pronouns replaced.",
    "rewrite": "Make a text stand on its own: names replace pronouns where that is safe.",
    "chunks": "Cut documents into passages that stand on their own, for retrieval.",
    "graph": "Turn documents into a graph: entities are its nodes, their relations its edges.",
    "book": "Read novels and plays: characters, quotations, who does what and meets whom.",
    "pseudonymise": "Replace names with pseudonyms, and restore them with a key file.",
    "parse": "Parse text into tokens, sentences and dependencies (CoNLL-U).",
    "mentions": "Find the referring expressions of a text.",
    "convert": "Convert annotated documents from one format to another.",
    "score": "Score responses against a key, with intervals, slices and tests.",
    "errors": "Classify the errors of a response by shape and cause, and show them in context.",
    "disclose": "Print the standard disclosure: which pronouns an evaluation excludes, and why.",
    "solutions": (
        "Print the output of SUPAR's evaluation module: solved anaphors and their candidates."
    ),
    "stats": "Describe an annotated corpus and how difficult it is.",
    "cohere": "Measure how texts hold together: centers, entity grid, chains.",
    "agree": "Measure the agreement between two or more annotators.",
    "replay": "Count the actions that a resolver's proposals save, by making an annotation again.",
    "check": "Check an annotation for errors, and for what is probably wrong.",
    "compare": "Compare resolvers, and the output of other systems, on a corpus.",
    "run": "Run an experiment from a plan file.",
    "report": "Write an earlier comparison as a page, or as tables in any style.",
    "plot": "Draw the figures of a comparison as SVG.",
    "corpora": "List the known corpora, and download public ones.",
    "tune": "Fit the weights of a resolver to annotated text.",
    "train": "Train your own model for the learned resolver on annotated text.",
    "serve": "Start the web workbench and the tagging tool.",
    "backup": "Save the workbench's database as one file.",
    "restore": "Restore a backup into a new database.",
    "list": "List components by family, without importing them.",
    "show": "Describe a component: what it does, its parameters, its citation.",
}


WITHOUT_COMPONENTS = ("backup", "restore", "plot", "corpora", "serve")
"""Commands that take no component; `serve` takes a folder of plug-ins instead."""


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


class _Commands(TyperGroup):
    """Imports a command's module only when that command is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        meant = get_close_matches(args[0], COMMANDS, n=1)
        if meant and args[0] not in COMMANDS:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {meant[0]!r}?")
        return super().resolve_command(ctx, args)

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        with _uniform_ending(), usage_errors_in_language():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        with _uniform_ending(), usage_errors_in_language():
            return super().invoke(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"coindex.cli.{cmd_name.replace('-', '_')}_command")
        single = typer.Typer(
            add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
        )
        run: Callable[..., Any] = with_grouped_options(module.run)
        if cmd_name not in WITHOUT_COMPONENTS:
            run = with_plugins(run)
        single.command(cmd_name, help=COMMANDS[cmd_name])(run)
        command = typer.main.get_command(single)
        command.name = cmd_name
        _hide_python_types(command)
        return localized(command)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, helped(text)) for name, text in COMMANDS.items()])

    def get_help(self, ctx: Any) -> str:
        self.help = helped(self.help or "")
        for parameter in self.params:
            parameter.help = helped(getattr(parameter, "help", "") or "")  # type: ignore[attr-defined]  # arguments have none
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
    context_settings={"help_option_names": ["-h", "--help"]},
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
        sys.exit(_fail(worded(error)))


def _run() -> None:
    try:
        with _uniform_ending():
            try:
                app()
            finally:
                sys.stdout.flush()
    except CoindexError as error:
        sys.exit(_fail(worded(error)))
    except UnicodeEncodeError as error:
        name = error.object[:60].encode("utf-8", "backslashreplace").decode()
        what = f"the name of a file or document is not UTF-8: {name!r}; rename the file"
        sys.exit(_fail(message(what)))
    except OSError as error:
        what = message(str(error.strerror or error))
        sys.exit(_fail(f"{error.filename or say('standard output')}: {what}"))


def _use_unicode() -> None:
    """Write UTF-8 to files and pipes, whatever the locale; a terminal gets what it can show."""
    if isinstance(sys.stdout, TextIOWrapper):
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def _fail(message: str) -> int:
    typer.echo(f"coindex: {message}", err=True)
    return 2
