"""`coindex list`: all components."""

from __future__ import annotations

import inspect
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from coindex.cli.languages import list_languages
from coindex.core import registry

_LANGUAGES = re.compile(r"^    languages: ClassVar\[.*\] = \((.*)\)$", re.MULTILINE)
_FIRST_LINE = r'^class {name}\b[^\n]*:\n\s+"""(.+?)(?:"""|$)'


def run(
    family: Annotated[str, typer.Argument(help="One family only, such as formats, resolvers or languages.")] = "",
) -> None:
    if family == "corpora":
        from coindex.cli.corpora_command import run as corpora

        corpora("list", as_="table")
        return
    if family == "languages":
        list_languages()
        return
    for group in [family] if family else registry.FAMILIES:
        names = registry.names(group)
        if not names:
            continue
        typer.echo(f"{group}")
        width = max(map(len, names))
        for name in names:
            text = _source(group, name)
            languages = f"{_languages(text):<8}" if group == "resolvers" else ""
            typer.echo(f"  {name:<{width}}  {languages}{_summary(group, name, text)}".rstrip())
    if not family:
        list_languages()


def _languages(source: str) -> str:
    """The languages that a resolver works on."""
    declared = _LANGUAGES.search(source)
    return ", ".join(re.findall(r"\w+", declared[1])) if declared else "any"


def _source(family: str, name: str) -> str:
    """Source of the module of a component, without importing it."""
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
    """The first line of the docstring of a component, or of its module if no other component shares it."""
    point = registry.declaration(family, name)
    if point is None:
        component = registry.component(family, name)
        docstring = inspect.getdoc(sys.modules[component.__module__]) or inspect.getdoc(component) or ""
        return docstring.partition("\n")[0]
    declared = (registry.declaration(family, other) for other in registry.names(family))
    if sum(other is not None and other.module == point.module for other in declared) > 1:
        own = re.search(_FIRST_LINE.format(name=point.attr), text, re.MULTILINE)
        if own is not None:
            return own[1]
    return text.partition("\n")[0].removeprefix('"""').removesuffix('"""')
