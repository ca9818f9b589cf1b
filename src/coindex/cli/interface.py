"""The language of messages and help: `--interface es`, anywhere on the command line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.interface.catalogues import VARIABLE, current, interfaces, matching, speaking
from coindex.interface.translation import say, translate

OPTION = "--interface"
_HEADINGS = re.compile(r"^(Usage|Options|Arguments):", re.MULTILINE)
_REMARKS = re.compile(r"\[(default:|required\])")


HELPS: dict[str, Message] = {}
"""Help texts with fields, by their English text: Typer keeps plain strings only."""


def help_text(template: str, **fields: object) -> str:
    """The help of an option, with fields."""
    text = Message(template, **fields)
    return HELPS.setdefault(text, text)


def helped(text: str) -> str:
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


def localized(command: Any) -> Any:
    """A command whose help is in the language of the interface."""
    if current() is None:
        return command
    command.help = helped(command.help or "")
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = helped(parameter.help)
    english = command.get_help

    def get_help(context: Any) -> str:
        return in_language(english(context))

    command.get_help = get_help
    return command


def in_language(text: str) -> str:
    """A page of help with its headings and remarks in the language of the interface."""
    text = _HEADINGS.sub(lambda match: f"{say(match[1])}:", text)
    text = _REMARKS.sub(lambda match: f"[{say(match[1])}", text)
    return text.replace("Show this message and exit.", say("Show this message and exit."))
