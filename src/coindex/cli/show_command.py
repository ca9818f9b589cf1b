"""`coindex show`: the description of one component."""

from __future__ import annotations

import inspect
import sys
import textwrap
from typing import Annotated

import typer

from coindex.cli.languages import show_language
from coindex.core import registry
from coindex.core.errors import UnknownComponent, suggestion
from coindex.core.interface import described, say
from coindex.core.parameters import REQUIRED, parameters
from coindex.core.protocols import Measure, Resolver, Tunable
from coindex.language.languages import known_languages


def run(
    name: Annotated[
        str,
        typer.Argument(
            help="A component or language (es), or FAMILY/NAME where two families share the name."
        ),
    ],
) -> None:
    family, _, bare = name.partition("(")[0].partition("@")[0].rpartition("/")
    if family == "languages" or (
        not family and bare in known_languages() and not any(registry.find(bare))
    ):
        show_language(bare)
        return
    components = [(family, bare)] if family else list(registry.find(bare))
    if not components:
        known = [known for group in registry.FAMILIES for known in registry.names(group)]
        raise UnknownComponent(
            f"no component is called {bare!r}; {suggestion(bare, known)}; "
            f"languages: {', '.join(known_languages())}"
        )
    for number, (group, one) in enumerate(components):
        if number:
            typer.echo()
        _describe(group, one)


def _describe(family: str, name: str) -> None:
    component = registry.component(family, name)
    typer.echo(f"{name} ({say(family)})")
    module = inspect.getdoc(sys.modules[component.__module__]) or ""
    own = inspect.getdoc(component) or ""
    for text in dict.fromkeys([module, own]):
        if text and not text.startswith(f"{component.__name__}("):
            typer.echo(f"\n{_in_language(text)}")
    if isinstance(component, Measure):
        typer.echo(
            "\n"
            + say(
                "Headline: {value}, the value that has an interval and is tested",
                value=component.headline,
            )
        )
    listed = parameters(component)
    if listed:
        typer.echo(f"\n{say('Parameters')}")
    for parameter in listed:
        shown = (
            say(REQUIRED)
            if parameter.default == REQUIRED
            else say("default {value}", value=parameter.default)
        )
        typer.echo(f"  {parameter.name}: {parameter.values}, {shown}")
        if parameter.description:
            typer.echo(
                textwrap.indent(textwrap.fill(described(parameter.description), 100), "      ")
            )
    if isinstance(component, Tunable):
        _list_weights(registry.build("resolvers", name))


def _in_language(text: str) -> str:
    """A description with its first paragraph in the language in use, if it is known in it."""
    first, blank, rest = text.partition("\n\n")
    english = " ".join(first.split())
    known = described(english)
    return text if known == english else f"{textwrap.fill(known, 100)}{blank}{rest}"


def _list_weights(resolver: Resolver) -> None:
    if isinstance(resolver, Tunable):
        typer.echo("\n" + say("Weights, which the parameter `weights` replaces by name"))
        for factor, weight in resolver.published.items():
            typer.echo(f"  {factor}: {weight:g}")
