"""`coindex show`: the description of one component."""

from __future__ import annotations

import inspect
import sys
import textwrap
from typing import Annotated, Any

import typer

from coindex.cli.languages import show_language
from coindex.cli.schemas import schema
from coindex.core import registry
from coindex.core.errors import UnknownComponent, suggestion
from coindex.core.messages import Message
from coindex.core.parameters import REQUIRED, parameters
from coindex.core.protocols import LanguageBound, Measure, Resolver, Trained, Tunable
from coindex.experiment.seen import training_data
from coindex.interface.translation import counted, say, translate, worded
from coindex.language.languages import all_languages, known_languages


def run(
    name: Annotated[
        str,
        typer.Argument(
            help="A component, a language (es) or schemas/NAME; FAMILY/NAME where two families "
            "share the name."
        ),
    ],
) -> None:
    family, _, bare = name.partition("(")[0].partition("@")[0].rpartition("/")
    if family == "languages" or (
        not family and bare in known_languages() and not any(registry.find(bare))
    ):
        show_language(bare)
        return
    if family == "schemas":
        typer.echo(schema(bare), nl=False)
        return
    components = [(family, bare)] if family else list(registry.find(bare))
    if not components:
        known = [known for group in registry.FAMILIES for known in registry.names(group)]
        raise UnknownComponent(
            Message(
                "no component is called {bare!r}; {suggestion}; languages: {known_languages}",
                bare=bare,
                suggestion=suggestion(bare, known),
                known_languages=", ".join(known_languages()),
            )
        )
    for number, (group, one) in enumerate(components):
        if number:
            typer.echo()
        _describe(group, one)


def _describe(family: str, name: str) -> None:
    component = registry.component(family, name)
    typer.echo(f"{name} ({say(family)})")
    for text in explanations(component):
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
                textwrap.indent(
                    textwrap.fill(translate(parameter.description, "summaries"), 100), "      "
                )
            )
    if isinstance(component, Trained):
        _list_training_data(family, name)
    if isinstance(component, Tunable):
        _list_weights(registry.build("resolvers", name))


def explanations(component: Any) -> list[str]:
    """What the module of a component and the component say about it, in English."""
    module = inspect.getdoc(sys.modules[component.__module__]) or ""
    own = inspect.getdoc(component) or ""
    return [
        text
        for text in dict.fromkeys([module, own])
        if text and not text.startswith(f"{component.__name__}(")
    ]


def _in_language(text: str) -> str:
    """A description with those of its paragraphs in the language in use that are known in it;
    tables and titles of papers stay.
    """
    return "\n\n".join(map(_paragraph_in_language, text.split("\n\n")))


def _paragraph_in_language(paragraph: str) -> str:
    english = " ".join(paragraph.split())
    known = translate(english, "explanations")
    if known == english:
        return paragraph
    items = known.split(" - ") if known.startswith("- ") else [known]
    return "\n- ".join(textwrap.fill(item, 100) for item in items)


def _list_training_data(family: str, name: str) -> None:
    """The corpora that a component with its usual parameters learned from, language by language."""
    if any(one.default == REQUIRED for one in parameters(registry.component(family, name))):
        return
    built = registry.build(family, name)
    for language in all_languages():
        if isinstance(built, LanguageBound) and language.code not in built.languages:
            continue
        known = training_data(built, language.code)
        if known is None:
            continue
        title = say("Learned from ({language})", language=worded(Message(language.name)))
        typer.echo(f"\n{title}")
        for corpus, learned in known.corpora.items():
            line = f"  {corpus}: {counted(len(learned.documents), 'document')}"
            typer.echo(line if len(learned.passages) else f"{line}, {say('known only as wholes')}")


def _list_weights(resolver: Resolver) -> None:
    if isinstance(resolver, Tunable):
        typer.echo("\n" + say("Weights, which the parameter `weights` replaces by name"))
        for factor, weight in resolver.published.items():
            typer.echo(f"  {factor}: {weight:g}")
