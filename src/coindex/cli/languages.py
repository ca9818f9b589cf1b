"""Languages as `coindex list languages` and `coindex show CODE` print them."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import typer

from coindex.core.errors import UnknownComponent, suggestion
from coindex.core.messages import Message
from coindex.interface.translation import say
from coindex.language.inventory import FREE, LISTS, TABLES
from coindex.language.languages import Language, all_languages, get_language, known_languages

_SHOWN = 8
"""How many words of a list are shown."""


def list_languages() -> None:
    """Print one line for each language: its properties, parser and resolver."""
    languages = all_languages()
    typer.echo(say("languages"))
    code_width = max(len(language.code) for language in languages)
    width = max(len(say(language.name)) for language in languages)
    for language in languages:
        typer.echo(
            f"  {language.code:<{code_width}}  {say(language.name):<{width}}  {_summary(language)}"
        )


def _summary(language: Language) -> str:
    if not language.has_pronouns:
        return say("recognised only")
    gender = {
        "natural": say("natural gender"),
        "grammatical": say("grammatical gender"),
    }
    properties = [gender[language.gender]]
    properties += [say("subjects left out")] if language.pro_drop else []
    parser = (
        say("parses must be given")
        if language.parser == "given"
        else say("parser {name}", name=language.parser)
    )
    resolver = say("resolver {name}", name=language.resolver)
    return "; ".join((", ".join(properties), parser, resolver))


def show_language(code: str) -> None:
    """Print the fields of a language and the sizes of its lists and tables."""
    if code not in known_languages():
        raise UnknownComponent(
            Message(
                "no language has the code {code!r}; {suggestion}",
                code=code,
                suggestion=suggestion(code, known_languages()),
            )
        )
    language = get_language(code)
    typer.echo(f"{code} ({say('languages')})\n\n{say(language.name)}: {_summary(language)}")
    typer.echo(say("Folder: {path}", path=_place(language)))
    typer.echo(f"\n{say('Fields of language.toml')}")
    for item in fields(Language):
        value = getattr(language, item.name)
        if item.init and item.name not in ("code", "folder") and value != item.default:
            typer.echo(f"  {item.name} = {_value(value)}")
    _show_lists(language)
    _show_tables(language)


def _place(language: Language) -> str:
    """Path of the language's folder."""
    inside = next(iter(language.folder.iterdir())) if language.folder is not None else ""
    return str(Path(str(inside)).parent)


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(
            f"-{item[0]} → -{item[1]}" if isinstance(item, tuple) else item for item in value
        )
    return str(value).lower() if isinstance(value, bool) else str(value)


def _show_lists(language: Language) -> None:
    known = [(file, name) for file in (*LISTS, *FREE) for name in sorted(language.lists(file))]
    if known:
        typer.echo(f"\n{say('Word lists')}")
    width = max((len(f"{file} {name}") for file, name in known), default=0)
    for file, name in known:
        words = sorted(language.words(file, name))
        more = " ..." if len(words) > _SHOWN else ""
        typer.echo(
            f"  {f'{file} {name}':<{width}}  {len(words):>4}  {', '.join(words[:_SHOWN])}{more}"
        )


def _show_tables(language: Language) -> None:
    known = [(file, len(language.table(file))) for file in TABLES if language.table(file)]
    if known:
        typer.echo(f"\n{say('Tables')}")
    width = max((len(file) for file, _ in known), default=0)
    for file, rows in known:
        typer.echo(f"  {file:<{width}}  {rows:>4}  {TABLES[file][1]}")
