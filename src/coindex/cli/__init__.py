"""The command `coindex`: one command a file; heavy libraries are imported by the command that needs them."""

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
from coindex.cli.wording import worded
from coindex.core.errors import CoindexError

COMMANDS = {
    "resolve": "Resolve anaphors: chains, reasons, or the text with its pronouns replaced.",
    "parse": "Parse text into tokens, sentences and dependencies (CoNLL-U).",
    "mentions": "Find the referring expressions of a text.",
    "convert": "Convert annotated documents from one format to another.",
    "score": "Score responses against a key, with intervals, slices and tests.",
    "errors": "Sort the errors of a response by shape and cause, with the text around them.",
    "disclose": "Print the standard disclosure: which pronouns an evaluation leaves out, and why.",
    "stats": "Describe an annotated corpus, and how hard it is.",
    "agree": "Say how far two annotators agree.",
    "compare": "Compare resolvers on a corpus, and other systems' output with them.",
    "run": "Carry out an experiment written down as a plan.",
    "report": "Print a comparison made before: as a page, or as tables in any style.",
    "plot": "Draw the figures of a comparison as SVG.",
    "corpora": "List the corpora there are, and fetch public ones.",
    "tune": "Fit the weights of a resolver to annotated text.",
    "train": "Train a model of your own for the learned resolver on annotated text.",
    "serve": "Open the web workbench and the tagging tool.",
    "backup": "Save everything in the workbench's database as one file.",
    "restore": "Bring a backup into a new database.",
    "list": "List components, family by family, without importing any.",
    "show": "Describe a component: what it is, its parameters, its citation.",
}


@contextmanager
def _ended_alike() -> Iterator[None]:
    """Every command ends in the same way when nobody reads on (`| head`), and when it is interrupted."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python has yet to empty its buffers
        sys.exit(0)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
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
        with _ended_alike():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        with _ended_alike():
            return super().invoke(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"coindex.cli.{cmd_name.replace('-', '_')}_command")
        single = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        run: Callable[..., Any] = module.run
        single.command(cmd_name, help=COMMANDS[cmd_name])(run)
        command = typer.main.get_command(single)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


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
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Resolve anaphora and coreference, explain each decision, compare resolvers fairly."""


def main() -> None:
    """Run the command line; what Coindex or the file system objects to becomes one line and exit code 2."""
    _speak_unicode()
    try:
        with _ended_alike():
            try:
                app()
            finally:
                sys.stdout.flush()
    except CoindexError as error:
        sys.exit(_said(worded(error)))
    except UnicodeEncodeError as error:
        name = error.object[:60].encode("utf-8", "backslashreplace").decode()
        sys.exit(_said(f"the name of a file, or what is called after it, is not UTF-8: {name!r}; rename the file"))
    except OSError as error:
        sys.exit(_said(f"{error.filename or 'standard output'}: {error.strerror or error}"))


def _speak_unicode() -> None:
    """What goes into a file or a pipe is UTF-8 wherever we are; a terminal gets what it can show."""
    if isinstance(sys.stdout, TextIOWrapper):
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def _said(what: str) -> int:
    typer.echo(f"coindex: {what}", err=True)
    return 2
