"""Schemes in files: TOML or JSON; and those that come with the program."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from coindex.core.errors import FormatError, UnknownComponent, suggestion
from coindex.core.messages import Message
from coindex.workbench.store.scheme.values import Scheme, scheme_of

SUFFIXES = (".toml", ".json")


def read_scheme(text: str, path: str) -> Scheme:
    """The scheme in a file of this name; it is JSON if it begins with a brace."""
    try:
        values = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(
            Message("neither TOML nor JSON: {error}", error=error),
            path=path,
            remedy="export a scheme to see an example",
        ) from error
    return scheme_of(values, path)


def written_scheme(scheme: Scheme, style: str) -> str:
    """The scheme as `toml` or `json`."""
    values = scheme.values()
    if style == "json":
        return json.dumps(values, ensure_ascii=False, indent=2) + "\n"
    return "".join(_toml(values))


def _toml(values: dict[str, Any]) -> Iterator[str]:
    tables = {name: value for name, value in values.items() if _is_table_list(value)}
    for name, value in values.items():
        if name not in tables:
            yield f"{name} = {_literal(value)}\n"
    for name, rows in tables.items():
        for row in rows:
            yield f"\n[[{name}]]\n"
            yield from (f"{key} = {_literal(value)}\n" for key, value in row.items())


def _is_table_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _literal(value: Any) -> str:
    """Texts, lists of texts and truth values are written in TOML as in JSON."""
    if isinstance(value, str) and "\n" in value and "'''" not in value and "\r" not in value:
        return f"'''\n{value}'''"
    return json.dumps(value, ensure_ascii=False)


def shipped_names() -> list[str]:
    """The names of the schemes that come with the program."""
    folder = resources.files(__package__) / "shipped"
    return sorted(
        file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")
    )


@cache
def shipped_scheme(name: str) -> Scheme:
    if name not in shipped_names():
        raise UnknownComponent(
            Message(
                "no scheme is called {name!r}; {suggestion}",
                name=name,
                suggestion=suggestion(name, shipped_names()),
            )
        )
    file = resources.files(__package__) / "shipped" / f"{name}.toml"
    return read_scheme(file.read_text(encoding="utf-8"), f"{name}.toml")
