"""`coindex show`: one component in full."""

from __future__ import annotations

import inspect
import sys
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated

import typer

from coindex.cli.languages import show_language
from coindex.core import registry
from coindex.core.errors import UnknownComponent, suggestion
from coindex.language.languages import known_languages


def run(
    name: Annotated[
        str, typer.Argument(help="A component or language (es), or FAMILY/NAME where two families share the name.")
    ],
) -> None:
    family, _, bare = name.partition("(")[0].partition("@")[0].rpartition("/")
    if family == "languages" or (not family and bare in known_languages() and not any(registry.find(bare))):
        show_language(bare)
        return
    found = [(family, bare)] if family else list(registry.find(bare))
    if not found:
        known = [known for group in registry.FAMILIES for known in registry.names(group)] + known_languages()
        raise UnknownComponent(f"no component is called {bare!r}; {suggestion(bare, known)}")
    for number, (group, one) in enumerate(found):
        if number:
            typer.echo()
        _describe(group, one)


def _describe(family: str, name: str) -> None:
    component = registry.component(family, name)
    typer.echo(f"{name} ({family})")
    module = inspect.getdoc(sys.modules[component.__module__]) or ""
    own = inspect.getdoc(component) or ""
    for text in dict.fromkeys([module, own]):
        if text and not text.startswith(f"{component.__name__}("):
            typer.echo("\n" + text)
    if family == "measures" and (headline := getattr(component, "headline", "")):
        typer.echo(f"\nHeadline: {headline}, the value that has an interval and is tested")
    parameters = [item for item in fields(component) if item.init] if is_dataclass(component) else []
    if parameters:
        typer.echo("\nParameters")
    for item in parameters:
        default = item.default_factory() if item.default_factory is not MISSING else item.default
        shown = "required" if default is MISSING else f"default {default!r}"
        typer.echo(f"  {item.name}: {_type(item.type)}, {shown}")


def _type(annotation: object) -> str:
    """As it stands in the source, whether or not annotations are kept as text there."""
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)
