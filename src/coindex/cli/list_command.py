"""`coindex list`: all components."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.languages import list_languages
from coindex.cli.schemas import list_schemas
from coindex.cli.wording import translated_help
from coindex.core import registry
from coindex.interface.translation import say, translate

_LANGUAGES = re.compile(r"^    languages: ClassVar\[.*\] = \((.*)\)$", re.MULTILINE)
_UNLISTED = re.compile(r"^    unlisted: ClassVar\[bool\] = True$", re.MULTILINE)
_PARAGRAPH = r'"""(.+?)(?:"""|\n\s*\n)'
_OF_MODULE = re.compile(_PARAGRAPH, re.DOTALL)
_OF_CLASS = r"(?ms)^class {name}\b[^\n]*:\n\s+" + _PARAGRAPH


def run(
    family: Annotated[
        str,
        typer.Argument(help="One family only, such as formats, resolvers, languages or schemas."),
    ] = "",
    all_: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Also components and commands that few need, and that are listed nowhere else.",
        ),
    ] = False,
) -> None:
    if family == "corpora":
        from coindex.cli.corpora_command import run as corpora

        corpora("list", as_="table")
        return
    if family in ("languages", "schemas"):
        (list_languages if family == "languages" else list_schemas)()
        return
    for group in [family] if family else registry.FAMILIES:
        names = registry.names(group)
        if not names:
            continue
        typer.echo(say(group))
        width = max(map(len, names))
        every = {name: _source(group, name) for name in names}
        sources = {
            name: text
            for name, text in every.items()
            if all_ or registry.shares_module(group, name) or not _UNLISTED.search(text)
        }
        spoken = {
            name: f"{_languages(text)}  " if group == "resolvers" else ""
            for name, text in sources.items()
        }
        column = max(map(len, spoken.values()))
        for name, text in sources.items():
            summary = translate(_summary(group, name, text), "summaries")
            typer.echo(f"  {name:<{width}}  {spoken[name]:<{column}}{summary}".rstrip())
    if not family:
        list_languages()
    if all_ and not family:
        _list_commands()


def _list_commands() -> None:
    """Print the commands that the help does not list."""
    from coindex.cli import commands

    unlisted = {name: one for name, one in commands().items() if not one.listed}
    if unlisted:
        typer.echo(say("commands that the help leaves out"))
    width = max(map(len, unlisted), default=0)
    for name, one in unlisted.items():
        typer.echo(f"  {name:<{width}}  {translated_help(one.summary)}")


def _languages(source: str) -> str:
    """The languages that a resolver works on."""
    declared = _LANGUAGES.search(source)
    return ", ".join(re.findall(r"\w+", declared[1])) if declared else say("any")


def _source(family: str, name: str) -> str:
    """The source of a component's module, without importing it."""
    point = registry.declaration(family, name)
    if point is None:
        return ""
    package, *rest = point.module.split(".")
    installed = find_spec(package)
    if installed is None or installed.origin is None:
        return ""
    place = Path(installed.origin).parent.joinpath(*rest) if rest else Path(installed.origin)
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    try:
        return source.read_text(encoding="utf-8")
    except OSError:
        return ""


def _summary(family: str, name: str, text: str) -> str:
    """As `registry.summary`, from the source."""
    point = registry.declaration(family, name)
    if point is None:
        return registry.summary(family, name)
    own = (
        re.search(_OF_CLASS.format(name=point.attr), text)
        if registry.shares_module(family, name)
        else None
    )
    first = own or _OF_MODULE.match(text)
    return " ".join(first[1].split()) if first else ""
