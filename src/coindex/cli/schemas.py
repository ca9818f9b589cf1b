"""JSON Schemas of the output formats, as `coindex list schemas` and `coindex show schemas/NAME`
print them.
"""

from __future__ import annotations

import json
from importlib.resources import files

import typer

from coindex.core.errors import UnknownComponent, suggestion
from coindex.core.messages import Message
from coindex.interface.translation import say

_FOLDER = files("coindex") / "schemas"


def schema_names() -> list[str]:
    return sorted(file.name.removesuffix(".json") for file in _FOLDER.iterdir())


def list_schemas() -> None:
    """Print the name of each schema, and the commands that write what it describes."""
    typer.echo(say("schemas"))
    names = schema_names()
    width = max(map(len, names))
    for name in names:
        typer.echo(f"  {name:<{width}}  {json.loads(schema(name))['title']}")


def schema(name: str) -> str:
    """The text of a schema."""
    known = schema_names()
    if name not in known:
        raise UnknownComponent(
            Message(
                "no schema is called {name!r}; {suggestion}",
                name=name,
                suggestion=suggestion(name, known),
            )
        )
    return (_FOLDER / f"{name}.json").read_text(encoding="utf-8")
