"""What the command line says, in the language of the interface: `--interface`, help, remedies in
terms of options and commands, usage errors.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import StringIO
from typing import IO, Any, Protocol, runtime_checkable

import typer

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.core.remedies import Action, Words
from coindex.interface.catalogues import (
    VARIABLE,
    catalogue,
    current,
    interfaces,
    language,
    matching,
    speaking,
)
from coindex.interface.translation import say, translate

WORDS: Words = {
    Action.READ_LENIENTLY: "--lenient {effect}",
    Action.NAME_FORMAT: "name the format with --from, such as text; see `coindex list formats`",
    Action.NAME_ENCODING: (
        "name its encoding, as --encoding latin-1, in resolve, parse, mentions or convert"
    ),
    Action.NAME_OUTPUT_FORMAT: "name the format with --to in convert, with --as in resolve",
    Action.WRITE_TO_FOLDER: "name a folder with -o",
    Action.RESUME: "--resume continues the job",
    Action.NAME_LANGUAGE: "name it with --language if it is another",
    Action.CHOOSE_PARSER: "choose a parser with --parser; see `coindex list parsers`",
    Action.CHOOSE_RESOLVER: "--resolver auto chooses one that fits; see `coindex list resolvers`",
    Action.DETECT_MENTIONS: "--mentions detected finds some",
    Action.MISSING_IS_EMPTY: "--missing empty {effect}",
    Action.NAME_PLUGIN: "give the file with --plugin",
    Action.FIND_IN_PLUGIN: "if a plug-in has it, give its file with --plugin",
    Action.COPY_CORPUS: "`coindex corpora get NAME --from PATH` copies it",
    Action.WRITE_JSON_LINES: "write it with --as jsonl instead",
    Action.NAME_TEXT_FIELD: "name another field with --text-field",
    Action.GIVE_ANNOTATION: (
        "give a file with annotation; `coindex resolve` needs none, and `coindex serve` opens a "
        "tool to annotate with"
    ),
}


def explain(error: CoindexError) -> str:
    """What is wrong and what to do, in one line."""
    return translate(error.worded(WORDS))


OPTION = "--interface"
_HEADINGS = re.compile(r"^(Usage|Options|Arguments):", re.MULTILINE)
_FIXED = ("[OPTIONS]", "COMMAND [ARGS]...", "Show this message and exit.")
"""What Typer writes into every page of help."""
_REMARKS = re.compile(r"\[(default:|required\])")


HELPS: dict[str, Message] = {}
"""Help texts with fields, by their English text: Typer keeps plain strings only."""


def help_text(template: str, **fields: object) -> str:
    """The help of an option, with fields."""
    text = Message(template, **fields)
    return HELPS.setdefault(text, text)


def translated_help(text: str) -> str:
    """A line of the help in the language of the interface."""
    return translate(HELPS.get(text, text), "help")


@contextmanager
def chosen_interface() -> Iterator[None]:
    """Take the option from the command line and use its language; worker processes inherit it."""
    asked = _taken(sys.argv)
    if asked is None:
        yield
        return
    code = asked_language(asked)
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = code
    try:
        with speaking(code):
            yield
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


def asked_language(tag: str) -> str:
    """The code of the language that a tag asks for."""
    code = matching(tag)
    if code is None:
        raise CoindexError(
            Message(
                "no interface is in the language {tag!r}; {suggestion}",
                tag=tag,
                suggestion=suggestion(tag, interfaces()),
            )
        )
    return code


def _taken(arguments: list[str]) -> str | None:
    """The value of the option, which is removed from the arguments."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    for place in range(1, end):
        name, equals, value = arguments[place].partition("=")
        if name != OPTION:
            continue
        if not equals and place + 1 == end:
            return None  # the command line says that the value is missing
        taken = arguments[place : place + 1 if equals else place + 2]
        del arguments[place : place + len(taken)]
        return value if equals else taken[1]
    return None


def translated_command(command: Any) -> Any:
    """A command whose help is in the language of the interface."""
    if current() is None:
        return command
    command.help = translated_help(command.help or "")
    command.epilog = translated_help(command.epilog or "")
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = translated_help(parameter.help)
    english = command.get_help

    def get_help(context: Any) -> str:
        return in_language(english(context))

    command.get_help = get_help
    return command


def in_language(text: str) -> str:
    """A page of help with its headings and remarks in the language of the interface."""
    text = _HEADINGS.sub(lambda match: f"{say(match[1])}:", text)
    text = _REMARKS.sub(lambda match: f"[{say(match[1])}", text)
    for english in _FIXED:
        text = text.replace(english, say(english))
    return text


@runtime_checkable
class _UsageError(Protocol):
    """What Typer raises; its classes are Click's in some versions and its own in others."""

    exit_code: int

    def format_message(self) -> str: ...

    def show(self, file: IO[Any] | None = None) -> None: ...


@contextmanager
def usage_errors_in_language() -> Iterator[None]:
    """Print a usage error in the language of the interface and exit; in English, Typer does so."""
    try:
        yield
    except Exception as error:
        if current() is None or not isinstance(error, _UsageError):
            raise
        typer.echo(_in_language(error), err=True, nl=False)
        sys.exit(error.exit_code)


def _in_language(error: _UsageError) -> str:
    """The lines that Typer prints: how the command is used, how to get help, what is wrong."""
    english = StringIO()
    error.show(english)
    before, mark, wrong = in_language(english.getvalue()).partition("Error: ")
    lines = [_usage(line) for line in before.splitlines()]
    return "\n".join([*lines, f"{_usage(mark + wrong.rstrip())}\n"])


def _usage(english: str) -> str:
    """A sentence of Typer's. Unlike ours it comes finished, without its template, so it is found
    by its pattern; fields of several words are looked up in the same way.
    """
    for pattern, text in _patterns(language()):
        if match := pattern.fullmatch(english):
            fields = {
                name.removeprefix("_"): _usage(part) if " " in part else part
                for name, part in match.groupdict().items()
            }
            return re.sub(r"\{(\d)\}", lambda field: fields[field[1]], text)  # noqa: B023 - used at once
    return english


@cache
def _patterns(code: str) -> list[tuple[re.Pattern[str], str]]:
    """The sentences of the section `usage`, those with most words of their own first."""
    entries = catalogue(code).section("usage")
    fielded = sorted(entries, key=lambda key: ("{" in key, -len(re.sub(r"\{\d\}", "", key))))
    return [(_pattern(key), entries[key]) for key in fielded]


def _pattern(key: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\d)\}", key)
    return re.compile(
        "".join(
            f"(?P<_{part}>.+?)" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        ),
        re.DOTALL,
    )
